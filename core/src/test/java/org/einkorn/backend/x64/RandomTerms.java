package org.einkorn.backend.x64;

import static org.einkorn.imp.Imp.constant;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/**
 * Random expressions over the variables in reach, and random indices. Of an index it is known
 * between which bounds it lies, so that most can be made to lie in an array of {@link #LENGTH}
 * elements, and so that none leaves the ints and comes back into an array from the other side:
 * there machine code differs, see {@link Expressions}.
 */
final class RandomTerms {
  /** So many elements an array has that is not too short. */
  static final int LENGTH = 40;

  /** What an array of indices holds at most. */
  static final int LARGEST_INDEX = 12;

  /** An int that is never larger, whatever happens. */
  private static final long SMALL = 100_000;

  private static final List<ElementType> ELEMENTS = List.of(ElementType.values());

  private final Random random;
  private final int vectorBytes;
  private final boolean loose;
  private final List<Variable> visible = new ArrayList<>();
  private final Map<Variable, Range> ranges = new HashMap<>();
  private final Set<Variable> fixed = new HashSet<>();
  private final List<Place> recent = new ArrayList<>();
  private final List<Exp> broadcasts = new ArrayList<>();
  private int names;

  /**
   * @param vectorBytes what the longest vectors have, or 0 for none
   * @param loose whether indices may lie outside of arrays
   */
  RandomTerms(Random random, int vectorBytes, boolean loose) {
    this.random = random;
    this.vectorBytes = vectorBytes;
    this.loose = loose;
  }

  // Variables

  Variable fresh(Type type) {
    return new Variable("v" + names++, type);
  }

  String label() {
    return "l" + names++;
  }

  List<Variable> visible() {
    return visible;
  }

  void see(Variable v) {
    visible.add(v);
  }

  /** An int that always lies in a range; who assigns to it sees to that. */
  void see(Variable v, Range range) {
    ranges.put(v, range);
    visible.add(v);
  }

  /** From now on nobody may assign to it. */
  void fix(Variable v) {
    fixed.add(v);
  }

  /** Ends the scope of what was declared since. */
  void leave(int mark) {
    visible.subList(mark, visible.size()).clear();
  }

  boolean isAssignable(Variable v) {
    return !fixed.contains(v) && !(v.type() instanceof Type.Array);
  }

  /** Where a variable lies, or the elements of an array of ints. */
  Range range(Variable v) {
    return ranges.getOrDefault(v, Range.INT);
  }

