package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.bitAnd;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.shiftRight;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.support.RowMemory;

/**
 * Code that computes rows which are like one that is remembered, see {@link RememberedTouches}: by
 * its steps, each of which adds some of a part to a vector of sums of each row.
 */
final class KnownRows {
  /**
   * So many rows later memory is written that is fetched now: the processor does not foresee it
   * where a row ends within a line.
   */
  private static final int AHEAD = 16;

  private final Variable memory;
  private final Variable known;
  private final Variable begins;
  private final Variable first;
  private final Variable parts;
  private final Variable n;
  private final AddedSegment along;
  private final Touch touch;
  private final TouchUse.Appended appended;
  private final LocalNames names;
  private final int width;
  private final int ints;

  /**
   * What is known of the rows.
   *
   * @param memory has the row that they are like
   * @param known where it is there
   * @param begins where the parts of each begin
   */
  record Known(Variable memory, Variable known, Variable begins) {}

  /**
   * The rows, which follow each other.
   *
   * @param first the first entry of the first one
   * @param parts how many entries each has
   * @param n how many places
   */
  record Alike(Variable first, Variable parts, Variable n) {}

  /**
   * @param along what each entry adds
   * @param appended where to
   * @param lanes how many elements a vector register takes
   */
  KnownRows(
      Known like,
      Alike rows,
      AddedSegment along,
      Touch touch,
      TouchUse.Appended appended,
      LocalNames names,
      ToIntFunction<ElementType> lanes) {
    this.memory = like.memory;
    this.known = like.known;
    this.begins = like.begins;
    this.first = rows.first;
    this.parts = rows.parts;
    this.n = rows.n;
    this.along = along;
    this.touch = touch;
    this.appended = appended;
    this.names = names;
    this.width = lanes.applyAsInt(touch.values().type().element());
    this.ints = lanes.applyAsInt(ElementType.INT32);
  }

  /**
   * What computes so many rows, and appends them; of these the first is counted, the others have to
   * be yet.
   */
  Stmt of(int rows) {
    Type vector = new Type.Vector(touch.values().type().element(), width);
    Variable nothing = names.fresh("nothing", vector);
    Variable at = names.fresh("at", Type.INT32);
    Variable next = names.fresh("next", Type.INT32);
    List<Variable> sums = new ArrayList<>();
    List<Stmt> all = new ArrayList<>();
    all.add(declare(nothing, new Exp.Broadcast(touch.nothing(), width)));
    for (int row = 0; row < rows; row++) {
      sums.add(names.fresh("sums", vector));
      all.add(declare(sums.getLast(), nothing));
    }
    all.add(declare(at, appended.used()));
    all.add(
        forLoop(
            next,
            load(memory, add(known, constant(RowMemory.STEPS_AT))),
            load(memory, add(known, constant(RowMemory.STEPS_END))),
            adding(sums, next, nothing, at)));
    Exp left = subtract(add(appended.used(), n), at);
    for (int row = 0; row < rows; row++) {
      Exp begin = add(at, times(row, n));
      for (Variable array : appended.values()) {
        all.add(Imp.run(RuntimeFunction.STORE_FEW, sums.get(row), array, begin, left));
        all.add(fetched(array, begin));
      }
    }
    all.addAll(placing(rows));
    all.add(assign(appended.used(), add(appended.used(), n)));
    return new Stmt.Block(all);
  }

  private static Exp times(int factor, Exp e) {
    return switch (factor) {
      case 0 -> constant(0);
      case 1 -> e;
      default -> multiply(e, constant(factor));
    };
  }

  /** To where some rows later will be appended. */
  private Stmt fetched(Variable array, Exp at) {
    return new Stmt.Prefetch(array, add(at, times(AHEAD, n)), Stmt.Cache.NEAR);
  }

