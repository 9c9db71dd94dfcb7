package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.bitAnd;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.max;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.or;
import static org.einkorn.imp.Imp.shiftLeft;
import static org.einkorn.imp.Imp.shiftRight;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.support.RowMemory;

/**
 * Code that remembers where the touches of a row went: on grids and in bands those of many rows lie
 * alike, all moved by the same distance. Whether they do is seen by comparing coordinates; then
 * nothing has to be touched, put in order or foreseen, and sums are computed in vectors. {@link
 * RowMemory} says what is remembered, and what the numbers in that are.
 *
 * <pre>
 * int row = rows[i];
 * int parts = rows[i + 1] - row;
 * int hash = 0;
 * int known = 0;
 * if (1 &lt; parts &amp;&amp; parts &lt;= begins.length) {
 *   for (int part = 0; part &lt; parts; part++) {
 *     … begins[part] = pos[k]; lengths[part] = pos[k + 1] - pos[k]; hash = …
 *   }
 *   int at = memory[…hash…];
 *   if (unlike(memory, at, begins, lengths, parts, crd) == 0) {
 *     known = -1;
 *     if (…there is room for vectors…) known = at;
 *   }
 * }
 * if (0 &lt; known) {
 *   double&lt;8&gt; sums = double&lt;8&gt;(-0.0);
 *   int at = used;
 *   for (int next = …) {                                     all steps
 *     int step = memory[next];
 *     sums = sums + spread(step, a * vals[begins[…] + … : 8], double&lt;8&gt;(-0.0));
 *     if (…another vector follows…) { out[at : 8] = sums; at += 8; sums = double&lt;8&gt;(-0.0); }
 *   }
 *   last_sums[0 : 8] = sums;
 *   copyFew(last_sums, out, at, used + n - at);              what is behind them may be another's
 *   … places = those in the memory, moved …
 *   used += n;
 * } else {
 *   …                                                        {@link MeasuredTouches}
 *   if (…the same row twice, and not known…) memory = remember(memory, …);
 * }
 * </pre>
 *
 * Nothing depends on what is remembered but how long it takes, so that it may be of another run.
 */
final class RememberedTouches {
  /** To remember a row takes as long as some rows, so it is done once in so many turns. */
  private static final int PAUSE = 32;

  private static final int FACTOR = 31;

  private final LocalNames names;
  private final ToIntFunction<ElementType> lanes;
  private final Variable memory;
  private final Variable begins;
  private final Variable lengths;
  private final Variable turn;
  private final Variable before;

  /**
   * @param lanes how many elements a vector register takes
   */
  RememberedTouches(LocalNames names, ToIntFunction<ElementType> lanes) {
    this.names = names;
    this.lanes = lanes;
    this.memory = names.fresh("memory", Type.INT32_ARRAY);
    this.begins = names.fresh("begins", Type.INT32_ARRAY);
    this.lengths = names.fresh("lengths", Type.INT32_ARRAY);
    this.turn = names.fresh("remembered_in", Type.INT32);
    this.before = names.fresh("mark_before", Type.INT32);
  }

  /** What may as well be as an earlier run has left it. */
  List<Variable> kept() {
    return List.of(memory, begins, lengths, turn, before);
  }

  /**
   * The row that statements touch: all of segments that entries lead to.
   *
   * @param use what is done with places in the end: they must be appended
   */
  Optional<Row> row(List<Stmt> touching, Touch touch, TouchedSegments segments, TouchUse use) {
    if (touching.size() != 1
        || !(touching.getFirst() instanceof Stmt.For entries)
        || !(Walk.statements(entries.body()).getLast() instanceof Stmt.For along)
        || !Effects.isRepeatable(entries.from())
        || segments.coordinates(along).isEmpty()
        || !TouchedSegments.isPlain(along)) {
      return Optional.empty();
    }
    ElementType element = touch.values().type().element();
    return AddedSegment.of(entries, along, segments.coordinates(along).get(), names)
        .filter(segment -> lanes.applyAsInt(element) > 1)
        .filter(segment -> new RowValue(element, segment.q()).isElementwise(segment.value()))
        .flatMap(
            segment -> use.appended().map(appended -> new Row(entries, segment, touch, appended)));
  }

  /** A row that may be known, with variables of its own. */
  final class Row {
    private final Stmt.For entries;
    private final AddedSegment along;
    private final Touch touch;
    private final TouchUse.Appended appended;
    private final int width;
    private final int ints = lanes.applyAsInt(ElementType.INT32);
    private final Variable first = names.fresh("row", Type.INT32);
    private final Variable parts = names.fresh("row_parts", Type.INT32);
    private final Variable hash = names.fresh("hash", Type.INT32);
    private final Variable last = names.fresh("last", Type.INT32);
    private final Variable known = names.fresh("known", Type.INT32);
    private final Variable lastPlaces = names.fresh("last_places", Type.INT32_ARRAY);
    private final Variable lastSums;

    private Row(Stmt.For entries, AddedSegment along, Touch touch, TouchUse.Appended appended) {
      this.entries = entries;
      this.along = along;
      this.touch = touch;
      this.appended = appended;
      ElementType element = touch.values().type().element();
      this.width = lanes.applyAsInt(element);
      this.lastSums = names.fresh("last_sums", Type.arrayOf(element));
    }

