package org.einkorn.backend.x64;

import static org.einkorn.imp.Imp.constant;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Type;

/**
 * Random indices. Of an index it is known between which bounds it lies, so that most can be made to
 * lie in an array of {@link #LENGTH} elements, and so that none leaves the ints and comes back into
 * an array from the other side: there machine code differs, see {@link Expressions}.
 */
final class RandomPlaces {
  /** So many elements an array has that is not too short. */
  static final int LENGTH = 40;

  /** What an array of indices holds at most. */
  static final int LARGEST_INDEX = 12;

  /** An int that is never larger, whatever happens. */
  private static final long SMALL = 100_000;

  private final Random random;
  private final RandomTerms terms;
  private final boolean loose;
  private final List<Place> recent = new ArrayList<>();

  /**
   * @param terms what indices are made of
   * @param loose whether they may lie outside of arrays
   */
  RandomPlaces(Random random, RandomTerms terms, boolean loose) {
    this.random = random;
    this.terms = terms;
    this.loose = loose;
  }

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
    List<Place> known = recent.stream().filter(p -> terms.isVisible(p.exp())).toList();
    return known.isEmpty() ? place(depth) : terms.any(known);
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
    List<Variable> small = terms.visible(v -> v.type().equals(Type.INT32) && terms.hasRange(v));
    if (small.isEmpty() || random.nextInt(12) == 0) {
      return Place.at(random.nextInt(LARGEST_INDEX));
    }
    Variable v = terms.late(small);
    return new Place(
        v,
        terms.range(v),
        isCountable(terms.range(v)) ? new Range(0, LARGEST_INDEX) : terms.range(v));
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
            new Exp.Select(terms.exp(Type.BOOL, depth - 1), one.exp(), other.exp()),
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
        Exp any = terms.exp(Type.INT32, depth - 1);
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
                  new Exp.Length(terms.array(terms.arrayElement())),
                  new Range(0, 2 * LENGTH),
                  new Range(LENGTH, LENGTH + 4)),
              plus(simple(), -LENGTH));
      default ->
          clamp(
              new Place(terms.exp(Type.INT32, depth - 1), Range.INT), new Range(0, LARGEST_INDEX));
    };
  }

  Place loaded(int depth) {
    Variable array = terms.array(ElementType.INT32);
    Exp load = new Exp.Load(array, index(array, 1, depth - 1));
    // The same array may be given for another parameter too, and hold anything.
    Place place = new Place(load, Range.INT, terms.range(array));
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
        Exp any = new Exp.Cast(ElementType.INT32, terms.exp(Type.INT32, 1));
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
    Place place = new Place(v, terms.range(v));
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
