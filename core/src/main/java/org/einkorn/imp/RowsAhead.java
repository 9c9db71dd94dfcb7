package org.einkorn.imp;

import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Fetches ahead what one entry of a later row will read, its last:
 *
 * <pre>
 * int pos_near = pos.length - 34;
 * int crd_near = crd.length - 1;
 * for (int i = from; i &lt; to; i++) {
 *   if (0 &lt;= crd_near) {
 *     int pos_ahead = pos[min(i, pos_near) + 33];
 *     int crd_ahead = crd[max(min(pos_ahead - 1, crd_near), 0)];
 *     prefetch B[crd_ahead * 8];
 *   }
 *   for (int p = pos[i]; p &lt; pos[i + 1]; p++) {
 *     int k = crd[p];
 *     t += double&lt;8&gt;(vals[p]) * B[k * 8 : 8];
 *   }
 *   …
 * }
 * </pre>
 *
 * On grids and in bands rows move along together, and the last coordinate is the only one that no
 * row before it had. To fetch the others, too, as {@link Prefetching} does, costs more than it
 * gains there.
 */
public final class RowsAhead {
  /** How many rows ahead at most and at least. */
  private static final int MOST_ROWS = 32;

  private static final int LEAST_ROWS = 8;

  /** About as many lines are on their way, which the nearest cache has room for. */
  private static final int LINES = 128;

  /** A processor foresees where single numbers are read in bands. */
  private static final int LEAST_LINES = 2;

  private final Set<Variable> onlyRead;
  private final Ahead ahead;

  private RowsAhead(Function function) {
    this.onlyRead = OnlyRead.of(function);
    this.ahead = new Ahead(new LocalNames(function));
  }

  /** The function so; empty if it has no rows that read vectors at their coordinates. */
  public static Optional<Function> of(Function function) {
    RowsAhead rows = new RowsAhead(function);
    return rows.ahead.with(function, rows.visit(function.body()));
  }

  private Stmt visit(Stmt s) {
    Stmt visited = Walk.map(s, e -> e, this::visit);
    return visited instanceof Stmt.For(Variable row, Exp from, Exp to, Stmt body)
        ? Walk.with(visited, List.of(from, to), List.of(inRow(row, body)))
        : visited;
  }

  private Stmt inRow(Variable row, Stmt s) {
    if (s instanceof Stmt.For f && Rows.isStraight(f.body())) {
      return Rows.bounds(row, f.from(), f.to())
          .filter(onlyRead::contains)
          .flatMap(bounds -> fetched(row, bounds, f))
          .map(fetched -> Imp.block(fetched, f))
          .orElse(f);
    }
    Stmt inside = Walk.map(s, e -> e, part -> inRow(row, part));
    // What is fetched stands beside the loop, with nothing around both.
    return inside != s && inside instanceof Stmt.Block b ? Imp.block(b.statements()) : inside;
  }

  private Optional<Stmt> fetched(Variable row, Variable bounds, Stmt.For entries) {
    CoordinateReads reads = new CoordinateReads(entries, onlyRead);
    if (reads.lines() < LEAST_LINES) {
      return Optional.empty();
    }
    int distance = Math.clamp(LINES / reads.lines(), LEAST_ROWS, MOST_ROWS);
    List<Stmt> all = new ArrayList<>();
    Variable end = ahead.fresh(bounds);
    all.add(declare(end, ahead.load(bounds, row, distance + 1)));
    Map<Variable, Variable> coordinates = new LinkedHashMap<>();
    List<Stmt> lines =
        reads.fetch(
            Stmt.Cache.NEAR, list -> coordinates.computeIfAbsent(list, l -> ahead.fresh(list)));
    Exp last = subtract(end, constant(1));
    coordinates.forEach((list, later) -> all.add(declare(later, ahead.loadWithin(list, last))));
    all.addAll(lines);
    // Where no row has entries there is no last one.
    Exp hasEntries =
        coordinates.keySet().stream().map(ahead::hasAny).reduce(constant(true), Imp::and);
    return Optional.of(ifThen(hasEntries, new Stmt.Block(all)));
  }
}
