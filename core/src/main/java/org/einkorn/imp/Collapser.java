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
 * all is a long one.
 */
final class Collapser {
  private final Set<Variable> onlyRead;

  private Collapser(Function function) {
    this.onlyRead = OnlyRead.of(function);
  }

  static Function collapse(Function function) {
    Stmt body = new Collapser(function).collapse(function.body());
    return body == function.body()
        ? function
        : new Function(function.name(), function.parameters(), function.results(), body);
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
        ? new Stmt.For(p, at(begin, row, from), at(begin, row, to), entry)
        : inner;
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
