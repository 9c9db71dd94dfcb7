package org.einkorn.imp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
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
 * fetched into depends on how far away x is. What is computed stays the same.
 */
public final class Prefetching {
  /** What a processor fetches at once. */
  private static final int LINE = 64;

  /** How many lines are on their way at a time, about, and how many entries ahead at least. */
  private static final int LINES_AHEAD = 64;

  private static final int LEAST_AHEAD = 4;

  /** The farther cache has room for so many times as much. */
  private static final int TIMES_FAR = 2;

  /** Beyond as many lines an entry does so much that it need not wait for the next. */
  private static final int MOST_LINES = 24;

  private final Set<Variable> onlyRead;
  private final Ahead ahead;
  private final Stmt.Cache into;

  private Prefetching(Function function, Stmt.Cache into) {
    this.into = into;
    this.onlyRead = OnlyRead.of(function);
    this.ahead = new Ahead(new LocalNames(function));
  }

  /** The function that fetches ahead, into the nearest cache first; none if nothing can be. */
  public static List<Function> forms(Function function) {
    return Arrays.stream(Stmt.Cache.values()).flatMap(c -> of(function, c).stream()).toList();
  }

  /** The function that fetches ahead; empty if there is nothing that it could. */
  static Optional<Function> of(Function function, Stmt.Cache into) {
    Prefetching prefetching = new Prefetching(function, into);
    Stmt body = prefetching.visit(function.body());
    if (body == function.body()) {
      return Optional.empty();
    }
    List<Stmt> all = new ArrayList<>(prefetching.ahead.declarations());
    // What is declared at the top level may be a result.
    all.addAll(Walk.statements(body));
    Function ahead = function.with(new Stmt.Block(all));
    Verifier.verify(ahead);
    return Optional.of(ahead);
  }

  private Stmt visit(Stmt s) {
    if (s instanceof Stmt.For f && Rows.isStraight(f.body())) {
      return new Loop(f).ahead().orElse(s);
    }
    Stmt visited = Walk.map(s, e -> e, this::visit);
    return visited instanceof Stmt.For f
        ? new SegmentsAhead(f, onlyRead, ahead, into).loop().orElse(visited)
        : visited;
  }

  /**
   * Elements around a place that depends on a coordinate.
   *
   * @param place without what is added to it
   */
  private record Place(Variable array, Exp place) {}

  /** One loop over entries. */
  private final class Loop {
    private final Stmt.For loop;
    private final Set<Variable> inside;
    private final Map<Variable, Exp.Load> coordinates = new HashMap<>();

    /** The lists that every turn reads at its own place, which so is one. */
    private final Set<Variable> lists = new HashSet<>();

    /** Which offsets are read around each place. */
    private final Map<Place, TreeSet<Integer>> read = new LinkedHashMap<>();

    Loop(Stmt.For loop) {
      this.loop = loop;
      this.inside = Occurrences.bound(loop);
      collectLists(loop.body());
      collect(loop.body());
    }

    private void collectLists(Stmt s) {
      Walk.expressions(s).forEach(this::collectLists);
      if (!(s instanceof Stmt.If)) {
        Walk.parts(s).forEach(this::collectLists);
      }
    }

    private void collectLists(Exp e) {
      switch (e) {
        case Exp.Select s -> collectLists(s.condition());
        case Binary b when b.op().isLogical() -> collectLists(b.left());
        case Exp.Load(Variable list, Exp index) when index.equals(loop.variable()) ->
            lists.add(list);
        default -> Walk.children(e).forEach(this::collectLists);
      }
    }

    private void collect(Stmt s) {
      if (s instanceof Stmt.Declare(Variable j, Exp.Load load) && isCoordinate(load)) {
        coordinates.put(j, load);
      }
      Walk.expressions(s).forEach(this::collect);
      Walk.parts(s).forEach(this::collect);
    }

