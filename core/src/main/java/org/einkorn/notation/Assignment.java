package org.einkorn.notation;

import java.util.Optional;
import org.einkorn.notation.Expression.Access;
import org.einkorn.operator.Operator;

/**
 * A statement of index notation: {@code A(i,j) = e}, or {@code A(i,j) op= e}, which combines with
 * the old value of A. The right side reads values from before the statement.
 */
public record Assignment(Access target, Optional<Operator> accumulate, Expression value) {}
