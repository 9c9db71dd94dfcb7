package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Printer;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Parser;
import org.einkorn.schedule.ScheduleParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * A product of sparse matrices: a function that makes arrays, lets them grow, and orders what it
 * has touched. Machine code is made at once here, and not aside.
 */
@EnabledIf("org.einkorn.backend.x64.MachineCode#isPresent")
class LoopTwinTest {
  private static final Executor AT_ONCE = Runnable::run;

  private final Function product = product();

  private static Function product() {
    TensorType csr = TensorType.of(ElementType.FLOAT64, Formats.parse("csr", 2));
    Compiler.Chosen loops =
        Compiler.loops(
            Parser.parse("A(i,j) = B(i,k) * C(k,j)"),
            Map.of("B", csr, "C", csr),
            csr,
            csr.format(),
            ScheduleParser.parse("reorder(i,k,j); workspace(j,dense)"));
    return Compiler.lower(loops, csr, Projection.FUSED).code().function();
  }

  /** The arrays of a matrix with so many entries in each row. */
  private static Object[] matrix(int rows, int columns, int perRow, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] pos = new int[rows + 1];
    int[] crd = new int[rows * perRow];
    for (int i = 0; i < rows; i++) {
      Set<Integer> row = new TreeSet<>();
      while (row.size() < perRow) {
        row.add(random.nextInt(columns));
      }
      pos[i + 1] = pos[i];
      for (int j : row) {
        crd[pos[i + 1]++] = j;
      }
    }
    return new Object[] {pos, crd, random.doubles(crd.length, -1, 1).toArray()};
  }

  private Object[] arguments(int rows, int inner, int columns, int first, int second) {
    Object[] b = matrix(rows, inner, first, 1);
    Object[] c = matrix(inner, columns, second, 2);
    return arguments(b, c, rows, inner, columns);
  }

  private Object[] arguments(Object[] b, Object[] c, int rows, int inner, int columns) {
    Map<String, Object> byName =
        Map.of(
            "B2_pos", b[0], "B2_crd", b[1], "B_vals", b[2], "C2_pos", c[0], "C2_crd", c[1],
            "C_vals", c[2], "iSize", rows, "jSize", columns, "kSize", inner);
    return product.parameters().stream().map(v -> byName.get(v.name())).toArray();
  }

  private static void check(Function function, Object[] arguments) {
    Object[] expected = JvmCompiler.compile(function).run(arguments);
    List<LoopFunction> forms = new ArrayList<>(LoopFunction.forms(function, Function.NOTHING));
    assertThat(forms).hasSize(Printer.print(function).contains("B2_pos") ? 5 : 1);
    forms.addAll(LoopFunction.forms(function, Function.NOTHING, 0));
    for (LoopFunction machine : forms) {
      for (int run = 0; run < 3; run++) {
        assertThat(machine.run(arguments)).isEqualTo(expected);
      }
    }
  }

  @Test
  void rowsOfAllLengthsAreTheSame() {
    check(product, arguments(200, 300, 400, 1, 1));
    check(product, arguments(200, 300, 400, 5, 6));
    check(product, arguments(200, 300, 400, 6, 7));
    check(product, arguments(100, 300, 5000, 20, 20));
    check(product, arguments(50, 100, 60, 30, 30));
    check(product, arguments(0, 1, 1, 0, 0));
    check(product, arguments(10, 10, 10, 0, 3));
  }

  /** The arrays of a matrix whose rows are given; zeros of both signs are among its values. */
  private static Object[] matrix(List<int[]> rows, long seed) {
    int[] pos = new int[rows.size() + 1];
    for (int i = 0; i < rows.size(); i++) {
      pos[i + 1] = pos[i] + rows.get(i).length;
    }
    int[] crd = rows.stream().flatMapToInt(Arrays::stream).toArray();
    double[] values = {-0.0, 0.0, 1.5, -2.25, Double.POSITIVE_INFINITY, 1e-300};
    double[] vals =
        new SplittableRandom(seed)
            .ints(crd.length, 0, values.length)
            .mapToDouble(k -> values[k])
            .toArray();
    return new Object[] {pos, crd, vals};
  }

  /** Rows of all kinds side by side: empty, of one entry, without gaps, far apart. */
  @Test
  void allKindsOfRowsAreTheSame() {
    SplittableRandom random = new SplittableRandom(3);
    for (int turn = 0; turn < 40; turn++) {
      int inner = 1 + random.nextInt(60);
      int columns = 1 + random.nextInt(turn % 2 == 0 ? 80 : 3000);
      List<int[]> first = new ArrayList<>();
      List<int[]> second = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        first.add(row(random, inner));
      }
      for (int k = 0; k < inner; k++) {
        second.add(row(random, columns));
      }
      Object[] b = matrix(first, 2 * turn);
      Object[] c = matrix(second, 2 * turn + 1);
      check(product, arguments(b, c, 50, inner, columns));
    }
  }

  /** Few places besides those of a long row: its own, between them, before and behind them. */
  @Test
  void rowsThatPointToHubsAreTheSame() {
    SplittableRandom random = new SplittableRandom(4);
    int inner = 40;
    int columns = 2000;
    for (int turn = 0; turn < 10; turn++) {
      List<int[]> first = new ArrayList<>();
      List<int[]> second = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        first.add(random.ints(random.nextInt(8), 0, inner).distinct().sorted().toArray());
      }
      for (int k = 0; k < inner; k++) {
        int length = k % 8 == 0 ? 300 + random.nextInt(2) : random.nextInt(20);
        second.add(random.ints(length, 0, columns).distinct().sorted().toArray());
      }
      Object[] b = matrix(first, 2 * turn);
      Object[] c = matrix(second, 2 * turn + 1);
      check(product, arguments(b, c, 100, inner, columns));
    }
  }

  /** Most segments are empty; one row has more entries than are looked at in advance. */
  @Test
  void entriesWithoutSegmentsArePassedOver() {
    SplittableRandom random = new SplittableRandom(5);
    for (int turn = 0; turn < 10; turn++) {
      int inner = 1000;
      List<int[]> first = new ArrayList<>();
      List<int[]> second = new ArrayList<>();
      for (int i = 0; i < 2000; i++) {
        boolean isLong = i == 100 * turn;
        first.add(
            isLong
                ? IntStream.range(turn, inner).toArray()
                : random.ints(random.nextInt(3), 0, inner).distinct().sorted().toArray());
      }
      for (int k = 0; k < inner; k++) {
        boolean isEmpty = random.nextInt(10) > turn;
        second.add(isEmpty ? new int[0] : row(random, 50));
      }
      check(product, arguments(matrix(first, turn), matrix(second, -turn), 2000, inner, 50));
    }
  }

  private static int[] row(SplittableRandom random, int columns) {
    int length = random.nextInt(Math.min(columns, 40) + 1);
    int begin = random.nextInt(columns - length + 1);
    return switch (random.nextInt(4)) {
      case 0 -> new int[0];
      case 1 -> new int[] {random.nextInt(columns)};
      case 2 -> IntStream.range(begin, begin + length).toArray();
      default -> random.ints(length, 0, columns).distinct().sorted().toArray();
    };
  }

  @Test
  void coordinatesFarApartAreOrderedByTheJvm() {
    int columns = 40 << 16;
    check(product, arguments(20, 10, columns, 4, 9));
  }

  @Test
  void turnsMayBeginAnew() {
    Stmt body = withTurn(product.body(), Integer.MAX_VALUE - 3);
    Function late = product.with(body);
    assertThat(Printer.print(late)).contains("int w1_turn = 2147483644;");
    check(late, arguments(20, 30, 40, 3, 3));
  }

  /** Such as a parameter for memory that is replaced if it is too small. */
  @Test
  void parametersMayChangeBeforeTheLoop() {
    Variable memory = variable("memory", Type.INT32_ARRAY);
    Variable n = variable("n", Type.INT32);
    Variable i = variable("i", Type.INT32);
    Stmt renewed =
        ifThen(less(length(memory), n), assign(memory, new Exp.Allocate(ElementType.INT32, n)));
    Function filling =
        new Function(
            "f",
            List.of(memory, n),
            List.of(memory),
            block(renewed, forLoop(i, constant(0), n, store(memory, i, i))));
    check(filling, new Object[] {new int[2], 5});
    check(filling, new Object[] {new int[6], 5});
  }

  private static Stmt withTurn(Stmt s, int turn) {
    return s instanceof Stmt.Declare d && d.variable().name().equals("w1_turn")
        ? new Stmt.Declare(d.variable(), constant(turn))
        : Walk.map(s, e -> e, part -> withTurn(part, turn));
  }

  @Test
  @Timeout(60)
  void takesOverWhenThereWasSomethingToDo() {
    LoopTwin twin = new LoopTwin(product, Function.NOTHING, true, Use.AUTO, AT_ONCE);
    Object[] arguments = arguments(2000, 500, 600, 10, 10);
    Object[] first = twin.run(arguments);
    while (twin.runs().asMachineCode() == 0) {
      assertThat(twin.run(arguments)).isEqualTo(first);
    }
    assertThat(twin.runs().all()).isGreaterThan(1);
  }

  /** Many turns that take no time, then one that the JVM would have to wait for. */
  @Test
  @Timeout(60)
  void loopsThatTakeTooLongAreLeftToTheJvm() {
    Variable lengths = variable("lengths", Type.INT32_ARRAY);
    Variable counts = variable("counts", Type.arrayOf(ElementType.FLOAT64));
    Variable n = variable("n", Type.INT32);
    Variable i = variable("i", Type.INT32);
    Variable p = variable("p", Type.INT32);
    Variable count = variable("count", Type.of(ElementType.FLOAT64));
    // One addition has to wait for the other.
    Stmt counted =
        block(
            declare(count, constant(Constant.of(0.0))),
            forLoop(
                p,
                constant(0),
                load(lengths, i),
                assign(count, add(count, constant(Constant.of(1.0))))),
            store(counts, i, count));
    Function counting =
        new Function(
            "f",
            List.of(lengths, n),
            List.of(counts),
            block(
                declare(counts, new Exp.Allocate(ElementType.FLOAT64, n)),
                forLoop(i, constant(0), n, counted)));
    LoopTwin twin = new LoopTwin(counting, Function.NOTHING, true, Use.ALWAYS, AT_ONCE);
    int[] turns = new int[5000];
    turns[4999] = 2_000_000_000;
    assertThat(((double[]) twin.run(new Object[] {turns, 5000})[0])[4999]).isEqualTo(2e9);
    assertThat(twin.runs()).isEqualTo(new ChunkRuns(1, 0, 1));
    turns[4999] = 7;
    assertThat(((double[]) twin.run(new Object[] {turns, 5000})[0])[4999]).isEqualTo(7);
    assertThat(twin.runs()).isEqualTo(new ChunkRuns(2, 0, 1));
  }

  @Test
  void fromTheFirstCallOnOrNever() {
    Object[] arguments = arguments(20, 30, 40, 3, 3);
    LoopTwin always = new LoopTwin(product, Function.NOTHING, true, Use.ALWAYS, AT_ONCE);
    LoopTwin never = new LoopTwin(product, Function.NOTHING, true, Use.NEVER, AT_ONCE);
    assertThat(always.run(arguments)).isEqualTo(never.run(arguments));
    assertThat(always.runs()).isEqualTo(new ChunkRuns(1, 0, 1));
    assertThat(never.runs()).isEqualTo(ChunkRuns.NONE);
  }
}
