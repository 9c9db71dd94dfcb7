package org.einkorn.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.format.IndexExpression;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Formula;
import org.einkorn.loops.Domain;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;

/**
 * A computation with every decision made: how each loop runs, which levels drive it, how the result
 * is put together. The next pass only writes this down as code.
 *
 * <pre>
 * p ::= p …                        in sequence
 *     | loop over i …              see the four kinds of loop
 *     | for i = 0, 1, 2: p         p is written out three times
 *     | seek A2; p                 finds the position of a known coordinate; p runs if it is there, or always
 *     | if A2 ∪ B2: p              p runs only where what was searched was found like that
 *     | if e: p                    p runs only where the condition of a mask selects something
 *     | workspace w: p then p      the first one fills w, the second reads it; perhaps p ends once w has some value
 *     | segment A2: p              p appends the children of one parent in level 2 of the result
 *     | append A1..A2: p           p computes one child; then it is appended, unless nothing was stored under it
 *     | A(i,j) op= e
 * </pre>
 */
public sealed interface Plan {
  record Block(List<Plan> parts) implements Plan {
    public Block {
      parts = List.copyOf(parts);
    }
  }

  /** Every coordinate of the variable; the cursors are followed along. Cases are tried in order. */
  record FullLoop(IndexVariable variable, Domain domain, List<Cursor> cursors, List<Case> cases)
      implements Plan {}

  /**
   * One loop after the other, each while all its cursors last, at the smallest coordinate any of
   * them has.
   */
  record MergeLoop(IndexVariable variable, Domain domain, List<Piece> pieces) implements Plan {}

  /**
   * One loop over the coordinates that any cursor has; where {@code where} holds, absent operands
   * read their fill value.
   */
  record GuardedLoop(
      IndexVariable variable, Domain domain, Formula where, List<Cursor> cursors, Plan body)
      implements Plan {}

  /**
   * One loop over the positions of a coordinate list: several variables at once, one for each level
   * from {@code first}.
   */
  record ChainLoop(List<IndexVariable> variables, Domain domain, Cursor first, Plan body)
      implements Plan {}

  /** The body once for each coordinate of a variable that has few, always as many. */
  record Unrolled(IndexVariable variable, int count, Plan body) implements Plan {}

  /** A loop that runs while all cursors last. */
  record Piece(List<Cursor> cursors, List<Case> cases) {}

  /**
   * What to do where all of these cursors stand at the coordinate, and the case before did not
   * apply.
   */
  record Case(Set<Cursor> present, Plan body) {}

  /** Finds a level's position by its coordinate. If it must be there, the body runs only then. */
  record Seek(Cursor cursor, IndexVariable variable, boolean required, Plan body) implements Plan {}

  /** The body runs only where enough of what was searched, or may not be there, is there. */
  record Guard(Formula where, Plan body) implements Plan {}

  /** The body runs only where the condition holds. */
  record If(Expression condition, Plan body) implements Plan {}

  /** Computes a variable from others; {@code checked}: the body runs only if it is a coordinate. */
  record Bind(
      IndexVariable variable, IndexExpression<IndexVariable> value, boolean checked, Plan body)
      implements Plan {}

  /**
   * @param until the value of the workspace, a scalar, that the rest of the producer cannot change
   */
  record Where(Workspace workspace, Optional<Constant> until, Plan producer, Plan consumer)
      implements Plan {}

  /**
   * The children of one parent; {@code everyParent}: sooner or later all parents that exist are
   * visited.
   */
  record Segment(int level, boolean everyParent, Plan body) implements Plan {}

  record Append(List<Integer> levels, Plan body) implements Plan {}

  record Compute(Access target, Optional<Operator> operator, Expression value) implements Plan {}

  Plan NOTHING = new Block(List.of());
}
