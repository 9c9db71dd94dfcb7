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

/** Random expressions over the variables in reach. */
final class RandomTerms {
  private static final List<ElementType> ELEMENTS = List.of(ElementType.values());

  private final Random random;
  private final int vectorBytes;
  private final RandomPlaces places;
  private final List<Variable> visible = new ArrayList<>();
  private final Map<Variable, Range> ranges = new HashMap<>();
  private final Set<Variable> fixed = new HashSet<>();
  private final List<Exp> broadcasts = new ArrayList<>();
  private int names;

  /**
   * @param vectorBytes what the longest vectors have, or 0 for none
   * @param loose whether indices may lie outside of arrays
   */
  RandomTerms(Random random, int vectorBytes, boolean loose) {
    this.random = random;
    this.vectorBytes = vectorBytes;
    this.places = new RandomPlaces(random, this, loose);
  }

  RandomPlaces places() {
    return places;
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

  /** Whether it always lies in a range, or the elements of an array do. */
  boolean hasRange(Variable v) {
    return ranges.containsKey(v);
  }

  /** Where a variable lies, or the elements of an array of ints. */
  Range range(Variable v) {
    return ranges.getOrDefault(v, Range.INT);
  }

  List<Variable> visible(Predicate<Variable> wanted) {
    return visible.stream().filter(wanted).toList();
  }

  /** Whether all that it reads is in reach. */
  boolean isVisible(Exp e) {
    boolean[] all = {true};
    Walk.reads(e, v -> all[0] &= visible.contains(v));
    return all[0];
  }

  <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** A variable of late, most of the time, which something before may have been learnt about. */
  Variable late(List<Variable> list) {
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
      return new Exp.LoadVector(array, places.index(array, type.lanes(), depth - 1), type.lanes());
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
        return new Exp.Load(array, places.index(array, 1, depth - 1));
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
      return random.nextBoolean()
          ? new Exp.Length(array(arrayElement()))
          : places.place(depth - 1).exp();
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
}