  private List<Variable> visible(Predicate<Variable> wanted) {
    return visible.stream().filter(wanted).toList();
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** A variable of late, most of the time, which something before may have been learnt about. */
  private Variable late(List<Variable> list) {
    return random.nextBoolean()
        ? list.get(list.size() - 1 - random.nextInt(Math.min(3, list.size())))
        : any(list);
  }

  Variable array(ElementType element) {
    return any(visible(v -> v.type().equals(Type.arrayOf(element))));
  }

  /** Any element type that there are arrays of. */
  ElementType arrayElement() {
    return ELEMENTS.get(1 + random.nextInt(ELEMENTS.size() - 1));
  }

  ElementType element() {
    return any(ELEMENTS);
  }

  /** A vector that the processor has, or a scalar if it has none. */
  Type vector() {
    List<Type> types = new ArrayList<>();
    for (ElementType element : ELEMENTS) {
      for (int bytes = 16; bytes <= vectorBytes && element != ElementType.BOOL; bytes *= 2) {
        types.add(new Type.Vector(element, bytes / element.bytes()));
      }
    }
    return types.isEmpty() ? Type.of(ElementType.FLOAT64) : any(types);
  }

  // Constants

  Constant value(ElementType type) {
    double[] doubles = {
      0.0,
      -0.0,
      1.0,
      -1.0,
      0.5,
      3.0,
      1e10,
      -1e300,
      1e-310,
      1e-42,
      Math.PI,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY
    };
    long[] longs = {
      0,
      1,
      -1,
      2,
      7,
      100,
      64,
      -128,
      32768,
      -32769,
      Integer.MAX_VALUE,
      Integer.MIN_VALUE,
      1L << 31,
      1L << 32,
      0x1234_5678_9ABCL,
      Long.MAX_VALUE,
      Long.MIN_VALUE
    };
    Constant c =
        type.isFloat()
            ? Constant.of(doubles[random.nextInt(doubles.length)])
            : Constant.of(longs[random.nextInt(longs.length)]);
    return c.as(type);
  }

  // Expressions

  Exp exp(Type type, int depth) {
    return type instanceof Type.Vector v ? vector(v, depth) : scalar((Type.Scalar) type, depth);
  }

  private Exp vector(Type.Vector type, int depth) {
    List<Variable> variables = visible(v -> v.type().equals(type));
    if (!variables.isEmpty() && (depth <= 0 || random.nextInt(3) == 0)) {
      return late(variables);
    }
    Type.Scalar lane = new Type.Scalar(type.element());
    int kind = random.nextInt(depth <= 0 ? 5 : 10);
    if (kind < 3) {
      Variable array = array(type.element());
      return new Exp.LoadVector(array, index(array, type.lanes(), depth - 1), type.lanes());
    }
    if (kind < 5) {
      List<Exp> known = broadcasts.stream().filter(b -> b.type().equals(type)).toList();
      if (!known.isEmpty() && isVisible(known.getLast()) && random.nextBoolean()) {
        return known.getLast();
      }
      Exp made = new Exp.Broadcast(scalar(lane, depth - 1), type.lanes());
      broadcasts.add(made);
      return made;
    }
    if (kind == 5) {
      return new Exp.Select(
          exp(Type.BOOL, depth - 1), vector(type, depth - 1), vector(type, depth - 1));
    }
    if (kind == 6 && type.element().isFloat()) {
      return new Exp.Unary(UnaryOp.NEGATE, vector(type, depth - 1));
    }
    return new Binary(operator(type), vector(type, depth - 1), vector(type, depth - 1));
  }

  /** An arithmetic operator that machine code has for the type. */
  BinaryOp operator(Type type) {
    List<BinaryOp> all = new ArrayList<>(List.of(BinaryOp.ADD, BinaryOp.SUBTRACT));
    boolean isVector = type instanceof Type.Vector;
    if (type.element().isFloat()) {
      all.addAll(List.of(BinaryOp.MULTIPLY, BinaryOp.DIVIDE, BinaryOp.MIN, BinaryOp.MAX));
    } else if (!isVector) {
      all.addAll(List.of(BinaryOp.MULTIPLY, BinaryOp.MIN, BinaryOp.MAX));
      all.addAll(List.of(BinaryOp.SHIFT_LEFT, BinaryOp.SHIFT_RIGHT));
      all.addAll(List.of(BinaryOp.BIT_AND, BinaryOp.BIT_OR));
    } else if (type.element() == ElementType.INT32 || vectorBytes == 64) {
      all.add(BinaryOp.MULTIPLY);
    }
    if (type.equals(Type.BOOL)) {
      all = List.of(BinaryOp.MIN, BinaryOp.MAX, BinaryOp.AND, BinaryOp.OR);
    }
    return any(all);
  }

  private Exp scalar(Type.Scalar type, int depth) {
    ElementType element = type.element();
    List<Variable> variables = visible(v -> v.type().equals(type));
    if (depth <= 0 || random.nextInt(6) == 0) {
      return variables.isEmpty() || random.nextInt(4) == 0
          ? constant(value(element))
          : late(variables);
    }
    switch (random.nextInt(10)) {
      case 0, 1, 2:
        if (element == ElementType.BOOL) {
          return comparison(depth);
        }
        Variable array = array(element);
        return new Exp.Load(array, index(array, 1, depth - 1));
      case 3:
        return cast(element, depth);
      case 4:
        return new Exp.Select(
            exp(Type.BOOL, depth - 1), exp(type, depth - 1), exp(type, depth - 1));
      case 5:
        return new Exp.Unary(
            element == ElementType.BOOL ? UnaryOp.NOT : UnaryOp.NEGATE, exp(type, depth - 1));
      case 6:
        return special(type, depth);
      default:
        if (element == ElementType.BOOL && random.nextInt(3) > 0) {
          return comparison(depth);
        }
        return !element.isFloat() && element != ElementType.BOOL && random.nextInt(6) == 0
            ? divided(exp(type, depth - 1), 1 << random.nextInt(31))
            : new Binary(operator(type), exp(type, depth - 1), exp(type, depth - 1));
    }
  }

  private Exp divided(Exp e, int divisor) {
    return new Binary(
        random.nextBoolean() ? BinaryOp.DIVIDE : BinaryOp.REMAINDER,
        e,
        constant(Constant.of((long) divisor).as(e.type().element())));
  }

  private Exp cast(ElementType target, int depth) {
    ElementType from = element();
    boolean possible =
        !from.isFloat() || target.isFloat() || target == ElementType.BOOL; // Suitability
    return new Exp.Cast(target, exp(Type.of(possible ? from : ElementType.INT64), depth - 1));
  }

  /** What only some types have. */
  private Exp special(Type.Scalar type, int depth) {
    if (type.equals(Type.INT64)) {
      return new Exp.Unary(UnaryOp.TRAILING_ZEROS, exp(type, depth - 1));
    }
    if (type.equals(Type.INT32)) {
      return random.nextBoolean() ? new Exp.Length(array(arrayElement())) : place(depth - 1).exp();
    }
    if (type.element().isFloat() && vectorBytes > 0) {
      int bytes = 16 << random.nextInt(Integer.numberOfTrailingZeros(vectorBytes / 16) + 1);
      int lanes = bytes / type.element().bytes();
      List<Variable> vectors =
          visible(v -> v.type() instanceof Type.Vector x && x.element() == type.element());
      Exp whole =
          !vectors.isEmpty() && random.nextInt(3) > 0
              ? late(vectors)
              : vector(new Type.Vector(type.element(), lanes), depth - 1);
      return new Exp.Lane(whole, random.nextInt(((Type.Vector) whole.type()).lanes()));
    }
    return exp(type, depth - 1);
  }

  private Exp comparison(int depth) {
    List<BinaryOp> all =
        List.of(BinaryOp.values()).stream().filter(BinaryOp::isComparison).toList();
    Type type = Type.of(element());
    return new Binary(any(all), exp(type, depth - 1), exp(type, depth - 1));
  }

  // Indices

  /** An index for so many elements of an array. */
  Exp index(Variable array, int lanes, int depth) {
    boolean again = random.nextInt(3) == 0;
    Place place = again ? recentPlace(depth) : place(depth);
    recent.add(place);
    if (recent.size() > 4) {
      recent.removeFirst();
    }
    if (loose && random.nextInt(12) == 0) {
      return far(place).exp();
    }
    Place near = plus(place, random.nextInt(8) - 2);
    boolean fits = new Range(0, LENGTH - lanes).contains(near.likely());
    return ((again && fits) || (loose && random.nextInt(12) == 0) ? near : fit(place, lanes)).exp();
  }

  /** Any index, wherever it lies. */
  Exp anywhere(int depth) {
    Place place = random.nextInt(3) == 0 ? recentPlace(depth) : place(depth);
    return random.nextBoolean() ? far(place).exp() : place.exp();
  }

  /** Around the same elements as another index before. */
  private Place recentPlace(int depth) {
    List<Place> known = recent.stream().filter(p -> isVisible(p.exp())).toList();
    return known.isEmpty() ? place(depth) : any(known);
  }

  private boolean isVisible(Exp e) {
    boolean[] all = {true};
    Walk.reads(e, v -> all[0] &= visible.contains(v));
    return all[0];
  }

  /** With something added so that elements from there on lie in an array that is not too short. */
  Place fit(Place place, int lanes) {
    int largest = LENGTH - lanes;
    Range range = place.likely();
    if (range.greatest() - range.least() <= largest) {
      long smallest = -range.least();
      long room = largest - range.greatest() - smallest;
      long offset =
          smallest
              + switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1, 2 -> room;
                default -> random.nextLong(room + 1);
              };
      boolean fits = range.least() >= 0 && range.greatest() <= largest;
      return fits && random.nextBoolean() ? place : plus(place, (int) offset);
    }
    return clamp(place, new Range(0, largest));
  }

