package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Unary;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums of random values along rows have the same bits in all forms for long rows. */
class JoinedSumsTest {
  private static final int TRIALS = 300;

  private static final double[] ODD = {
    0.0, -0.0, -1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-320, 1e300
  };

  private static final List<BinaryOp> OPERATORS =
      List.of(
          BinaryOp.ADD,
          BinaryOp.SUBTRACT,
          BinaryOp.MULTIPLY,
          BinaryOp.DIVIDE,
          BinaryOp.MIN,
          BinaryOp.MAX);

  /** A function that adds up rows, of some element type. */
  private static final class Sums {
    private final SplittableRandom random;
    private final ElementType element;
    private final Variable i = variable("i", Type.INT32);
    private final Variable p = variable("p", Type.INT32);
    private final Variable j = variable("j", Type.INT32);
    private final Variable from = variable("from", Type.INT32);
    private final Variable to = variable("to", Type.INT32);
    private final Variable pos = variable("pos", Type.INT32_ARRAY);
    private final Variable crd = variable("crd", Type.INT32_ARRAY);
    private final Variable other = variable("other", Type.INT32_ARRAY);
    private final Variable vals;
    private final Variable x;
    private final Variable y;
    private final Variable t;
    private final Variable s;
    private final Variable v;

    Sums(ElementType element, SplittableRandom random) {
      this.random = random;
      this.element = element;
      this.vals = variable("vals", Type.arrayOf(element));
      this.x = variable("x", Type.arrayOf(element));
      this.y = variable("y", Type.arrayOf(element));
      this.t = variable("t", Type.of(element));
      this.s = variable("s", Type.of(element));
      this.v = variable("v", Type.of(element));
    }

    Function function() {
      boolean hasOwn = random.nextBoolean();
      List<Stmt> entry = new ArrayList<>(List.of(declare(j, load(crd, p))));
      if (hasOwn) {
        entry.add(declare(v, value(2, false)));
      }
      entry.add(Imp.assign(t, add(t, value(random.nextInt(4), hasOwn))));
      Stmt rows =
          forLoop(
              i,
              from,
              to,
              block(
                  declare(s, load(x, i)),
                  declare(t, constant(Constant.of(0.5 * random.nextInt(2)).as(element))),
                  forLoop(p, load(pos, i), load(pos, add(i, constant(1))), block(entry)),
                  store(y, i, add(s, t))));
      return new Function("f", List.of(pos, crd, other, vals, x, y, from, to), List.of(), rows);
    }

    private Exp value(int depth, boolean hasOwn) {
      int kind = random.nextInt(depth == 0 ? 5 : 9);
      return switch (kind) {
        case 0 -> load(vals, p);
        case 1 -> load(x, j);
        case 2 -> hasOwn ? v : load(x, load(other, j));
        case 3 -> random.nextBoolean() ? s : constant(Constant.of(-1.5).as(element));
        case 4 -> new Exp.Cast(element, load(crd, p));
        case 5 -> new Unary(UnaryOp.NEGATE, value(depth - 1, hasOwn));
        case 6 ->
            Imp.select(
                Imp.less(value(depth - 1, false), load(x, j)),
                value(depth - 1, hasOwn),
                value(depth - 1, hasOwn));
        default ->
            new Binary(
                OPERATORS.get(random.nextInt(OPERATORS.size())),
                value(depth - 1, hasOwn),
                value(depth - 1, hasOwn));
      };
    }
  }

  private static Object numbers(ElementType element, int count, SplittableRandom random) {
    Object numbers = Array.newInstance(element.javaType(), count);
    for (int k = 0; k < count; k++) {
      double number =
          random.nextInt(8) == 0 ? ODD[random.nextInt(ODD.length)] : random.nextDouble() - 0.5;
      Array.set(numbers, k, Constant.of(number).as(element).boxed());
    }
    return numbers;
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"FLOAT64", "FLOAT32"})
  void allFormsHaveTheSameBits(ElementType element) {
    int joined = 0;
    for (int seed = 0; seed < TRIALS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Function function = new Sums(element, random).function();
      Object[] data = data(element, random);
      Object expected = null;
      for (Map.Entry<String, CompiledFunction> way : ways(function).entrySet()) {
        int rows = ((int[]) data[0]).length - 1;
        Object[] arguments = data.clone();
        arguments[5] = Array.newInstance(element.javaType(), rows);
        way.getValue().run(arguments);
        expected = expected == null ? arguments[5] : expected;
        assertThat(arguments[5])
            .as("%s, seed %d: %s", way.getKey(), seed, Printer.print(function))
            .isEqualTo(expected);
      }
      joined += RowForm.LONG_JOINED.of(function).equals(RowForm.LONG.of(function)) ? 0 : 1;
    }
    assertThat(joined).isGreaterThan(TRIALS / 2);
  }

  private static Map<String, CompiledFunction> ways(Function function) {
    Map<String, CompiledFunction> ways = new LinkedHashMap<>();
    ways.put("LONG, of the JVM", JvmCompiler.compile(RowForm.LONG.of(function)));
    for (RowForm form :
        List.of(
            RowForm.LONG, RowForm.LONG_FETCHED, RowForm.LONG_JOINED, RowForm.LONG_JOINED_FETCHED)) {
      Function written = form.of(function);
      ways.put(form + ", evaluated", arguments -> Evaluator.run(written, arguments));
      MachineCode.compile(written).ifPresent(code -> ways.put(form + ", machine code", code));
    }
    return ways;
  }

  /** Arrays that end with the last entry, or have room behind it with anything in it. */
  private static Object[] data(ElementType element, SplittableRandom random) {
    int rows = random.nextInt(1, 10);
    int longest = random.nextInt(1, 11);
    int[] bounds = new int[rows + 1];
    for (int k = 0; k < rows; k++) {
      bounds[k + 1] = bounds[k] + random.nextInt(longest);
    }
    int room = random.nextBoolean() ? 0 : 6;
    int columns = rows + random.nextInt(5);
    int[] coordinates = new int[bounds[rows] + room];
    for (int k = 0; k < coordinates.length; k++) {
      coordinates[k] = k < bounds[rows] ? random.nextInt(columns) : 1 << 20;
    }
    int from = random.nextInt(4) == 0 ? random.nextInt(rows + 1) : 0;
    int to = random.nextInt(4) == 0 ? random.nextInt(from, rows + 1) : rows;
    return new Object[] {
      bounds,
      coordinates,
      random.ints(columns, 0, columns).toArray(),
      numbers(element, coordinates.length, random),
      numbers(element, columns, random),
      null,
      from,
      to
    };
  }
}
