package org.einkorn.notation;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.operator.Operator;

/**
 * A statement of index notation: {@code A(i,j) = e}, or {@code A(i,j) op= e}, which combines with
 * the old value of A. The right side reads values from before the statement.
 */
public record Assignment(Access target, Optional<Operator> accumulate, Expression value) {
  /**
   * What the target held before: where there is no tensor of its name, nothing, which is the
   * identity of the operator or else zero.
   */
  public Expression old(boolean isThere, Function<Expression, ElementType> typeOf) {
    if (isThere) {
      return target;
    }
    ElementType type = typeOf.apply(value);
    return new Literal(
        accumulate
            .flatMap(op -> op.neutral(0, op.operandType(List.of(type, type))))
            .orElse(Constant.zero(type)));
  }

  /**
   * The right side combined with what the target held before, if it accumulates. Where a condition
   * does not select, that stays as it is; if nothing was there, it is the fill value.
   */
  public Expression valueAfter(
      Expression old, Constant fill, Function<Expression, ElementType> typeOf) {
    Masked masked = Masked.of(value);
    if (accumulate.isEmpty()) {
      return masked.otherwise(fill, typeOf);
    }
    return new Apply(accumulate.get(), List.of(old, addend(typeOf.apply(old), typeOf)));
  }

  /** What an accumulating statement combines with old values of a type. */
  public Expression addend(ElementType old, Function<Expression, ElementType> typeOf) {
    Operator operator = accumulate.orElseThrow();
    ElementType type = operator.operandType(List.of(old, typeOf.apply(value)));
    // Every operator that accumulates leaves what is there if nothing is added.
    return Masked.of(value).otherwise(operator.neutral(1, type).orElseThrow(), typeOf);
  }

  /** The same without a condition. */
  public Assignment unmasked() {
    return new Assignment(target, accumulate, Masked.of(value).value());
  }
}
