package org.einkorn.imp;

import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;

/**
 * Finds out what will be touched before it is, and does it in the way that suits.
 *
 * <pre>
 * for (p …) { … touch(j) }
 * sortTouched(list, n, bits, size);
 * …
 * for (int t = 0; t &lt; n; t++) { … list[t] … }
 * →
 * int touches = 0; …                                        {@link TouchExtent}
 * if (parts &lt; 2 &amp;&amp; touches &lt;= out.length - used) {
 *   for (p …) { … }                                         {@link StraightTouches}
 * } else if (touches &lt;= 128 …) {
 *   …                                                       {@link SortedTouches}
 * } else if (touches - longest &lt;= 128 …) {
 *   …                                                       {@link MergedTouches}
 * } else {
 *   boolean close = 32 &lt; touches &amp;&amp; end - first &gt;&gt;&gt; 3 &lt; touches;
 *   if (close) { … n = places(seen, turn, first, end, list); }     {@link CloseTouches}
 *   else for (p …) { … touch(j) }
 *   if (!close) sortTouched(list, n, bits, size);
 *   …
 *   for (int t = 0; t &lt; n; t++) { … list[t] … }
 * }
 * </pre>
 */
final class MeasuredTouches {
  private final Function function;
  private final TouchedSegments segments;
  private final LocalNames names;
  private final int few;
  private final boolean sorts;
  private final Optional<RememberedTouches> rows;

  /** The row that is remembered: one is enough. */
  private Optional<RememberedTouches.Row> remembered = Optional.empty();

  private MeasuredTouches(
      Function function,
      LocalNames names,
      int few,
      boolean sorts,
      Optional<RememberedTouches> rows) {
    this.function = function;
    this.segments = new TouchedSegments(function.segments());
    this.names = names;
    this.few = few;
    this.sorts = sorts;
    this.rows = rows;
  }

  /**
   * The function so; the same if there is nothing of the kind.
   *
   * @param few so many touches need not be close together
   * @param sorts whether a few are sorted with their values, which is good for places far apart
   */
  static Function of(Function function, int few, boolean sorts) {
    LocalNames names = new LocalNames(function);
    Function measured =
        new MeasuredTouches(function, names, few, sorts, Optional.empty()).function();
    if (measured != function) {
      Verifier.verify(measured);
    }
    return measured;
  }

  /** A function with what may be kept from one call to the next, see {@link CoreLoop}. */
  record Remembering(Function function, List<Variable> kept) {}

  /**
   * The function that besides remembers rows; empty if it cannot.
   *
   * @param lanes how many elements a vector register takes
   */
  static Optional<Remembering> remembering(
      Function function, int few, ToIntFunction<ElementType> lanes) {
    LocalNames names = new LocalNames(function);
    RememberedTouches rows = new RememberedTouches(OnlyRead.of(function), names, lanes);
    MeasuredTouches touches = new MeasuredTouches(function, names, few, true, Optional.of(rows));
    Function measured = touches.function();
    if (touches.remembered.isEmpty()) {
      return Optional.empty();
    }
    List<Stmt> all = new ArrayList<>(touches.remembered.get().declarations());
    all.addAll(Walk.statements(measured.body()));
    Function remembering = measured.with(new Stmt.Block(all));
    Verifier.verify(remembering);
    return Optional.of(new Remembering(remembering, rows.kept()));
  }

  private Function function() {
    Stmt body = visit(function.body());
    return body == function.body() ? function : function.with(body);
  }

  private Stmt visit(Stmt s) {
    return s instanceof Stmt.For loop
        ? Walk.map(s, e -> e, body -> visit(body, Optional.of(loop)))
        : visit(s, Optional.empty());
  }

  /**
   * @param turns the loop of which it is all that a turn does, if there is one
   */
  private Stmt visit(Stmt s, Optional<Stmt.For> turns) {
    Stmt visited = s instanceof Stmt.For ? visit(s) : Walk.map(s, e -> e, this::visit);
    if (visited instanceof Stmt.Block(List<Stmt> statements)) {
      for (int k = 1; k < statements.size(); k++) {
        Optional<List<Stmt>> measured = measured(statements, k, turns);
        if (measured.isPresent()) {
          return new Stmt.Block(measured.get());
        }
      }
    }
    return visited;
  }

