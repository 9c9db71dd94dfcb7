package org.einkorn.loops;

import java.util.List;
import java.util.Optional;
import org.einkorn.format.IndexExpression;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;

/**
 * Concrete index notation: what to compute, with the order of loops and the temporary results made
 * explicit.
 *
 * <pre>
 * s ::= ∀i s             for every value of i, in ascending order, or for those in a domain
 *     | i := e in s      a variable computed from others, as 4·p + q
 *     | s where s        the right one fills a workspace, the left one reads it; the workspace is new each time
 *     | s ; s            one after the other
 *     | A(i,j) = e       each coordinate is assigned at most once
 *     | A(i,j) op= e     combines with what is there, or with the identity of op if nothing is
 * </pre>
 *
 * Expressions contain no reductions. A statement says nothing about which coordinates can be
 * skipped; that follows from the formats and the operators.
 */
public sealed interface Statement {
  record Forall(IndexVariable variable, Domain domain, Statement body) implements Statement {
    /** A loop over all coordinates. */
    public Forall(IndexVariable variable, Statement body) {
      this(variable, Domain.ALL, body);
    }

    /** The same loop around another statement. */
    public Forall with(Statement other) {
      return new Forall(variable, domain, other);
    }
  }

  /**
   * Gives a variable the value of an expression over bound variables; {@code checked}: the body
   * runs only if that is one of the variable's coordinates.
   */
  record Bind(
      IndexVariable variable, IndexExpression<IndexVariable> value, boolean checked, Statement body)
      implements Statement {}

  record Where(Workspace workspace, Statement consumer, Statement producer) implements Statement {}

  record Sequence(List<Statement> parts) implements Statement {
    public Sequence {
      parts = List.copyOf(parts);
    }
  }

  record Assign(Access target, Optional<Operator> operator, Expression value)
      implements Statement {}

  /** The statement that does nothing. */
  Statement NOTHING = new Sequence(List.of());

  static Statement sequence(List<Statement> parts) {
    List<Statement> kept =
        parts.stream()
            .flatMap(
                s -> s instanceof Sequence q ? q.parts.stream() : java.util.stream.Stream.of(s))
            .toList();
    return kept.size() == 1 ? kept.getFirst() : new Sequence(kept);
  }

  /** Loops over the variables, the first one outermost. */
  static Statement foralls(List<IndexVariable> variables, Statement body) {
    Statement result = body;
    for (IndexVariable v : variables.reversed()) {
      result = new Forall(v, result);
    }
    return result;
  }
}
