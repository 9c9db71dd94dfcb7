package org.einkorn.imp;

import static org.einkorn.imp.Imp.constant;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * Random well-formed functions that end and do not fail: loops are counted, every array in reach
 * has at least {@link #LENGTH} elements and is indexed below that, integer divisors are not zero.
 * All else goes, NaN and overflow included.
 */
public final class RandomFunction {
  static final int LENGTH = 8;
  private static final int PARENTS = 4;

  private final Random random;
  private final List<Variable> visible = new ArrayList<>();
  private final List<Variable> fixed = new ArrayList<>();
  private final List<String> labels = new ArrayList<>();
  private int names;
  private int loops;

  private RandomFunction(long seed) {
    random = new Random(seed);
  }

  /** The function of a seed, of about so many statements at the top level. */
  public static Function make(long seed, int statements) {
    return new RandomFunction(seed).function("random" + seed, statements);
  }

  /** Arguments for it, the same for the same seed. */
  public static Object[] arguments(Function function, long seed) {
    RandomFunction values = new RandomFunction(seed);
    return function.parameters().stream().map(p -> values.argument(p.type())).toArray();
  }

  private Object argument(Type type) {
    ElementType element = type.element();
    Object array = element.allocate(LENGTH + random.nextInt(3));
    for (int k = 0; k < Array.getLength(array); k++) {
      Array.set(array, k, Evaluator.evaluate(constant(value(element)), Map.of()));
    }
    return type instanceof Type.Array ? array : Array.get(array, 0);
  }

  private Function function(String name, int statements) {
    List<Variable> parameters = new ArrayList<>();
    for (ElementType element : ElementType.values()) {
      parameters.add(fresh(Type.of(element)));
      parameters.add(fresh(Type.arrayOf(element)));
    }
    visible.addAll(parameters);
    List<Stmt> body = statements(statements, 3);
    List<Variable> results = new ArrayList<>();
    for (Variable v : visible) {
      if (!(v.type() instanceof Type.Table)
          && (v.type() instanceof Type.Array || random.nextInt(3) > 0)) {
        results.add(v);
      }
    }
    return new Function(name, parameters, results, new Stmt.Block(body));
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
    int mark = visible.size();
    List<Stmt> inner = statements(random.nextInt(5), depth);
    visible.subList(mark, visible.size()).clear();
    return inner.size() == 1 ? inner.getFirst() : new Stmt.Block(inner);
  }

  private Stmt statement(int depth) {
    int kind = random.nextInt(depth > 0 ? 18 : 11);
    return switch (kind) {
      case 0, 1, 2 -> declare();
      case 3, 4, 5 -> assign();
      case 6, 7 -> store();
      case 8 -> update();
      case 9 -> tableStatement();
      case 10 ->
          labels.isEmpty() || random.nextInt(3) > 0
              ? new Stmt.Comment("here")
              : new Stmt.If(
                  exp(Type.BOOL, 2), new Stmt.Break(labels.get(random.nextInt(labels.size()))));
      case 11, 12, 13 ->
          new Stmt.If(
              exp(Type.BOOL, 3),
              scoped(depth - 1),
              random.nextBoolean() ? scoped(depth - 1) : Stmt.NOTHING);
      case 14 -> new Stmt.Block(statements(0, 0));
      case 15 -> labelled(depth);
      case 16 -> counted(depth);
      default -> loop(depth);
    };
  }

  private Stmt declare() {
    Type type =
        switch (random.nextInt(8)) {
          case 0 -> Type.arrayOf(element());
          case 1 -> Type.TABLE;
          default -> Type.of(element());
        };
    Variable v = fresh(type);
    Exp value = exp(type, 4);
    visible.add(v);
    return new Stmt.Declare(v, value);
  }

  private Stmt assign() {
    List<Variable> candidates = visible.stream().filter(v -> !fixed.contains(v)).toList();
    Variable v = candidates.get(random.nextInt(candidates.size()));
    return v.type().equals(Type.INT32) && random.nextBoolean()
        ? Imp.increment(v)
        : new Stmt.Assign(v, exp(v.type(), 4));
  }

  private Stmt store() {
    Variable array = pick(Type.arrayOf(element()));
    return new Stmt.Store(array, index(), exp(Type.of(array.type().element()), 4));
  }

  private Stmt update() {
    Variable array = pick(Type.arrayOf(element()));
    Type type = Type.of(array.type().element());
    List<BinaryOp> ops = new ArrayList<>();
    for (BinaryOp op : BinaryOp.values()) {
      if (op.accepts(type) && !op.isComparison() && !Constants.mayFail(op, type)) {
        ops.add(op);
      }
    }
    return new Stmt.Update(array, index(), ops.get(random.nextInt(ops.size())), exp(type, 3));
  }

  private Stmt tableStatement() {
    Exp table = exp(Type.TABLE, 1);
    return switch (random.nextInt(3)) {
      case 0 -> Imp.run(RuntimeFunction.SEAL, table, constant(PARENTS));
      case 1 -> Imp.run(RuntimeFunction.CLEAR, table);
      default ->
          Imp.run(RuntimeFunction.INSERT, table, remainder(exp(Type.INT32, 2), PARENTS), index());
    };
  }

  private Stmt labelled(int depth) {
    String label = "l" + names++;
    labels.add(label);
    Stmt body = random.nextBoolean() && loops < 3 ? loop(depth) : scoped(depth - 1);
    labels.removeLast();
    return new Stmt.Labelled(label, body);
  }

  private Stmt counted(int depth) {
    if (loops >= 3) {
      return assign();
    }
    Variable v = fresh(Type.INT32);
    Exp from =
        random.nextBoolean() ? constant(random.nextInt(3)) : remainder(exp(Type.INT32, 2), 3);
    Exp to = random.nextBoolean() ? constant(random.nextInt(5)) : remainder(exp(Type.INT32, 2), 5);
    loops++;
    visible.add(v);
    fixed.add(v);
    Stmt body = scoped(depth - 1);
    visible.remove(v);
    loops--;
    return new Stmt.For(v, from, to, body);
  }

  /** A while loop that a counter of its own ends. */
  private Stmt loop(int depth) {
    if (loops >= 3) {
      return assign();
    }
    Variable counter = fresh(Type.INT32);
    int mark = visible.size();
    visible.add(counter);
    fixed.add(counter);
    Exp below = new Binary(BinaryOp.LESS, counter, constant(1 + random.nextInt(4)));
    Exp condition =
        switch (random.nextInt(3)) {
          case 0 -> below;
          case 1 -> new Binary(BinaryOp.AND, below, exp(Type.BOOL, 2));
          default -> new Binary(BinaryOp.AND, exp(Type.BOOL, 2), below);
        };
    loops++;
    Stmt body = new Stmt.Block(List.of(Imp.increment(counter), scoped(depth - 1)));
    loops--;
    visible.subList(mark, visible.size()).clear();
    return new Stmt.Block(
        List.of(new Stmt.Declare(counter, constant(0)), new Stmt.While(condition, body)));
  }

  // Expressions

  private Exp exp(Type type, int depth) {
    return switch (type) {
      case Type.Table t -> {
        List<Variable> tables = visible.stream().filter(v -> v.type().equals(Type.TABLE)).toList();
        yield tables.isEmpty() || random.nextInt(4) == 0
            ? random.nextBoolean()
                ? Imp.call(RuntimeFunction.NEW_TABLE, constant(LENGTH))
                : Imp.call(RuntimeFunction.NEW_LOOKUP, constant(LENGTH), index())
            : tables.get(random.nextInt(tables.size()));
      }
      case Type.Array a -> array(a, depth);
      case Type.Scalar s -> scalar(s, depth);
      case Type.Vector v -> throw new IllegalArgumentException("VectorFormTest draws vectors");
    };
  }

  private Exp array(Type.Array type, int depth) {
    return switch (random.nextInt(6)) {
      case 0 -> new Exp.Allocate(type.element(), constant(LENGTH + random.nextInt(3)));
      case 1 ->
          Imp.call(RuntimeFunction.GROW, pick(type), constant(Constant.of(random.nextLong(24))));
      case 2 -> Imp.call(RuntimeFunction.TRIM, pick(type), constant(LENGTH));
      case 3 ->
          type.equals(Type.INT32_ARRAY)
              ? Imp.call(
                  RuntimeFunction.GROW,
                  Imp.call(
                      random.nextBoolean()
                          ? RuntimeFunction.COORDINATES
                          : RuntimeFunction.POSITIONS,
                      exp(Type.TABLE, 1)),
                  constant(Constant.of((long) LENGTH)))
              : pick(type);
      default ->
          depth > 0
              ? new Exp.Select(exp(Type.BOOL, depth - 1), pick(type), pick(type))
              : pick(type);
    };
  }

  private Exp scalar(Type.Scalar type, int depth) {
    ElementType element = type.element();
    if (depth == 0 || random.nextInt(6) == 0) {
      return random.nextInt(3) == 0 ? constant(value(element)) : pick(type);
    }
    switch (random.nextInt(10)) {
      case 0:
        return new Exp.Load(pick(Type.arrayOf(element)), index());
      case 1:
        return new Exp.Cast(element, exp(Type.of(element()), depth - 1));
      case 2:
        return new Exp.Select(
            exp(Type.BOOL, depth - 1), exp(type, depth - 1), exp(type, depth - 1));
      case 3:
        return new Exp.Unary(
            element == ElementType.BOOL ? UnaryOp.NOT : UnaryOp.NEGATE, exp(type, depth - 1));
      case 4:
        return switch (element) {
          case INT32 -> call(depth);
          case INT64 -> new Exp.Unary(UnaryOp.TRAILING_ZEROS, exp(type, depth - 1));
          case BOOL, FLOAT32, FLOAT64 -> pick(type);
        };
      default:
        return binary(type, depth);
    }
  }

  private Exp call(int depth) {
    return switch (random.nextInt(6)) {
      case 0 ->
          Imp.call(
              RuntimeFunction.NARROW, new Exp.Cast(ElementType.INT64, exp(Type.INT32, depth - 1)));
      case 1 ->
          Imp.call(
              RuntimeFunction.LOWER_BOUND,
              pick(Type.INT32_ARRAY),
              constant(0),
              constant(LENGTH),
              exp(Type.INT32, depth - 1));
      case 2 -> Imp.call(RuntimeFunction.SIZE, index(), index());
      case 3 -> Imp.call(RuntimeFunction.COUNT, exp(Type.TABLE, 1));
      case 4 ->
          Imp.call(
              RuntimeFunction.FIND,
              exp(Type.TABLE, 1),
              remainder(exp(Type.INT32, depth - 1), PARENTS),
              index());
      default -> new Exp.Length(pick(Type.arrayOf(element())));
    };
  }

  private Exp binary(Type.Scalar type, int depth) {
    BinaryOp op = BinaryOp.values()[random.nextInt(BinaryOp.values().length)];
    Type operands = op.isComparison() ? Type.of(element()) : type;
    boolean wanted = (op.isComparison() || op.isLogical() ? Type.BOOL : type).equals(type);
    if (!wanted || !op.accepts(operands)) {
      return exp(type, depth - 1);
    }
    Exp left = exp(operands, depth - 1);
    Exp right = exp(operands, depth - 1);
    if (Constants.mayFail(op, operands)) {
      Constant zero = Constant.zero(operands.element());
      Exp one = constant(Constant.of(1L).as(operands.element()));
      right = pick(operands);
      right = new Exp.Select(new Binary(BinaryOp.EQUAL, right, constant(zero)), one, right);
    }
    return new Binary(op, left, right);
  }

  private Exp index() {
    return random.nextInt(3) == 0
        ? constant(random.nextInt(LENGTH))
        : remainder(exp(Type.INT32, 2), LENGTH);
  }

  /** In [0, size) for any e: (e % size + size) % size. */
  private static Exp remainder(Exp e, int size) {
    Exp n = constant(size);
    return new Binary(
        BinaryOp.REMAINDER, new Binary(BinaryOp.ADD, new Binary(BinaryOp.REMAINDER, e, n), n), n);
  }

  private Variable pick(Type type) {
    List<Variable> candidates = visible.stream().filter(v -> v.type().equals(type)).toList();
    return candidates.get(random.nextInt(candidates.size()));
  }

  private ElementType element() {
    return ElementType.values()[random.nextInt(ElementType.values().length)];
  }

  private Variable fresh(Type type) {
    return new Variable("v" + names++, type);
  }

  private Constant value(ElementType type) {
    double[] doubles = {
      0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 1e10, -1e300, Double.NaN, Double.POSITIVE_INFINITY
    };
    long[] longs = {
      0,
      1,
      -1,
      2,
      7,
      100,
      32768,
      -32769,
      Integer.MAX_VALUE,
      Integer.MIN_VALUE,
      Long.MAX_VALUE,
      Long.MIN_VALUE
    };
    Constant c =
        type.isFloat()
            ? Constant.of(doubles[random.nextInt(doubles.length)])
            : Constant.of(longs[random.nextInt(longs.length)]);
    return c.as(type);
  }
}
