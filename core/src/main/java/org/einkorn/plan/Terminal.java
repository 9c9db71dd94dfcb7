package org.einkorn.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.operator.Operator;

/**
 * Whether a reduction can be over before its loops are. A producer does nothing but fill its
 * workspace, so it may stop as soon as nothing changes that any more.
 */
final class Terminal {
  private Terminal() {}

  /** The value at which the producer of a scalar may stop, if all that it does is to reduce. */
  static Optional<Constant> of(Statement.Where where) {
    Workspace workspace = where.workspace();
    List<Optional<Operator>> operators = new ArrayList<>();
    collect(where.producer(), workspace.name(), operators);
    return workspace.type().order() == 0 && operators.stream().distinct().count() == 1
        ? operators.getFirst().flatMap(op -> terminal(op, workspace.type()))
        : Optional.empty();
  }

  /** The value, if the reduction begins with the identity, and not there already. */
  private static Optional<Constant> terminal(Operator operator, TensorType scalar) {
    return operator
        .terminal(scalar.element())
        .filter(value -> !value.sameValue(scalar.fill()))
        .filter(
            _ -> operator.identity(scalar.element()).filter(scalar.fill()::sameValue).isPresent());
  }

  private static void collect(
      Statement statement, String tensor, List<Optional<Operator>> operators) {
    switch (statement) {
      case Statement.Forall f -> collect(f.body(), tensor, operators);
      case Statement.Bind b -> collect(b.body(), tensor, operators);
      case Statement.Sequence s -> s.parts().forEach(p -> collect(p, tensor, operators));
      case Statement.Where w -> {
        collect(w.producer(), tensor, operators);
        collect(w.consumer(), tensor, operators);
      }
      case Statement.Assign a -> {
        if (a.target().tensor().equals(tensor)) {
          operators.add(a.operator());
        }
      }
    }
  }
}
