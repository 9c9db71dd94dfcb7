package org.einkorn.imp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.einkorn.imp.Exp.Variable;

/**
 * Fetches ahead what a loop over entries will read at their coordinates. Where these lie the
 * processor cannot foresee, but the list of coordinates can be read in advance:
 *
 * <pre>
 * int crd_near = crd.length - 65;
 * for (int p = begin; p &lt; end; p++) {
 *   int j_ahead = crd[min(p, crd_near) + 64];
 *   prefetch x[j_ahead];
 *   int j = crd[p];
 *   t += vals[p] * x[j];
 * }
 * </pre>
 *
 * Where a coordinate says which segment another loop goes through, the beginning of that is fetched
 * ({@link SegmentsAhead}).
 *
 * <p>That pays where x does not fit into a cache, and costs elsewhere; which cache it is best
 * fetched into, and how far ahead, depends on how far away x is and on how much of it is near
 * anyway. What is computed stays the same.
 */
public final class Prefetching {
  /** Where to, how many lines are on their way at a time, about, and how many entries ahead. */
  enum Reach {
    NEAR(Stmt.Cache.NEAR, 192, 64),
    FAR(Stmt.Cache.FAR, 128, 128),
    /** Where most of what is fetched is near, only some lines are really on their way. */
    FARTHER(Stmt.Cache.FAR, 1024, 1024);

    private final Stmt.Cache into;
    private final int lines;
    private final int entries;

    Reach(Stmt.Cache into, int lines, int entries) {
      this.into = into;
      this.lines = lines;
      this.entries = entries;
    }

    /** How many entries ahead where each reads so many lines. */
    private int distance(int linesOfEntry) {
      return Math.clamp(lines / linesOfEntry, LEAST_AHEAD, entries);
    }
  }

  private static final int LEAST_AHEAD = 4;

  /** Beyond as many lines an entry does so much that it need not wait for the next. */
  private static final int MOST_LINES = 24;

  private final Set<Variable> onlyRead;
  private final Ahead ahead;
  private final Reach reach;

  private Prefetching(Function function, Reach reach) {
    this.reach = reach;
    this.onlyRead = OnlyRead.of(function);
    this.ahead = new Ahead(new LocalNames(function));
  }

  /** The function that fetches ahead, into the nearest cache first; none if nothing can be. */
  public static List<Function> forms(Function function) {
    return Stream.of(Reach.values()).flatMap(r -> of(function, r).stream()).distinct().toList();
  }

  /** The function that fetches ahead; empty if there is nothing that it could. */
  static Optional<Function> of(Function function, Reach reach) {
    Prefetching prefetching = new Prefetching(function, reach);
    Stmt body = prefetching.visit(function.body());
    return prefetching.ahead.with(function, body);
  }

  private Stmt visit(Stmt s) {
    if (s instanceof Stmt.For f && Rows.isStraight(f.body())) {
      return loop(f).orElse(s);
    }
    Stmt visited = Walk.map(s, e -> e, this::visit);
    return visited instanceof Stmt.For f
        ? new SegmentsAhead(f, onlyRead, ahead, reach.into).loop().orElse(visited)
        : visited;
  }

  /** A loop over entries that fetches ahead. */
  private Optional<Stmt> loop(Stmt.For loop) {
    CoordinateReads reads = new CoordinateReads(loop, onlyRead);
    int lines = reads.lines();
    if (lines == 0 || lines > MOST_LINES) {
      return Optional.empty();
    }
    int distance = reach.distance(lines);
    List<Stmt> body = new ArrayList<>();
    Map<Variable, Variable> aheads = new HashMap<>();
    List<Stmt> fetched =
        reads.fetch(
            reach.into,
            list ->
                aheads.computeIfAbsent(
                    list,
                    l -> {
                      Variable later = ahead.fresh(list);
                      body.add(Imp.declare(later, ahead.load(list, loop.variable(), distance)));
                      return later;
                    }));
    body.addAll(fetched);
    body.add(loop.body());
    return Optional.of(Imp.forLoop(loop.variable(), loop.from(), loop.to(), Imp.block(body)));
  }
}
