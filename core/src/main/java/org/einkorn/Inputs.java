package org.einkorn;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.element.ElementType;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.Printer;
import org.einkorn.operator.Called;

/** Checks that what an assignment reads is there and fits. */
final class Inputs {
  private Inputs() {}

  static void check(Assignment assignment, Map<String, TensorType> types) {
    Set<Access> read = new LinkedHashSet<>(Expressions.accesses(assignment.value()));
    Access target = assignment.target();
    if (!target.windows().isEmpty() && !types.containsKey(target.tensor())) {
      throw new EinkornException(
          Printer.print(target)
              + " is a part of "
              + target.tensor()
              + ", whose other entries keep their values, so "
              + target.tensor()
              + " must be given too.");
    }
    if ((assignment.accumulate().isPresent() || !target.windows().isEmpty())
        && types.containsKey(target.tensor())) {
      read.add(target);
    }
    for (Access access : read) {
      TensorType type = types.get(access.tensor());
      if (type == null) {
        throw new EinkornException(
            "No tensor '"
                + access.tensor()
                + "' was given for "
                + Printer.print(access)
                + (types.isEmpty()
                    ? "."
                    : "; there is "
                        + types.keySet().stream().collect(Collectors.joining(", "))
                        + "."));
      }
      if (type.order() != access.order()) {
        throw new EinkornException(
            access.tensor()
                + " has order "
                + type.order()
                + " but is used with "
                + access.order()
                + (access.order() == 1 ? " index" : " indices")
                + " in "
                + Printer.print(access)
                + ".");
      }
    }
  }

  /** Refuses a tensor with the name of a function of somebody's own that the statement uses. */
  static void checkName(String name, Assignment assignment) {
    if (calls(assignment.value(), name)) {
      throw new EinkornException(
          "In '"
              + Printer.print(assignment)
              + "' "
              + name
              + " is a function, so no tensor can have that name; rename one of them.");
    }
  }

  private static boolean calls(Expression e, String name) {
    return e instanceof Expression.Apply a
            && a.operator() instanceof Called
            && a.operator().symbol().equals(name)
        || Expressions.children(e).stream().anyMatch(child -> calls(child, name));
  }

  /**
   * Whether values of one type can be stored as another; integers are checked one by one when they
   * are.
   */
  static boolean holds(ElementType stored, ElementType computed) {
    return stored.isFloat()
        || !computed.isFloat() && (stored == computed || stored != ElementType.BOOL);
  }
}
