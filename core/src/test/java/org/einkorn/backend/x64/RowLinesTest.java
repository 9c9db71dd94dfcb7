package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.run;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Evaluator;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.LineRows;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Imp;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows go from one array to another, wherever lines of memory begin in these. */
class RowLinesTest {
  private static final Processor BEST = new Processor(true);
  private static final int ROWS = 12;
  private static final int TRIALS = 300;

  private final Variable i = variable("i", Type.INT32);
  private final Variable n = variable("n", Type.INT32);
  private final Variable row = variable("row", Type.INT32);
  private final Variable other = variable("other", Type.INT32);
  private final Variable rows = variable("rows", Type.INT32_ARRAY);
  private final Variable others = variable("others", Type.INT32_ARRAY);

  /**
   * {@code to[rows[i]] = from[others[i]]}, in rows that begin at number n.
   *
   * @param isRead whether the result is read as well
   */
  private Function copy(ElementType element, LineRows lines, boolean streamed, boolean isRead) {
    Variable to = variable("to", Type.arrayOf(element));
    Exp size = constant(lines.size());
    Stmt copied =
        block(
            declare(row, load(rows, i)),
            declare(other, load(others, i)),
            stored(to, add(multiply(row, size), n), lines, multiply(other, size), streamed));
    Stmt read = isRead ? store(to, constant(0), load(to, constant(0))) : Stmt.NOTHING;
    return new Function(
        "f",
        List.of(n, rows, others, lines.array(), to),
        List.of(to),
        block(forLoop(i, constant(0), constant(ROWS), copied), read));
  }

  private static LineRows lines(ElementType element, int count) {
    int lanes = 64 / element.bytes();
    return new LineRows(variable("from", Type.arrayOf(element)), count * lanes, lanes);
  }

  /** The evaluator, and machine code where registers are as wide as lines. */
  private static List<CompiledFunction> ways(Function function) {
    List<CompiledFunction> ways = new ArrayList<>();
    ways.add(arguments -> Evaluator.run(function, arguments));
    Optional<CompiledFunction> code = MachineCode.compile(function);
    assertThat(code.isPresent())
        .isEqualTo(Processor.present().filter(Processor::hasAvx512).isPresent());
    code.ifPresent(ways::add);
    return ways;
  }

