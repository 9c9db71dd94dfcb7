package org.einkorn.notation;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.operator.Cast;
import org.einkorn.operator.Mask;
import org.einkorn.operator.Operator;

/**
 * The right side of a statement in its parts: a value, and perhaps the condition under which it is
 * assigned at all.
 */
record Masked(Expression value, Optional<Expression> condition) {
  static Masked of(Expression right) {
    return right instanceof Apply(Operator operator, List<Expression> arguments)
            && operator.equals(Mask.WRITTEN)
        ? new Masked(arguments.get(0), Optional.of(arguments.get(1)))
        : new Masked(right, Optional.empty());
  }

  /** The right side with another value. */
  Expression with(Expression other) {
    return condition.<Expression>map(c -> new Apply(Mask.WRITTEN, List.of(other, c))).orElse(other);
  }

  /** An expression that says what there is where the condition does not select. */
  Expression otherwise(Constant unselected, Function<Expression, ElementType> typeOf) {
    return condition.isEmpty() ? value : select(value, Optional.empty(), unselected, typeOf);
  }

  /**
   * What is not selected need not be reduced, so the condition goes inside; but not into a
   * reduction within one by another operator, for the outer one would still see a value.
   */
  private Expression select(
      Expression e,
      Optional<Operator> outer,
      Constant unselected,
      Function<Expression, ElementType> typeOf) {
    ElementType type = typeOf.apply(e);
    boolean holds = unselected.as(type).sameValue(unselected);
    Constant otherwise = holds ? unselected.as(type) : unselected;
    Mask mask = Mask.otherwise(otherwise);
    if (e instanceof Reduce(Operator reducer, IndexVariable v, Expression body)
        && outer.map(reducer::equals).orElse(true)
        && mask.distributesOver(reducer, 0)) {
      return new Reduce(reducer, v, select(body, Optional.of(reducer), otherwise, typeOf));
    }
    Expression selected = holds ? e : new Apply(new Cast(otherwise.type()), List.of(e));
    return new Apply(mask, List.of(selected, condition.orElseThrow()));
  }
}