  /** What a step adds to each row, and what is appended behind the last one of a vector. */
  private Stmt adding(List<Variable> sums, Variable next, Variable nothing, Variable at) {
    Variable step = names.fresh("step", Type.INT32);
    Variable part = names.fresh("part", Type.INT32);
    Variable earlier = names.fresh("earlier", Type.INT32);
    List<Stmt> all = new ArrayList<>();
    all.add(declare(step, load(memory, next)));
    all.add(
        declare(
            part,
            bitAnd(
                shiftRight(step, constant(RowMemory.PART_SHIFT)), constant(RowMemory.MOST_PARTS))));
    all.add(
        declare(
            earlier,
            bitAnd(
                shiftRight(step, constant(RowMemory.BEFORE_SHIFT)),
                constant(RowMemory.LONGEST_PART))));
    Exp entry = add(first, part);
    List<Stmt> appending = new ArrayList<>();
    for (int row = 0; row < sums.size(); row++) {
      Variable own = sums.get(row);
      Variable begin = names.fresh("begin", Type.INT32);
      Exp list = new Exp.Inside(add(part, constant(row * RowMemory.ROW)));
      all.add(declare(begin, load(begins, list)));
      all.add(
          assign(own, add(own, new Exp.Spread(step, value(entry, add(begin, earlier)), nothing))));
      Exp to = add(at, times(row, n));
      for (Variable array : appended.values()) {
        appending.add(store(array, to, own));
        appending.add(fetched(array, to));
      }
      appending.add(assign(own, nothing));
      entry = add(entry, parts);
    }
    appending.add(assign(at, add(at, constant(width))));
    all.add(ifThen(less(step, constant(0)), new Stmt.Block(appending)));
    return new Stmt.Block(all);
  }

  /**
   * What appends the places of rows, one after the other.
   *
   * @param rows how many
   */
  private List<Stmt> placing(int rows) {
    Variable places = names.fresh("places", Type.INT32);
    Variable full = names.fresh("full", Type.INT32);
    Variable begin = names.fresh("last_at", Type.INT32);
    int log = Integer.numberOfTrailingZeros(ints);
    List<Stmt> all = new ArrayList<>();
    all.add(declare(places, load(memory, add(known, constant(RowMemory.PLACES_AT)))));
    all.add(declare(full, shiftRight(subtract(n, constant(1)), constant(log))));
    all.add(declare(begin, multiply(full, constant(ints))));
    for (int row = 0; row < rows; row++) {
      Variable shift = names.fresh("shift", Type.INT32);
      Variable at = names.fresh("at", Type.INT32);
      Exp theirs = load(along.coordinates(), load(begins, constant(row * RowMemory.ROW)));
      Exp own = load(memory, load(memory, add(known, constant(RowMemory.COORDINATES_AT))));
      all.add(declare(shift, subtract(theirs, own)));
      all.add(declare(at, add(appended.used(), times(row, n))));
      all.add(placing(places, shift, at, full));
      for (Variable array : appended.places()) {
        Exp last = moved(add(places, begin), shift);
        Exp left = subtract(n, begin);
        all.add(Imp.run(RuntimeFunction.STORE_FEW, last, array, add(at, begin), left));
        all.add(fetched(array, at));
      }
    }
    return all;
  }

  /** What appends all vectors of places but the last. */
  private Stmt placing(Variable places, Variable shift, Variable at, Variable full) {
    Variable v = names.fresh("v", Type.INT32);
    Exp begin = multiply(v, constant(ints));
    Variable those = names.fresh("those", new Type.Vector(ElementType.INT32, ints));
    List<Stmt> placed = new ArrayList<>();
    placed.add(declare(those, moved(add(places, begin), shift)));
    appended.places().forEach(array -> placed.add(store(array, add(at, begin), those)));
    return forLoop(v, constant(0), full, new Stmt.Block(placed));
  }

  private Exp moved(Exp place, Variable shift) {
    return add(new Exp.LoadVector(memory, place, ints), new Exp.Broadcast(shift, ints));
  }

  /** What an entry adds at several places of its segment, which are known to be there. */
  private Exp value(Exp p, Exp q) {
    RowValue values = new RowValue(touch.values().type().element(), along.q());
    Exp vector =
        values.vector(
            along.value(),
            width,
            own -> own,
            load -> new Exp.LoadVector(load.array(), new Exp.Inside(q), width));
    return Copying.replace(vector, Map.of(along.p(), new Exp.Inside(p)));
  }
}