    /** What a function that has such rows begins with. */
    List<Stmt> declarations() {
      Exp parts = new Exp.Allocate(ElementType.INT32, constant(RowMemory.MOST_PARTS));
      ElementType element = touch.values().type().element();
      return List.of(
          declare(memory, new Exp.Allocate(ElementType.INT32, constant(RowMemory.EMPTY))),
          declare(begins, parts),
          declare(lengths, parts),
          declare(turn, constant(Integer.MAX_VALUE)),
          declare(before, constant(0)),
          declare(lastPlaces, new Exp.Allocate(ElementType.INT32, constant(ints))),
          declare(lastSums, new Exp.Allocate(element, constant(width))));
    }

    /** Whether there are several parts, and no more than can be remembered. */
    private Exp isPossible() {
      return and(less(constant(1), parts), lessEqual(parts, length(begins)));
    }

    /** What finds out whether the row is known. */
    List<Stmt> looking() {
      Variable at = names.fresh("at", Type.INT32);
      Exp slot = shiftRight(multiply(hash, constant(RowMemory.MIX)), constant(RowMemory.MIX_SHIFT));
      Exp unlike =
          call(RuntimeFunction.UNLIKE, memory, at, begins, lengths, parts, along.coordinates());
      Variable places = names.fresh("places", Type.INT32);
      Stmt found =
          new Stmt.Block(
              List.of(
                  assign(known, constant(-1)),
                  declare(places, load(memory, add(at, constant(RowMemory.PLACES)))),
                  ifThen(hasRoom(places), assign(known, at))));
      return List.of(
          declare(first, entries.from()),
          declare(parts, subtract(entries.to(), first)),
          declare(hash, constant(0)),
          declare(last, constant(0)),
          declare(known, constant(0)),
          ifThen(
              isPossible(),
              new Stmt.Block(
                  List.of(
                      listing(),
                      declare(at, load(memory, slot)),
                      ifThen(equal(unlike, constant(0)), found)))));
    }

    /** What lists where the parts begin and how long they are. */
    private Stmt listing() {
      Variable part = names.fresh("part", Type.INT32);
      Variable begin = names.fresh("begin", Type.INT32);
      Variable size = names.fresh("size", Type.INT32);
      List<Stmt> body = new ArrayList<>();
      body.add(declare(entries.variable(), add(first, part)));
      body.addAll(along.declared());
      body.add(declare(begin, along.begin()));
      body.add(declare(size, subtract(along.end(), begin)));
      body.add(store(begins, part, begin));
      body.add(store(lengths, part, size));
      body.add(assign(last, max(last, begin)));
      body.add(assign(hash, add(hash, shiftLeft(size, part))));
      return names.withOwn(forLoop(part, constant(0), parts, new Stmt.Block(body)));
    }

    /** Whether there is room for vectors where elements are read, and for what is appended. */
    private Exp hasRoom(Variable places) {
      Exp has = appended.hasRoom(places);
      for (Variable array : arrays(value(along.p(), along.q()))) {
        Exp behind = constant(RowMemory.LONGEST_PART + width);
        has = and(has, lessEqual(last, subtract(length(array), behind)));
      }
      return has;
    }

    Exp isKnown() {
      return less(constant(0), known);
    }

    /** What computes a row that is known. */
    Stmt again() {
      Type vector = new Type.Vector(touch.values().type().element(), width);
      Variable nothing = names.fresh("nothing", vector);
      Variable sums = names.fresh("sums", vector);
      Variable at = names.fresh("at", Type.INT32);
      Variable next = names.fresh("next", Type.INT32);
      Variable n = names.fresh("n", Type.INT32);
      List<Stmt> all = new ArrayList<>();
      all.add(declare(n, load(memory, add(known, constant(RowMemory.PLACES)))));
      all.add(declare(nothing, new Exp.Broadcast(touch.nothing(), width)));
      all.add(declare(sums, nothing));
      all.add(declare(at, appended.used()));
      all.add(
          forLoop(
              next,
              load(memory, add(known, constant(RowMemory.STEPS_AT))),
              load(memory, add(known, constant(RowMemory.STEPS_END))),
              adding(sums, next, nothing, at)));
      Exp end = add(appended.used(), n);
      all.addAll(lastOf(appended.values(), lastSums, sums, at, subtract(end, at)));
      all.addAll(placing(n));
      all.add(assign(appended.used(), end));
      return new Stmt.Block(all);
    }

    /** What appends the first lanes of the last vector: behind them there is another's row. */
    private List<Stmt> lastOf(List<Variable> arrays, Variable few, Exp vector, Exp at, Exp number) {
      List<Stmt> all = new ArrayList<>();
      all.add(store(few, constant(0), vector));
      arrays.forEach(array -> all.add(Imp.run(RuntimeFunction.COPY_FEW, few, array, at, number)));
      return all;
    }