  Place clamp(Place place, Range range) {
    Exp least = constant((int) range.least());
    Exp greatest = constant((int) range.greatest());
    Exp e =
        random.nextBoolean()
            ? new Binary(BinaryOp.MIN, new Binary(BinaryOp.MAX, place.exp(), least), greatest)
            : new Binary(BinaryOp.MAX, least, new Binary(BinaryOp.MIN, greatest, place.exp()));
    return new Place(e, range);
  }

  Place plus(Place place, int offset) {
    Range by = new Range(offset, offset);
    Range range = place.range().plus(by);
    if ((offset == 0 && random.nextInt(4) > 0) || !range.isHarmless()) {
      return place;
    }
    Exp e =
        switch (random.nextInt(offset == Integer.MIN_VALUE ? 2 : 4)) {
          case 0 -> new Binary(BinaryOp.ADD, constant(offset), place.exp());
          case 1, 2 -> new Binary(BinaryOp.ADD, place.exp(), constant(offset));
          default -> new Binary(BinaryOp.SUBTRACT, place.exp(), constant(-offset));
        };
    return new Place(e, range, place.likely().plus(by));
  }

  private Place sum(Place one, Place other) {
    Range range = one.range().plus(other.range());
    return range.isHarmless()
        ? new Place(
            new Binary(BinaryOp.ADD, one.exp(), other.exp()),
            range,
            one.likely().plus(other.likely()))
        : one;
  }

