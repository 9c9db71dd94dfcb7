package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.Types;
import org.einkorn.operator.Operator;

/** What is left of a value where some of its operands have no entry. */
public final class Absence {
  private final Map<String, TensorType> types;
  private final Predicate<Access> isAbsent;

  Absence(Map<String, TensorType> types, Predicate<Access> isAbsent) {
    this.types = types;
    this.isAbsent = isAbsent;
  }

  /**
   * The value that the target of a bound statement has where nothing is stored: what the right side
   * gives where no operand has an entry, zero where that is no constant. Off the diagonal of {@code
   * A(i,i)} are the old values, if they count. What a mask does not select is what operands are
   * where nothing is stored, or zero: {@code 3 where M(i,j)} is not 3 everywhere.
   */
  public static Constant fill(Assignment assignment, Map<String, TensorType> types) {
    Absence absence = new Absence(types, a -> !a.indices().isEmpty());
    Access target = assignment.target();
    Expression old = absence.old(assignment);
    Expression value =
        assignment.accumulate().isEmpty()
            ? assignment.unmasked().value()
            : assignment.valueAfter(old, Constant.of(0L), absence::typeOf);
    Constant zero = Constant.zero(absence.typeOf(value));
    if (!target.windows().isEmpty()) {
      return types.get(target.tensor()).fill();
    }
    if (target.indices().isEmpty()) {
      return zero;
    }
    boolean repeats = new HashSet<>(target.indices()).size() < target.indices().size();
    if (repeats && assignment.accumulate().isEmpty()) {
      return zero;
    }
    Optional<Constant> background = absence.ofAny(repeats ? old : value);
    boolean masked = !assignment.unmasked().equals(assignment);
    return background
        .filter(c -> !masked || assignment.accumulate().isPresent() || absence.isFill(value, c))
        .orElse(zero);
  }

  /**
   * The value, if it is a constant; not if it cannot be computed, where that does not matter
   * because every operand has all its entries.
   */
  private Optional<Constant> ofAny(Expression e) {
    try {
      return of(e);
    } catch (EinkornException undefined) {
      if (Expressions.accesses(e).stream()
          .allMatch(a -> types.get(a.tensor()).format().isLocated())) {
        return Optional.empty();
      }
      throw undefined;
    }
  }

  /** Whether an operand has this value where nothing is stored, so that it means nothing. */
  private boolean isFill(Expression value, Constant c) {
    return Expressions.accesses(value).stream()
        .anyMatch(a -> types.get(a.tensor()).fill().sameValue(c));
  }

  /** The old value of the target. */
  private Expression old(Assignment assignment) {
    return assignment.old(types.containsKey(assignment.target().tensor()), this::typeOf);
  }

  /** The value, if it is a constant. */
  Optional<Constant> of(Expression e) {
    return switch (e) {
      case Literal c -> Optional.of(c.value());
      case IndexValue _ -> Optional.empty();
      case Access a ->
          isAbsent.test(a) ? Optional.of(types.get(a.tensor()).fill()) : Optional.empty();
      case Reduce r ->
          r.operator()
              .identity(typeOf(r))
              .filter(identity -> of(r.body()).filter(identity::sameValue).isPresent());
      case Apply a -> apply(a);
    };
  }

  private Optional<Constant> apply(Apply e) {
    Operator operator = e.operator();
    List<ElementType> operands =
        operator.operandTypes(e.arguments().stream().map(this::typeOf).toList());
    List<Optional<Constant>> known = new ArrayList<>();
    for (int k = 0; k < e.arguments().size(); k++) {
      ElementType operand = operands.get(k);
      Optional<Constant> value = of(e.arguments().get(k)).map(c -> c.as(operand));
      int argument = k;
      Optional<Constant> absorbed = value.flatMap(c -> operator.absorbed(argument, c));
      if (absorbed.isPresent()) {
        return absorbed;
      }
      Optional<Integer> chosen = value.flatMap(c -> operator.chosen(argument, c));
      if (chosen.isPresent()) {
        return of(e.arguments().get(chosen.get())).map(c -> c.as(operator.resultType(operands)));
      }
      known.add(value);
    }
    return known.stream().allMatch(Optional::isPresent)
        ? Optional.of(operator.apply(known.stream().map(Optional::get).toList()))
        : operator.settled(known);
  }

  private ElementType typeOf(Expression e) {
    return Types.typeOf(e, name -> types.get(name).element());
  }
}
