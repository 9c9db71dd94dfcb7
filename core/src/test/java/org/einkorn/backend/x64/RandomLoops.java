package org.einkorn.backend.x64;

import static org.einkorn.imp.Imp.constant;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/**
 * Random well-formed functions that end and that machine code can do: loops in loops over arrays,
 * with indices of all shapes, some of them out of bounds, with vectors, and sometimes with more
 * variables than there are registers.
 */
final class RandomLoops {
  private static final int MOST_TURNS = 6;
  private static final int MOST_LOOPS = 3;

  private final Random random;
  private final RandomTerms terms;
  private final RandomPlaces places;
  private final RandomClusters clusters;
  private final List<String> labels = new ArrayList<>();
  private final boolean crowded;
  private int loops;
  private int crowds;

  private RandomLoops(Random random, int vectorBytes) {
    this.random = random;
    this.terms = new RandomTerms(random, vectorBytes, random.nextInt(3) == 0);
    this.places = terms.places();
    this.clusters = new RandomClusters(random, terms, this);
    this.crowded = random.nextInt(6) == 0;
  }

  /** The function of a seed; its vectors have as many bytes as a processor's, or fewer, or none. */
  static MadeFunction make(long seed, Processor processor) {
    Random random = new Random(seed);
    int vectorBytes =
        switch (random.nextInt(4)) {
          case 0 -> 0;
          case 1 -> processor.vectorBytes();
          default -> 32;
        };
    return new RandomLoops(random, vectorBytes).function("random" + seed);
  }

  private MadeFunction function(String name) {
    List<Variable> parameters = new ArrayList<>();
    Map<Variable, Range> ranges = new HashMap<>();
    for (ElementType element : ElementType.values()) {
      parameters.add(terms.fresh(Type.of(element)));
      for (int k = random.nextInt(2); k >= 0 && element != ElementType.BOOL; k--) {
        parameters.add(terms.fresh(Type.arrayOf(element)));
      }
    }
    for (int k = 0; k < 4; k++) {
      Variable index = terms.fresh(k < 2 ? Type.INT32 : Type.INT32_ARRAY);
      ranges.put(index, new Range(k % 2 - 1, RandomPlaces.LARGEST_INDEX));
      parameters.add(index);
    }
    for (Variable p : parameters) {
      if (ranges.containsKey(p)) {
        terms.see(p, ranges.get(p));
      } else {
        terms.see(p);
      }
    }
    List<Stmt> body = statements(3 + random.nextInt(6), 3);
    List<Variable> results =
        terms.visible().stream()
            .filter(
                v ->
                    parameters.contains(v)
                            && (v.type() instanceof Type.Array || random.nextInt(4) == 0)
                        || v.type() instanceof Type.Scalar && random.nextInt(3) > 0)
            .toList();
    return new MadeFunction(new Function(name, parameters, results, new Stmt.Block(body)), ranges);
  }

  /** Whether there may be another loop inside. */
  boolean canNest() {
    return loops < MOST_LOOPS;
  }

  // Statements

