package org.einkorn.imp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/** What a loop over entries reads at their coordinates, in arrays that nobody writes. */
final class CoordinateReads {
  /** What a processor fetches at once. */
  private static final int LINE = 64;

  private final Stmt.For loop;
  private final Set<Variable> onlyRead;
  private final Set<Variable> inside;
  private final Map<Variable, Exp.Load> coordinates = new HashMap<>();

  /** The lists that every turn reads at its own place, which so is one. */
  private final Set<Variable> lists = new HashSet<>();

  /** Which offsets are read around each place. */
  private final Map<Place, TreeSet<Integer>> read = new LinkedHashMap<>();

  /**
   * Elements around a place that depends on a coordinate.
   *
   * @param place without what is added to it
   */
  private record Place(Variable array, Exp place) {}

  /**
   * @param loop without loops inside
   * @param onlyRead arrays whose elements never change
   */
  CoordinateReads(Stmt.For loop, Set<Variable> onlyRead) {
    this.loop = loop;
    this.onlyRead = onlyRead;
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
      case Exp.Load(Variable list, Exp index) when index.equals(loop.variable()) -> lists.add(list);
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
      case Exp.LoadVector l when l.line().isPresent() -> {
        int begin = Math.min(l.line().get().number() * l.lanes(), l.extent() - 1);
        note(l.array(), Imp.add(l.index(), Imp.constant(begin)), 1);
      }
      case Exp.LoadVector l -> note(l.array(), l.index(), l.lanes());
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

  /** How many lines a turn reads so. */
  int lines() {
    return read.entrySet().stream()
        .mapToInt(e -> lines(e.getKey().array, e.getValue()).size())
        .sum();
  }

  /** One of the offsets for each line. */
  private static List<Integer> lines(Variable array, TreeSet<Integer> offsets) {
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

  /**
   * Fetches those lines for another entry.
   *
   * @param coordinate declares what the entry has in a list, once, and gives the variable
   */
  List<Stmt> fetch(Stmt.Cache into, UnaryOperator<Variable> coordinate) {
    List<Stmt> fetched = new ArrayList<>();
    read.forEach(
        (place, offsets) -> {
          Exp other = of(place.place, coordinate);
          for (int offset : lines(place.array, offsets)) {
            Exp line = Imp.add(other, Imp.constant(offset));
            fetched.add(new Stmt.Prefetch(place.array, line, into));
          }
        });
    return fetched;
  }

  /** The same place for another entry. */
  private static Exp of(Exp place, UnaryOperator<Variable> coordinate) {
    return place instanceof Exp.Load(Variable list, Exp index)
        ? coordinate.apply(list)
        : Walk.mapChildren(place, child -> of(child, coordinate));
  }
}