  private static Object numbers(ElementType element, int count, SplittableRandom random) {
    Object numbers = Array.newInstance(element.javaType(), count);
    for (int k = 0; k < count; k++) {
      Array.set(numbers, k, Constant.of(1L + random.nextInt(100)).as(element).boxed());
    }
    return numbers;
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"FLOAT64", "FLOAT32", "INT64", "INT32"})
  void rowsMayLieAnywhere(ElementType element) {
    SplittableRandom random = new SplittableRandom(element.bytes());
    List<Object> between = new ArrayList<>();
    for (int trial = 0; trial < TRIALS; trial++) {
      LineRows lines = lines(element, 1 + random.nextInt(17));
      Function copy = copy(element, lines, random.nextBoolean(), random.nextInt(4) == 0);
      int first = random.nextInt(3) == 0 ? random.nextInt(2 * lines.lanes()) : 0;
      int size = lines.size();
      Object from = numbers(element, ROWS * size, random);
      int[] order = order(random);
      int[] read = random.ints(ROWS, 0, ROWS).toArray();
      Object expected = Array.newInstance(element.javaType(), ROWS * size + first);
      for (int k = 0; k < ROWS; k++) {
        System.arraycopy(from, read[k] * size, expected, order[k] * size + first, size);
      }
      for (CompiledFunction way : ways(copy)) {
        between.add(Array.newInstance(element.javaType(), random.nextInt(40)));
        Object to = Array.newInstance(element.javaType(), ROWS * size + first);
        way.run(new Object[] {first, order, read, from, to});
        assertThat(to).as("trial %d, rows from %d", trial, first).isEqualTo(expected);
      }
    }
    assertThat(between).isNotEmpty(); // so that nobody takes the room that they take
  }

  /** Rows one after the other, with gaps, and some several times. */
  private static int[] order(SplittableRandom random) {
    int[] order = new int[ROWS];
    for (int k = 0; k < ROWS; k++) {
      boolean jumps = k == 0 || order[k - 1] == ROWS - 1 || random.nextInt(4) == 0;
      order[k] = jumps ? random.nextInt(ROWS) : order[k - 1] + 1;
    }
    return order;
  }

  @Test
  void whatLiesOutsideIsNotTouched() {
    LineRows lines = lines(ElementType.FLOAT64, 2);
    int[] all = new int[ROWS];
    int[] toLast = all.clone();
    toLast[ROWS - 1] = 4;
    double[] large = new double[64];
    for (CompiledFunction way : ways(copy(ElementType.FLOAT64, lines, false, false))) {
      for (Object[] arguments :
          List.of(
              new Object[] {0, all, all, new double[15], large},
              new Object[] {0, all, all, large, new double[15]},
              new Object[] {-1, all, all, large, large.clone()},
              new Object[] {49, all, all, large, large.clone()},
              new Object[] {0, toLast, all, large, large.clone()})) {
        assertThatThrownBy(() -> way.run(arguments))
            .isInstanceOf(ArrayIndexOutOfBoundsException.class);
      }
    }
  }

  /** What rows before it had is written all the same. */
  @Test
  void rowsBeforeOneThatIsOutsideAreWritten() {
    LineRows lines = lines(ElementType.FLOAT64, 1);
    double[] from = new double[8 * ROWS];
    Arrays.fill(from, 2);
    int[] order = {3, 4, 5, ROWS, 0, 0, 0, 0, 0, 0, 0, 0};
    for (CompiledFunction way : ways(copy(ElementType.FLOAT64, lines, true, false))) {
      double[] to = new double[8 * ROWS];
      assertThatThrownBy(() -> way.run(new Object[] {0, order, new int[ROWS], from, to}))
          .isInstanceOf(ArrayIndexOutOfBoundsException.class);
      for (int k = 0; k < to.length; k++) {
        assertThat(to[k]).isEqualTo(k >= 24 && k < 48 ? 2 : 0);
      }
    }
  }

  @Test
  void whatMachineCodeCannotDo() {
    LineRows lines = lines(ElementType.FLOAT64, 1);
    Function copy = copy(ElementType.FLOAT64, lines, false, false);
    assertThat(Suitability.obstacle(copy, BEST)).isEmpty();
    assertThat(Suitability.obstacle(copy, new Processor(false))).isPresent();
    LineRows short4 = new LineRows(lines.array(), 8, 4);
    assertThat(Suitability.obstacle(copy(ElementType.FLOAT64, short4, false, false), BEST))
        .contains("a line of 32 bytes");
    Stmt calling =
        block(copy.body(), declare(variable("s", Type.INT32), call(RuntimeFunction.SIZE, n, n)));
    assertThat(Suitability.obstacle(copy.with(calling), BEST))
        .contains("lines of several arrays, or calls besides");
    Stmt sorting = block(copy.body(), run(RuntimeFunction.SORT_FEW, rows, n));
    assertThat(Suitability.obstacle(copy.with(sorting), BEST))
        .contains("lines of several arrays, or calls besides");
    LineRows other = new LineRows(variable("to", lines.array().type()), 8, 8);
    Stmt both = block(copy.body(), copy(ElementType.FLOAT64, other, false, false).body());
    assertThat(Suitability.obstacle(copy.with(both), BEST))
        .contains("lines of several arrays, or calls besides");
  }

  /** Whole lines go past the caches, and are there for all when the function ends. */
  @Test
  void streamedRows() {
    LineRows lines = lines(ElementType.FLOAT64, 2);
    assertThat(MachineCode.listing(copy(ElementType.FLOAT64, lines, true, false)))
        .contains("vmovntps [")
        .containsPattern("end\\d+:\\s+sfence");
    assertThat(MachineCode.listing(copy(ElementType.FLOAT64, lines, false, false)))
        .doesNotContain("vmovntps", "sfence");
  }

  /** Two rows a turn, of which one may be left out, or go to another array. */
  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"FLOAT64", "FLOAT32", "INT64", "INT32"})
  void severalRowsInATurn(ElementType element) {
    SplittableRandom random = new SplittableRandom(element.ordinal());
    Variable second = variable("second", Type.arrayOf(element));
    Variable kinds = variable("kinds", Type.INT32_ARRAY);
    for (int trial = 0; trial < TRIALS; trial++) {
      LineRows one = lines(element, 1 + random.nextInt(4));
      LineRows two = lines(element, 1 + random.nextInt(4));
      int width = one.size() + two.size();
      Variable to = variable("to", Type.arrayOf(element));
      Exp begin = multiply(row, constant(width));
      Exp read = multiply(other, constant(width));
      Exp next = add(begin, constant(one.size()));
      Variable otherResult = random.nextInt(3) == 0 ? second : to;
      Stmt last =
          stored(otherResult, next, two, add(read, constant(one.size())), random.nextBoolean());
      Stmt maybe =
          random.nextInt(3) == 0 ? Imp.ifThen(Imp.less(load(kinds, i), constant(1)), last) : last;
      Stmt turn =
          block(
              declare(row, load(rows, i)),
              declare(other, load(others, i)),
              stored(to, begin, one, read, random.nextBoolean()),
              maybe);
      Function function =
          new Function(
              "f",
              List.of(rows, others, kinds, one.array(), to, second),
              List.of(to, second),
              forLoop(i, constant(0), constant(ROWS), turn));
      Object from = numbers(element, ROWS * width, random);
      int[] order = order(random);
      int[] sources = random.ints(ROWS, 0, ROWS).toArray();
      int[] kind = random.ints(ROWS, 0, 2).toArray();
      Object[] expected = new Object[2];
      for (CompiledFunction way : ways(function)) {
        Object[] results = new Object[2];
        Arrays.setAll(results, _ -> Array.newInstance(element.javaType(), ROWS * width));
        way.run(new Object[] {order, sources, kind, from, results[0], results[1]});
        expected = expected[0] == null ? results : expected; // the evaluator comes first
        assertThat(results).as("trial %d", trial).isEqualTo(expected);
      }
    }
  }

  private static Stmt stored(Variable to, Exp at, LineRows lines, Exp read, boolean streamed) {
    List<Exp> vectors = new ArrayList<>();
    for (int k = 0; k < lines.vectors(); k++) {
      Optional<Exp.Line> line = Optional.of(new Exp.Line(lines, k));
      vectors.add(new Exp.LoadVector(lines.array(), read, lines.lanes(), line));
    }
    return new Stmt.StoreRow(to, at, lines, vectors, streamed);
  }
}