  private List<Stmt> statements(int count, int depth) {
    List<Stmt> made = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      made.add(statement(depth));
    }
    return made;
  }

  private Stmt scoped(int depth) {
    int mark = terms.visible().size();
    List<Stmt> inner = new ArrayList<>(statements(random.nextInt(5), depth));
    terms.leave(mark);
    if (!labels.isEmpty() && random.nextInt(12) == 0) {
      inner.add(new Stmt.Break(labels.get(random.nextInt(labels.size()))));
    }
    return inner.size() == 1 ? inner.getFirst() : new Stmt.Block(inner);
  }

  private Stmt statement(int depth) {
    return switch (random.nextInt(depth > 0 ? 31 : 16)) {
      case 0, 1 -> declare(random.nextInt(4) == 0 ? terms.vector() : Type.of(terms.element()));
      case 2, 3 -> declareIndex();
      case 4, 5, 6 -> assign();
      case 7, 8, 9 -> store();
      case 10, 11 -> storeVector();
      case 12, 13 -> update();
      case 14 ->
          new Stmt.Prefetch(
              terms.array(terms.arrayElement()),
              places.anywhere(2),
              random.nextBoolean() ? Stmt.Cache.NEAR : Stmt.Cache.FAR);
      case 15 ->
          labels.isEmpty() || random.nextInt(3) == 0
              ? new Stmt.Comment("here")
              : new Stmt.If(
                  terms.exp(Type.BOOL, 2),
                  new Stmt.Break(labels.get(random.nextInt(labels.size()))));
      case 16, 17 ->
          new Stmt.If(
              terms.exp(Type.BOOL, 3),
              scoped(depth - 1),
              random.nextBoolean() ? scoped(depth - 1) : Stmt.NOTHING);
      case 18 -> scoped(depth - 1);
      case 19 -> labelled(depth);
      case 20 -> loop(depth);
      case 21 -> crowded ? crowd(depth) : counted(depth);
      case 22, 23 -> {
        String label = terms.label();
        Place place = random.nextBoolean() ? places.loaded(2) : places.simple();
        yield around(label, clusters.cluster(place, label, depth));
      }
      case 24 -> stepped(depth);
      case 25, 26 -> Imp.block(new RandomStretches(random, terms, this, clusters).make());
      default -> counted(depth);
    };
  }

  private Stmt declare(Type type) {
    Variable v = terms.fresh(type);
    Exp value = terms.exp(type, 3);
    terms.see(v);
    return new Stmt.Declare(v, value);
  }

  private Stmt declareIndex() {
    Variable v = terms.fresh(Type.INT32);
    Range range = places.newRange();
    Exp value = places.inRange(range, 2);
    terms.see(v, range);
    return new Stmt.Declare(v, value);
  }

  Stmt assign() {
    List<Variable> candidates = terms.visible().stream().filter(terms::isAssignable).toList();
    return assign(candidates.get(random.nextInt(candidates.size())));
  }

  Stmt assign(Variable v) {
    if (!v.type().equals(Type.INT32) || terms.range(v).equals(Range.INT)) {
      return new Stmt.Assign(v, terms.exp(v.type(), 3));
    }
    Range range = terms.range(v);
    return places.isCountable(range) && random.nextBoolean()
        ? new Stmt.Assign(v, new Binary(BinaryOp.ADD, v, constant(random.nextInt(7) - 2)))
        : new Stmt.Assign(v, places.inRange(range, 2));
  }

  /** What may stand in an array. */
  Exp element(Variable array) {
    Range range = terms.range(array);
    return range.equals(Range.INT) || places.isLoose() && random.nextInt(4) == 0
        ? terms.exp(Type.of(array.type().element()), 3)
        : places.inRange(range, 2);
  }

  Stmt store() {
    Variable array = terms.array(terms.arrayElement());
    return new Stmt.Store(array, places.index(array, 1, 2), element(array));
  }

  private Stmt storeVector() {
    return terms.vector() instanceof Type.Vector v ? storeVector(terms.exp(v, 3)) : store();
  }

  private Stmt storeVector(Exp value) {
    Type.Vector type = (Type.Vector) value.type();
    Variable array = terms.array(type.element());
    if (!terms.range(array).equals(Range.INT)) {
      return store(); // its elements are used as indices
    }
    Exp index = places.index(array, type.lanes(), 2);
    return new Stmt.Store(array, index, value, random.nextBoolean());
  }

  private Stmt update() {
    Variable array = terms.array(terms.arrayElement());
    Exp index = places.index(array, 1, 2);
    if (!terms.range(array).equals(Range.INT)) {
      return new Stmt.Update(
          array, index, random.nextBoolean() ? BinaryOp.MIN : BinaryOp.MAX, element(array));
    }
    return new Stmt.Update(
        array, index, terms.operator(Type.of(array.type().element())), element(array));
  }

  private Stmt labelled(int depth) {
    String label = terms.label();
    labels.add(label);
    Stmt body =
        switch (random.nextInt(3)) {
          case 0 -> loop(depth);
          case 1 -> counted(depth);
          default -> scoped(depth - 1);
        };
    labels.removeLast();
    return new Stmt.Labelled(label, body);
  }

  private Stmt counted(int depth) {
    if (!canNest()) {
      return assign();
    }
    Variable v = terms.fresh(Type.INT32);
    Place from = start();
    Place to =
        switch (random.nextInt(8)) {
          case 0, 1 -> places.place(2);
          case 2, 3 -> places.simple();
          case 4 -> places.plus(from, random.nextInt(MOST_TURNS));
          case 5 -> random.nextInt(5) == 0 ? Place.at(Integer.MIN_VALUE) : places.simple();
          default -> Place.at((int) from.range().least() + random.nextInt(MOST_TURNS));
        };
    long last = from.range().least() + (loops == 0 ? 3 * MOST_TURNS : MOST_TURNS);
    if (to.range().greatest() > last) {
      Exp bounded = new Binary(BinaryOp.MIN, to.exp(), constant((int) last));
      to = new Place(bounded, new Range(Math.min(to.range().least(), last), last));
    }
    loops++;
    int mark = terms.visible().size();
    terms.see(
        v,
        new Range(from.range().least(), Math.max(from.range().least(), to.range().greatest() - 1)));
    terms.fix(v);
    String label = terms.label();
    Stmt body =
        random.nextInt(3) == 0
            ? clusters.cluster(places.along(v), label, depth - 1)
            : scoped(depth - 1);
    terms.leave(mark);
    loops--;
    if (to.exp() instanceof Variable bound && terms.isAssignable(bound)) {
      // That does not change how often the loop runs.
      Stmt other = new Stmt.Assign(bound, places.inRange(terms.range(bound), 1));
      body = random.nextBoolean() ? body : new Stmt.Block(List.of(body, other));
    }
    return around(label, new Stmt.For(v, from.exp(), to.exp(), body));
  }

  /** With the label around it, if that is needed. */
  private static Stmt around(String label, Stmt s) {
    return leavesTo(label, s) ? new Stmt.Labelled(label, s) : s;
  }

  private static boolean leavesTo(String label, Stmt s) {
    return s.equals(new Stmt.Break(label))
        || Walk.parts(s).stream().anyMatch(part -> leavesTo(label, part));
  }

  /**
   * Loops that count with a variable of their own: by many as long as there are so many left, as
   * vectors do, and by one to the end.
   */
  private Stmt stepped(int depth) {
    if (!canNest()) {
      return assign();
    }
    Variable v = terms.fresh(Type.INT32);
    Place from = start();
    int turns = random.nextInt(2 * MOST_TURNS);
    Place to = random.nextBoolean() ? places.plus(from, turns) : places.simple();
    int last = (int) from.range().least() + 3 * MOST_TURNS;
    if (to.range().greatest() > last) {
      to = places.clamp(to, new Range(-2, last));
    }
    Variable end = terms.fresh(Type.INT32);
    List<Stmt> made = new ArrayList<>();
    made.add(new Stmt.Declare(v, from.exp()));
    made.add(new Stmt.Declare(end, to.exp()));
    int mark = terms.visible().size();
    terms.see(end, to.range());
    terms.fix(v);
    Range range =
        new Range(from.range().least(), Math.max(from.range().greatest(), to.range().greatest()));
    terms.see(v, range);
    String label = terms.label();
    Place all = places.along(v);
    if (random.nextInt(3) == 0) {
      made.add(around(label, clusters.cluster(all, label, 0)));
    }
    terms.visible().remove(v);
    loops++;
    for (int step : new int[] {2 << random.nextInt(3), random.nextInt(4) == 0 ? 3 : 1}) {
      terms.see(v, new Range(range.least(), Math.max(range.least(), range.greatest() - step)));
      Exp bound = step == 1 ? end : new Binary(BinaryOp.SUBTRACT, end, constant(step - 1));
      List<Stmt> body = new ArrayList<>();
      String outside = terms.label();
      Place place = random.nextBoolean() ? all : places.along(v);
      body.add(
          random.nextInt(3) > 0 ? clusters.cluster(place, outside, depth - 1) : scoped(depth - 1));
      body.add(new Stmt.Assign(v, new Binary(BinaryOp.ADD, v, constant(step))));
      Stmt loop = new Stmt.While(new Binary(BinaryOp.LESS, v, bound), new Stmt.Block(body));
      made.add(around(outside, loop));
      terms.visible().remove(v);
    }
    loops--;
    terms.leave(mark);
    return new Stmt.Block(made);
  }

  private Place start() {
    if (random.nextBoolean()) {
      return Place.at(random.nextInt(4) - 1);
    }
    Place place = random.nextBoolean() ? places.simple() : places.place(1);
    Range near = new Range(-2, RandomPlaces.LARGEST_INDEX);
    return near.contains(place.range()) ? place : places.clamp(place, near);
  }

  /** A while loop that a counter of its own ends. */
  private Stmt loop(int depth) {
    if (!canNest()) {
      return assign();
    }
    Variable counter = terms.fresh(Type.INT32);
    int mark = terms.visible().size();
    int end = 1 + random.nextInt(MOST_TURNS);
    int step = 1 + random.nextInt(2);
    terms.see(counter, new Range(0, end + step));
    terms.fix(counter);
    Exp below = new Binary(BinaryOp.LESS, counter, constant(end));
    Exp condition =
        switch (random.nextInt(3)) {
          case 0 -> below;
          case 1 -> new Binary(BinaryOp.AND, below, terms.exp(Type.BOOL, 3));
          default -> new Binary(BinaryOp.AND, terms.exp(Type.BOOL, 3), below);
        };
    loops++;
    Stmt body = scoped(depth - 1);
    loops--;
    Stmt count = new Stmt.Assign(counter, new Binary(BinaryOp.ADD, counter, constant(step)));
    terms.leave(mark);
    return new Stmt.Block(
        List.of(
            new Stmt.Declare(counter, constant(0)),
            new Stmt.While(
                condition,
                new Stmt.Block(
                    random.nextBoolean() ? List.of(count, body) : List.of(body, count)))));
  }

  /** Many variables that are all needed after something else. */
  private Stmt crowd(int depth) {
    if (crowds >= 2) {
      return counted(depth);
    }
    crowds++;
    int mark = terms.visible().size();
    List<Stmt> made = new ArrayList<>();
    Type only = random.nextBoolean() ? terms.vector() : Type.of(terms.element());
    int count = 18 + random.nextInt(20);
    List<Variable> all = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      Variable v = terms.fresh(random.nextInt(3) > 0 ? only : Type.of(terms.element()));
      Exp value = terms.exp(v.type(), random.nextInt(8) == 0 ? 2 : 1);
      terms.see(v);
      all.add(v);
      made.add(new Stmt.Declare(v, value));
    }
    made.addAll(statements(2, depth - 1));
    made.add(counted(depth));
    for (Variable v : all) {
      if (v.type() instanceof Type.Vector) {
        made.add(storeVector(v));
      } else if (v.type().equals(Type.BOOL)) {
        made.add(new Stmt.If(v, assign()));
      } else {
        Variable array = terms.array(v.type().element());
        made.add(
            terms.range(array).equals(Range.INT)
                ? new Stmt.Update(array, places.index(array, 1, 1), BinaryOp.ADD, v)
                : new Stmt.Assign(v, terms.exp(v.type(), 2)));
      }
    }
    terms.leave(mark);
    return Imp.block(new Stmt.Block(made));
  }
}
