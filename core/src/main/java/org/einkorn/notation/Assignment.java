package org.einkorn.notation;

import java.util.List;
import java.util.Optional;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.operator.Operator;

/**
 * A statement of index notation: {@code A(i,j) = e}, or {@code A(i,j) op= e}, which combines with
 * the old value of A. The right side reads values from before the statement.
 */
public record Assignment(Access target, Optional<Operator> accumulate, Expression value) {
  /** The right side combined with what the target held before, if it accumulates. */
  public Expression valueAfter(Expression old) {
    return accumulate.<Expression>map(op -> new Apply(op, List.of(old, value))).orElse(value);
  }
}
