package org.einkorn.imp;

import java.util.List;
import java.util.Optional;
import org.einkorn.imp.Exp.Variable;

/**
 * A loop that sets a whole row to a constant, before others compute the row: {@code for (int r = 0;
 * r < n; r++) C_vals[i * n + r] = 0.0;}
 */
record ClearedRow(Stmt loop, Variable array, Exp value) {
  /** The one before loops that compute rows, if only declarations stand in between. */
  static Optional<ClearedRow> before(List<Stmt> statements, TileRegion region) {
    for (Stmt s : statements.reversed()) {
      if (!(s instanceof Stmt.Declare d) || reads(d.value(), region)) {
        return of(s, region);
      }
    }
    return Optional.empty();
  }

  private static Optional<ClearedRow> of(Stmt s, TileRegion region) {
    if (s instanceof Stmt.For(Variable r, Exp from, Exp to, Stmt body)
        && Imp.isInteger(from, 0)
        && to.equals(region.size())
        && body instanceof Stmt.Store(Variable array, Exp index, Exp value, boolean streamed)
        && value instanceof Exp.Const) {
      return RowValue.begin(index, r)
          .filter(begin -> begin.equals(region.written().get(array)))
          .map(begin -> new ClearedRow(s, array, value));
    }
    return Optional.empty();
  }

  private static boolean reads(Exp e, TileRegion region) {
    return Walk.readsAny(e, region.written()::containsKey);
  }
}