  private Place times(Place place, int factor) {
    Range range = place.range().times(factor);
    return Range.INT.contains(range)
        ? new Place(new Binary(BinaryOp.MULTIPLY, place.exp(), constant(factor)), range)
        : place;
  }

  /** An int of a small range, if there is one, that says where something lies. */
  Place simple() {
    List<Variable> small = visible(v -> v.type().equals(Type.INT32) && ranges.containsKey(v));
    if (small.isEmpty() || random.nextInt(12) == 0) {
      return Place.at(random.nextInt(LARGEST_INDEX));
    }
    Variable v = late(small);
    return new Place(v, range(v), isCountable(range(v)) ? new Range(0, LARGEST_INDEX) : range(v));
  }

  /** Any int that is good as an index. */
  Place place(int depth) {
    return switch (random.nextInt(depth > 0 ? 17 : 8)) {
      case 0, 1, 2 -> simple();
      case 3, 4 -> plus(simple(), random.nextInt(9) - 4);
      case 5 -> plus(times(simple(), random.nextInt(8) - 2), random.nextInt(9) - 4);
      case 6 -> sum(simple(), simple());
      case 7 -> sum(plus(times(simple(), 1 + random.nextInt(9)), random.nextInt(5)), simple());
      case 8, 9, 10 -> loaded(depth);
      case 11 -> {
        Place one = place(depth - 1);
        Place other = place(depth - 1);
        yield new Place(
            new Exp.Select(exp(Type.BOOL, depth - 1), one.exp(), other.exp()),
            one.range().or(other.range()),
            one.likely().or(other.likely()));
      }
      case 12 -> {
        Place one = simple();
        Place other = place(depth - 1);
        Place negative =
            new Place(new Exp.Unary(UnaryOp.NEGATE, other.exp()), other.range().times(-1));
        yield !new Range(-SMALL, SMALL).contains(other.range())
            ? one
            : random.nextBoolean()
                ? sum(one, negative)
                : new Place(
                    new Binary(BinaryOp.SUBTRACT, one.exp(), other.exp()),
                    one.range().plus(negative.range()));
      }
      case 13 -> {
        Exp any = exp(Type.INT32, depth - 1);
        yield new Place(
            new Binary(BinaryOp.REMAINDER, any, constant(8)), new Range(-7, 7), new Range(0, 7));
      }
      case 14 -> {
        Place wide = place(depth - 1);
        Exp asLong = new Exp.Cast(ElementType.INT64, wide.exp());
        yield Range.INT.contains(wide.range())
            ? new Place(new Exp.Cast(ElementType.INT32, asLong), wide.range(), wide.likely())
            : wide;
      }
      case 15 ->
          sum(
              new Place(
                  new Exp.Length(array(arrayElement())),
                  new Range(0, 2 * LENGTH),
                  new Range(LENGTH, LENGTH + 4)),
              plus(simple(), -LENGTH));
      default ->
          clamp(new Place(exp(Type.INT32, depth - 1), Range.INT), new Range(0, LARGEST_INDEX));
    };
  }