    /** What a step adds, and what is appended behind the last one of a vector. */
    private Stmt adding(Variable sums, Variable next, Variable nothing, Variable at) {
      Variable step = names.fresh("step", Type.INT32);
      Exp part =
          bitAnd(shiftRight(step, constant(RowMemory.PART_SHIFT)), constant(RowMemory.MOST_PARTS));
      Exp before =
          bitAnd(
              shiftRight(step, constant(RowMemory.BEFORE_SHIFT)), constant(RowMemory.LONGEST_PART));
      Exp value = value(add(first, part), add(load(begins, part), before));
      List<Stmt> appending = new ArrayList<>();
      appended.values().forEach(array -> appending.add(store(array, at, sums)));
      appending.add(assign(at, add(at, constant(width))));
      appending.add(assign(sums, nothing));
      Exp isFull = less(step, constant(0));
      return new Stmt.Block(
          List.of(
              declare(step, load(memory, next)),
              assign(sums, add(sums, new Exp.Spread(step, value, nothing))),
              ifThen(isFull, new Stmt.Block(appending))));
    }

    /**
     * What appends the places.
     *
     * @param n how many
     */
    private List<Stmt> placing(Variable n) {
      Variable v = names.fresh("v", Type.INT32);
      Variable full = names.fresh("full", Type.INT32);
      Variable places = names.fresh("places", Type.INT32);
      Variable shift = names.fresh("shift", Type.INT32);
      Exp firstKnown = load(memory, load(memory, add(known, constant(RowMemory.COORDINATES_AT))));
      Exp at = multiply(v, constant(ints));
      Exp moved = new Exp.Broadcast(shift, ints);
      Variable those = names.fresh("those", new Type.Vector(ElementType.INT32, ints));
      List<Stmt> placed = new ArrayList<>();
      placed.add(declare(those, add(new Exp.LoadVector(memory, add(places, at), ints), moved)));
      appended.places().forEach(array -> placed.add(store(array, add(appended.used(), at), those)));
      Variable begin = names.fresh("last_at", Type.INT32);
      int log = Integer.numberOfTrailingZeros(ints);
      List<Stmt> all = new ArrayList<>();
      all.add(
          declare(
              shift, subtract(load(along.coordinates(), load(begins, constant(0))), firstKnown)));
      all.add(declare(places, load(memory, add(known, constant(RowMemory.PLACES_AT)))));
      all.add(declare(full, shiftRight(subtract(n, constant(1)), constant(log))));
      all.add(forLoop(v, constant(0), full, new Stmt.Block(placed)));
      all.add(declare(begin, multiply(full, constant(ints))));
      all.addAll(
          lastOf(
              appended.places(),
              lastPlaces,
              add(new Exp.LoadVector(memory, add(places, begin), ints), moved),
              add(appended.used(), begin),
              subtract(n, begin)));
      return all;
    }

    /** What an entry adds at several places of its segment. */
    private Exp value(Exp p, Exp q) {
      RowValue values = new RowValue(touch.values().type().element(), along.q());
      Exp vector =
          values.vector(
              along.value(),
              width,
              own -> own,
              load -> new Exp.LoadVector(load.array(), add(values.begin(load), q), width));
      return Copying.replace(vector, Map.of(along.p(), p));
    }

    /** What remembers a row that is not known, if it looks like the one before. */
    List<Stmt> remembering(TouchExtent extent) {
      Variable mark = names.fresh("mark", Type.INT32);
      Exp remembered =
          call(
              RuntimeFunction.REMEMBER,
              memory,
              hash,
              begins,
              lengths,
              parts,
              along.coordinates(),
              constant(width));
      Exp isAgain = and(equal(mark, before), equal(known, constant(0)));
      // Turns begin anew at times.
      Exp isTime =
          or(less(touch.turn(), turn), less(constant(PAUSE), subtract(touch.turn(), turn)));
      return List.of(
          declare(
              mark, add(multiply(hash, constant(FACTOR)), subtract(extent.end(), extent.first()))),
          ifThen(
              and(and(isAgain, isTime), isPossible()),
              new Stmt.Block(List.of(assign(turn, touch.turn()), assign(memory, remembered)))),
          assign(before, mark));
    }
  }

  /** The function that computes all rows anew: only machine code can do it otherwise. */
  static Function anew(Function function) {
    return function.with(anew(function.body()));
  }

  private static Stmt anew(Stmt s) {
    return s instanceof Stmt.If(Exp _, Stmt known, Stmt anew) && spreads(known)
        ? anew
        : Walk.map(s, e -> e, RememberedTouches::anew);
  }

  private static boolean spreads(Stmt s) {
    return Walk.expressions(s).stream().anyMatch(RememberedTouches::spreads)
        || Walk.parts(s).stream().anyMatch(RememberedTouches::spreads);
  }

  private static boolean spreads(Exp e) {
    return e instanceof Exp.Spread
        || Walk.children(e).stream().anyMatch(RememberedTouches::spreads);
  }

  private static List<Variable> arrays(Exp e) {
    List<Variable> arrays = new ArrayList<>();
    if (e instanceof Exp.LoadVector l) {
      arrays.add(l.array());
    }
    Walk.children(e).forEach(child -> arrays.addAll(arrays(child)));
    return arrays;
  }
}