  /**
   * The statements so, if that of a number orders what those before it touch.
   *
   * @param turns the loop whose turns they are, if they are
   */
  private Optional<List<Stmt>> measured(
      List<Stmt> statements, int number, Optional<Stmt.For> turns) {
    if (!(statements.get(number) instanceof Stmt.Run(Exp.Call ordering)
        && ordering.function() == RuntimeFunction.SORT_TOUCHED)) {
      return Optional.empty();
    }
    int begin = number;
    while (begin > 0 && !Touch.in(statements.get(begin - 1)).isEmpty()) {
      begin--;
    }
    List<Stmt> touching = statements.subList(begin, number);
    Optional<Touch> touch = touchOfOneRow(touching);
    if (touch.isEmpty()
        || !touch.get().list().equals(ordering.arguments().getFirst())
        || isTouchedElsewhere(touch.get(), touching)) {
      return Optional.empty();
    }
    TouchExtent extent = TouchExtent.of(names);
    List<Stmt> anew = new ArrayList<>(extent.declarations());
    for (Stmt s : touching) {
      Optional<Stmt> measuring = extent.measuring(s, segments, names);
      if (measuring.isEmpty()) {
        return Optional.empty();
      }
      anew.add(names.withOwn(measuring.get()));
    }
    List<Stmt> after = statements.subList(number + 1, statements.size());
    Optional<TouchUse> use =
        TouchUse.of(touch.get(), after, extent.touches(), function.body())
            .filter(u -> StraightTouches.arePossible(touching, segments));
    int rest = use.map(u -> u.number() + 1).orElse(0);
    List<Stmt> listed = listed(touching, touch.get(), extent, statements.get(number));
    listed.addAll(after.subList(0, rest));
    List<Stmt> others = new ArrayList<>(statements.subList(0, begin));
    others.addAll(after.subList(rest, after.size()));
    Optional<RememberedTouches.Row> row =
        use.isPresent() && turns.isPresent() && remembered.isEmpty()
            ? rows.flatMap(
                r -> r.row(turns.get(), touching, touch.get(), segments, use.get(), others))
            : Optional.empty();
    row.ifPresent(known -> anew.addAll(known.remembering(extent)));
    if (use.isPresent()) {
      Exp size = ordering.arguments().getLast();
      anew.add(atOnce(touching, touch.get(), extent, size, use.get(), new Stmt.Block(listed)));
    } else {
      anew.addAll(listed);
    }
    List<Stmt> all = new ArrayList<>(statements.subList(0, begin));
    if (row.isPresent()) {
      remembered = row;
      all.addAll(row.get().knownOr(anew));
    } else {
      all.addAll(anew);
    }
    all.addAll(after.subList(rest, after.size()));
    return Optional.of(all);
  }

  /** Places are listed first, however close together they are. */
  private List<Stmt> listed(List<Stmt> touching, Touch touch, TouchExtent extent, Stmt ordering) {
    Variable isClose = names.fresh("close", Type.BOOL);
    Stmt close = new CloseTouches(segments, names).of(touching, touch, extent);
    List<Stmt> listed = new ArrayList<>();
    listed.add(declare(isClose, extent.isClose(few)));
    listed.add(ifElse(isClose, names.withOwn(close), new Stmt.Block(touching)));
    listed.add(new Stmt.If(isClose, Stmt.NOTHING, ordering));
    return listed;
  }

  /** What is done with places is done at once where that is possible. */
  private Stmt atOnce(
      List<Stmt> touching,
      Touch touch,
      TouchExtent extent,
      Exp size,
      TouchUse use,
      Stmt.Block listed) {
    List<Stmt> straight = new ArrayList<>();
    touching.forEach(s -> straight.add(StraightTouches.of(s, use, names)));
    Stmt done =
        ifElse(
            and(extent.isInOrder(), use.hasRoom()),
            names.withOwn(new Stmt.Block(straight)),
            sorts ? sorted(touching, touch, extent, size, use, listed) : listed);
    return ifElse(extent.isNothing(), Stmt.NOTHING, new Stmt.Block(List.of(done)));
  }

  private Stmt.Block sorted(
      List<Stmt> touching,
      Touch touch,
      TouchExtent extent,
      Exp size,
      TouchUse use,
      Stmt.Block listed) {
    SortedTouches few = new SortedTouches(touch, use, names);
    Variable longest = extent.longest();
    MergedTouches others = new MergedTouches(few, touch, use, segments, longest, names);
    Stmt sorted = names.withOwn(new Stmt.Block(few.of(touching)));
    Stmt merged = names.withOwn(new Stmt.Block(others.of(touching)));
    Exp areFew = SortedTouches.arePossible(extent.touches(), touch, size);
    Exp othersAreFew = SortedTouches.arePossible(subtract(extent.touches(), longest), touch, size);
    Stmt either = ifElse(and(othersAreFew, use.hasRoom()), merged, listed);
    return new Stmt.Block(
        List.of(ifElse(and(areFew, use.hasRoom()), sorted, new Stmt.Block(List.of(either)))));
  }

  /** Whether other statements touch places of the same row, which would be in it already. */
  private boolean isTouchedElsewhere(Touch touch, List<Stmt> touching) {
    long all = Touch.in(function.body()).stream().filter(t -> t.row().equals(touch.row())).count();
    return all != touching.stream().mapToLong(s -> Touch.in(s).size()).sum();
  }

  /** One of all touches, if they are of one row, with which statements do nothing else. */
  private static Optional<Touch> touchOfOneRow(List<Stmt> touching) {
    Map<List<Variable>, Touch> rows = new HashMap<>();
    for (Stmt s : touching) {
      Touch.in(s).forEach(t -> rows.put(t.row(), t));
    }
    Set<Variable> used = new LinkedHashSet<>();
    touching.forEach(s -> used.addAll(Occurrences.used(Touch.without(s))));
    return rows.values().stream()
        .filter(t -> rows.size() == 1 && t.row().stream().noneMatch(used::contains))
        .findFirst();
  }
}
