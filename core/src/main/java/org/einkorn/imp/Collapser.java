package org.einkorn.imp;

import java.util.Map;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Makes one loop of two that together walk along an array, when nothing asks in which row it is:
 *
 * <pre>
 * for (int row = from; row &lt; to; row++) {
 *   for (int p = bounds[row]; p &lt; bounds[row + 1]; p++) s
 * }
 * </pre>
 *
 * becomes {@code for (int p = bounds[from]; p < bounds[to]; p++) s}. Rows may be short; a loop over
 * all is a long one. Bounds never decrease: no row begins before the one above it ends.
 */
final class Collapser {
  private final Set<Variable> onlyRead;

  private Collapser(Function function) {
    this.onlyRead = OnlyRead.of(function);
  }

  static Function collapse(Function function) {
    Stmt body = new Collapser(function).collapse(function.body());
    return body == function.body() ? function : function.with(body);
  }

  /** From the inside out, so that any number of loops become one. */
  private Stmt collapse(Stmt s) {
    Stmt inner = Walk.map(s, e -> e, this::collapse);
    return inner instanceof Stmt.For(Variable row, Exp from, Exp to, Stmt body)
            && single(body) instanceof Stmt.For(Variable p, Exp begin, Exp end, Stmt entry)
            && Rows.isStraight(entry)
            && isBound(begin, row)
            && end.equals(at(begin, row, RowForm.next(row)))
            && !Occurrences.used(entry).contains(row)
            && Effects.isRepeatable(to)
        ? new Stmt.For(p, at(begin, row, first(from, to)), at(begin, row, to), entry)
        : inner;
  }

  /** Where there are no rows, the first may lie beyond all that there are bounds of. */
  private static Exp first(Exp from, Exp to) {
    return from instanceof Exp.Const || from instanceof Exp.Load ? from : Imp.min(from, to);
  }

  private static Stmt single(Stmt s) {
    return s instanceof Stmt.Block b && b.statements().size() == 1 ? b.statements().getFirst() : s;
  }

  /** Whether it is {@code bounds[row]}, or {@code bounds[bounds[row]]} of two arrays, and so on. */
  private boolean isBound(Exp e, Variable row) {
    return e instanceof Exp.Load(Variable array, Exp index)
        && onlyRead.contains(array)
        && (index.equals(row) || isBound(index, row));
  }

  private static Exp at(Exp bound, Variable row, Exp where) {
    return Copying.replace(bound, Map.of(row, where));
  }
}