  Place loaded(int depth) {
    Variable array = array(ElementType.INT32);
    Exp load = new Exp.Load(array, index(array, 1, depth - 1));
    // The same array may be given for another parameter too, and hold anything.
    Place place = new Place(load, Range.INT, range(array));
    return random.nextBoolean() ? plus(place, random.nextInt(5) - 2) : place;
  }

  /** Most likely outside of all arrays, if only at the end of a loop. */
  private Place far(Place near) {
    int[] distances = {
      LENGTH,
      -LENGTH,
      1 << 20,
      1 << 28,
      -(1 << 28),
      1 << 29,
      1 << 30,
      -(1 << 30),
      Integer.MAX_VALUE - 3,
      Integer.MAX_VALUE,
      Integer.MIN_VALUE,
      Integer.MIN_VALUE + 5
    };
    int distance = distances[random.nextInt(distances.length)];
    return switch (random.nextInt(6)) {
      case 0 -> {
        Place away = plus(near, distance);
        yield plus(away, -distance); // and back again
      }
      case 1 -> {
        Place simple = simple();
        long size =
            Math.max(
                1, Math.max(Math.abs(simple.range().least()), Math.abs(simple.range().greatest())));
        yield plus(times(simple, (int) (Integer.MAX_VALUE / size)), distance);
      }
      case 2 -> Place.at(distance);
      case 3 -> {
        Exp any = new Exp.Cast(ElementType.INT32, exp(Type.INT32, 1));
        yield plus(new Place(any, Range.INT), random.nextInt(9) - 4);
      }
      default -> plus(near, distance);
    };
  }

  boolean isLoose() {
    return loose;
  }

  /** A place that depends on a variable. */
  Place along(Variable v) {
    Place place = new Place(v, range(v));
    return switch (random.nextInt(6)) {
      case 0 -> times(place, random.nextInt(6) - 2);
      case 1 -> sum(place, simple());
      default -> place;
    };
  }

  /** An int that any variable of its range can be given. */
  Exp inRange(Range range, int depth) {
    Place place = random.nextInt(4) == 0 ? plus(simple(), random.nextInt(5) - 2) : place(depth);
    if (range.contains(place.range())) {
      return place.exp();
    }
    return clamp(place, range).exp();
  }

  /** A range that a new variable for indices has. */
  Range newRange() {
    return loose && random.nextInt(5) == 0
        ? new Range(-SMALL, SMALL)
        : new Range(-random.nextInt(3), 4 + random.nextInt(LARGEST_INDEX));
  }

  /** Whether a variable may be counted up and down, as often as functions do. */
  boolean isCountable(Range range) {
    return range.equals(new Range(-SMALL, SMALL));
  }
}