    private void collect(Exp e) {
      switch (e) {
        case Exp.Load(Variable array, Exp index) -> note(array, index, 1);
        case Exp.LoadVector(Variable array, Exp index, int lanes) -> note(array, index, lanes);
        default -> {}
      }
      Walk.children(e).forEach(this::collect);
    }

    private boolean isCoordinate(Exp.Load load) {
      return load.index().equals(loop.variable())
          && load.type().equals(Type.INT32)
          && lists.contains(load.array())
          && onlyRead.contains(load.array());
    }

    private void note(Variable array, Exp index, int lanes) {
      if (!onlyRead.contains(array)) {
        return;
      }
      Exp known = Copying.replace(index, new HashMap<>(coordinates));
      int offset = 0;
      if (known instanceof Binary(BinaryOp op, Exp base, Exp.Const(Constant added))
          && op == BinaryOp.ADD) {
        known = base;
        offset = (int) added.asLong();
      }
      if (dependsOnCoordinate(known)) {
        TreeSet<Integer> offsets =
            read.computeIfAbsent(new Place(array, known), p -> new TreeSet<>());
        offsets.add(offset);
        offsets.add(offset + lanes - 1);
      }
    }

    /** Whether a coordinate is all that it needs of this turn of the loop. */
    private boolean dependsOnCoordinate(Exp e) {
      boolean[] depends = {false};
      return needsNothingElse(e, depends) && depends[0];
    }

    private boolean needsNothingElse(Exp e, boolean[] depends) {
      if (e instanceof Exp.Load load && isCoordinate(load)) {
        depends[0] = true;
        return true;
      }
      return !(e instanceof Variable v && inside.contains(v))
          && Effects.isRepeatable(e)
          && !(e instanceof Exp.Load)
          && Walk.children(e).stream().allMatch(child -> needsNothingElse(child, depends));
    }

    Optional<Stmt> ahead() {
      Map<Place, List<Integer>> lines = new LinkedHashMap<>();
      read.forEach((place, offsets) -> lines.put(place, lines(place.array, offsets)));
      int count = lines.values().stream().mapToInt(List::size).sum();
      if (count == 0 || count > MOST_LINES) {
        return Optional.empty();
      }
      int times = into == Stmt.Cache.FAR ? TIMES_FAR : 1;
      int distance = times * Math.max(LEAST_AHEAD, LINES_AHEAD / count);
      List<Stmt> body = new ArrayList<>();
      Map<Variable, Variable> aheads = new HashMap<>();
      lines.forEach(
          (place, offsets) -> {
            Exp later = later(place.place, distance, aheads, body);
            offsets.forEach(
                offset ->
                    body.add(
                        new Stmt.Prefetch(
                            place.array, Imp.add(later, Imp.constant((int) offset)), into)));
          });
      body.add(loop.body());
      return Optional.of(Imp.forLoop(loop.variable(), loop.from(), loop.to(), Imp.block(body)));
    }

    /** One of the offsets for each line. */
    private List<Integer> lines(Variable array, TreeSet<Integer> offsets) {
      int inLine = LINE / array.type().element().bytes();
      List<Integer> chosen = new ArrayList<>();
      for (int offset : offsets) {
        boolean isFar = chosen.isEmpty() || offset >= chosen.getLast() + inLine;
        if (isFar || offset == offsets.last() && offset > chosen.getLast()) {
          chosen.add(offset);
        }
      }
      return chosen;
    }

    /** The same place for an entry so many further on. */
    private Exp later(Exp place, int distance, Map<Variable, Variable> aheads, List<Stmt> body) {
      if (place instanceof Exp.Load(Variable list, Exp index)) {
        return aheads.computeIfAbsent(
            list,
            x -> {
              Variable later = ahead.fresh(list);
              body.add(Imp.declare(later, ahead.load(list, loop.variable(), distance)));
              return later;
            });
      }
      return Walk.mapChildren(place, child -> later(child, distance, aheads, body));
    }
  }
}
