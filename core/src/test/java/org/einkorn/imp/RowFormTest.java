package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowFormTest {
  private final Variable i = variable("i", Type.INT32);
  private final Variable p = variable("p", Type.INT32);
  private final Variable j = variable("j", Type.INT32);
  private final Variable t = variable("t", Type.of(ElementType.FLOAT64));
  private final Variable s = variable("s", Type.of(ElementType.FLOAT64));
  private final Variable from = variable("from", Type.INT32);
  private final Variable to = variable("to", Type.INT32);
  private final Variable pos = variable("pos", Type.INT32_ARRAY);
  private final Variable crd = variable("crd", Type.INT32_ARRAY);
  private final Variable vals = variable("vals", Type.arrayOf(ElementType.FLOAT64));
  private final Variable x = variable("x", Type.arrayOf(ElementType.FLOAT64));
  private final Variable y = variable("y", Type.arrayOf(ElementType.FLOAT64));

  /** Each row begins with a value of its own, which only rows have. */
  private Function product() {
    return product(
        block(
            declare(s, load(x, i)),
            declare(t, constant(Constant.zero(ElementType.FLOAT64))),
            forLoop(p, load(pos, i), load(pos, add(i, constant(1))), entry()),
            store(y, i, add(s, t))));
  }

  private Stmt entry() {
    return block(declare(j, load(crd, p)), assign(t, add(t, multiply(load(vals, p), load(x, j)))));
  }

  private Function product(Stmt row) {
    return new Function(
        "f", List.of(pos, crd, vals, x, y, from, to), List.of(), forLoop(i, from, to, row));
  }

  @Test
  void oneLoopOverAllEntries() {
    assertThat(Printer.print(RowForm.FLAT.of(product()).body()))
        .isEqualTo(
            """
            {
              int i = from;
              int i_last = to - 1;
              double s = 0.0;
              double t = 0.0;
              if (i <= i_last) {
                int p_begin = pos[i];
                while (i < i_last && pos[i + 1] == p_begin) {
                  s = x[i];
                  t = 0.0;
                  y[i] = s + t;
                  i++;
                }
                s = x[i];
                t = 0.0;
                int p_last = pos[i + 1] - 1;
                for (int p = p_begin; p < pos[i_last]; p++) {
                  int j = crd[p];
                  t += vals[p] * x[j];
                  if (p == p_last) {
                    y[i] = s + t;
                    i++;
                    p_last = pos[i + 1] - 1;
                    if (p_last == p) {
                      while (i < i_last && pos[i + 1] == p + 1) {
                        s = x[i];
                        t = 0.0;
                        y[i] = s + t;
                        i++;
                      }
                      p_last = pos[i + 1] - 1;
                    }
                    s = x[i];
                    t = 0.0;
                  }
                }
                for (int p = pos[i_last]; p < pos[i_last + 1]; p++) {
                  int j = crd[p];
                  t += vals[p] * x[j];
                }
                y[i] = s + t;
              }
            }
            """);
  }

  @Test
  void theFirstEntryStandsApart() {
    assertThat(Printer.print(RowForm.PEELED.of(product()).body()))
        .contains(
            """
                if (p_begin < p_end) {
                  int j = crd[p_begin];
                  t += vals[p_begin] * x[j];
                  for (int p = p_begin + 1; p < p_end; p++) {
            """);
  }

  /** Once for each list, however often it is read, and as much as sixteen entries take. */
  @Test
  void whatALaterRowReadsIsFetched() {
    assertThat(Printer.print(RowForm.FETCHED.of(product()).body()))
        .contains(
            """
                int p_end = pos[i + 1];
                prefetch crd[p_begin + 256];
                prefetch vals[p_begin + 256];
                prefetch vals[p_begin + 264];
                for (int p = p_begin; p < p_end; p++) {
                  int j = crd[p];
                  t += vals[p] * x[j];
                }
                p_begin = p_end;
            """);
  }

  @Test
  void aSecondEntryCountsWithoutABranch() {
    assertThat(Printer.print(RowForm.PAIRED.of(product()).body()))
        .contains(
            """
                if (p_begin < p_end) {
                  int j = crd[p_begin];
                  t += vals[p_begin] * x[j];
                  int p_second = min(p_begin + 1, p_end - 1);
                  double t_2 = t;
                  int j_2 = crd[p_second];
                  t_2 += vals[p_second] * x[j_2];
                  t = p_begin < p_second ? t_2 : t;
                  for (int p = p_begin + 2; p < p_end; p++) {
            """);
  }

  /** An entry that is read twice must not need what the first reading gave. */
  @Test
  void rowsThatDependOnTheirSumAreNotPaired() {
    Stmt depending = assign(t, add(multiply(t, load(x, i)), load(vals, p)));
    Function other =
        product(
            block(
                declare(t, constant(Constant.zero(ElementType.FLOAT64))),
                forLoop(p, load(pos, i), load(pos, add(i, constant(1))), depending),
                store(y, i, t)));
    assertThat(RowForm.PAIRED.of(other)).isEqualTo(RowForm.PEELED.of(other));
  }

  /** The sums are those of the form that does not fetch. */
  @Test
  void whatLaterEntriesOfLongRowsReadIsFetched() {
    assertThat(Printer.print(RowForm.LONG_FETCHED.of(product()).body()))
        .contains(
            """
                while (p < p_end - 3) {
                  prefetch crd[p + 1024];
                  prefetch vals[p + 1024];
                  int j = crd[p];
                  t_2 += vals[p] * x[j];
            """)
        .contains("t += t_2 + t_3 + (t_4 + t_5);");
  }

  @Test
  void longRowsAreAddedUpByTurns() {
    assertThat(Printer.print(RowForm.LONG.of(product()).body()))
        .contains(
            """
                double t_2 = 0.0;
                double t_3 = 0.0;
                double t_4 = 0.0;
                double t_5 = 0.0;
                int p = p_begin;
                while (p < p_end - 3) {
                  int j = crd[p];
                  t_2 += vals[p] * x[j];
                  int j_2 = crd[p + 1];
                  t_3 += vals[p + 1] * x[j_2];
                  int j_3 = crd[p + 2];
                  t_4 += vals[p + 2] * x[j_3];
                  int j_4 = crd[p + 3];
                  t_5 += vals[p + 3] * x[j_4];
                  p += 4;
                }
                if (p < p_end) {
                  int j = crd[p];
                  t_2 += vals[p] * x[j];
                  if (p + 1 < p_end) {
                    int j_2 = crd[p + 1];
                    t_3 += vals[p + 1] * x[j_2];
                    if (p + 2 < p_end) {
                      int j_3 = crd[p + 2];
                      t_4 += vals[p + 2] * x[j_3];
                    }
                  }
                }
                t += t_2 + t_3 + (t_4 + t_5);
                p_begin = p_end;
            """);
  }

  @Test
  void sumsOfLongRowsMayBeLanesOfAVector() {
    String joined = Printer.print(RowForm.LONG_JOINED.of(product()).body());
    assertThat(joined)
        .contains("int p_last_four = (from < to ? pos[to] : 0) - 4;")
        .contains(
            """
                while (p < p_end - 3) {
                  int j = crd[p];
                  int j_2 = crd[p + 1];
                  int j_3 = crd[p + 2];
                  int j_4 = crd[p + 3];
                  sums += vals[p : 4] * double<4>(x[j], x[j_2], x[j_3], x[j_4]);
                  p += 4;
                }
            """)
        .contains("spread((1 << p_end - p) - 1, sums + vals[p : 4] * double<4>(")
        .contains("if (p_last_four < p) {")
        .doesNotContain("prefetch");
    assertThat(Printer.print(RowForm.LONG_JOINED_FETCHED.of(product()).body()))
        .contains("prefetch crd[p + 1024];", "prefetch vals[p + 1024];", "sums += vals[p : 4]");
  }

  /** Entries of a later row are computed with, so this must be possible as for that row itself. */
  @Test
  void rowsThatReadOtherElementsForOtherRowsAreNotJoined() {
    Exp shifted = load(x, add(load(crd, p), i));
    Exp divided = load(x, new Exp.Binary(Exp.BinaryOp.DIVIDE, load(crd, p), i));
    Variable own = variable("own", Type.INT32);
    Exp declared = load(x, own);
    Variable ofRow = variable("of_row", Type.INT32);
    Exp before = load(x, add(load(crd, p), ofRow));
    Exp chosen = Imp.select(Imp.less(load(crd, p), i), load(x, load(crd, p)), load(vals, p));
    Exp positive = Imp.less(constant(Constant.zero(ElementType.FLOAT64)), load(x, load(crd, p)));
    Exp both = new Exp.Cast(ElementType.FLOAT64, Imp.and(Imp.less(load(crd, p), i), positive));
    for (Exp addend : List.of(shifted, divided, declared, before, chosen, both)) {
      Stmt entry =
          block(declare(own, add(load(crd, p), i)), assign(t, add(t, add(load(vals, p), addend))));
      Function other =
          product(
              block(
                  declare(ofRow, load(crd, i)),
                  declare(t, constant(Constant.zero(ElementType.FLOAT64))),
                  forLoop(p, load(pos, i), load(pos, add(i, constant(1))), entry),
                  store(y, i, t)));
      assertThat(RowForm.LONG_JOINED.of(other)).isEqualTo(RowForm.LONG.of(other));
      assertThat(RowForm.LONG_JOINED.of(other)).isNotEqualTo(other);
    }
  }

  /** Whatever later rows have: it is left out. */
  @Test
  void joinedSumsHaveTheBitsOfOthers() {
    double[] odd = {Double.NaN, Double.POSITIVE_INFINITY, -0.0, Double.NEGATIVE_INFINITY, 1e300};
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int rows = random.nextInt(1, 12);
      int[] bounds = new int[rows + 1];
      for (int k = 0; k < rows; k++) {
        bounds[k + 1] = bounds[k] + random.nextInt(10);
      }
      int columns = rows + random.nextInt(9);
      // Behind the last entry there may be room, with anything in it.
      int[] coordinates =
          Arrays.copyOf(coordinates(bounds[rows], columns, random), bounds[rows] + 5);
      Arrays.fill(coordinates, bounds[rows], coordinates.length, 1 << 20);
      double[] values = random.doubles(coordinates.length).toArray();
      double[] vector = random.doubles(columns).toArray();
      values[random.nextInt(values.length)] = odd[seed % odd.length];
      vector[random.nextInt(columns)] = odd[random.nextInt(odd.length)];
      int begin = random.nextInt(rows + 1);
      int end = random.nextInt(begin, rows + 1);
      double[] expected = new double[rows];
      Evaluator.run(
          RowForm.LONG.of(product()),
          new Object[] {bounds, coordinates, values, vector, expected, begin, end});
      for (RowForm form : List.of(RowForm.LONG_JOINED, RowForm.LONG_JOINED_FETCHED)) {
        for (CompiledFunction way : ways(form.of(product()))) {
          double[] computed = new double[rows];
          way.run(new Object[] {bounds, coordinates, values, vector, computed, begin, end});
          assertThat(computed).as("%s, seed %d", form, seed).isEqualTo(expected);
        }
      }
    }
  }

  private static int[] coordinates(int count, int columns, SplittableRandom random) {
    return random.ints(count, 0, columns).toArray();
  }

  /**
   * The evaluator and, where it can be, code: of the JVM, which has no joined vectors, or machine
   * code.
   */
  private static List<CompiledFunction> ways(Function function) {
    List<CompiledFunction> ways = new ArrayList<>();
    ways.add(arguments -> Evaluator.run(function, arguments));
    if (Printer.print(function).contains("spread(")) {
      MachineCode.compile(function).ifPresent(ways::add);
    } else {
      ways.add(JvmCompiler.compile(function));
    }
    return ways;
  }

  /** A value that is needed for the next one cannot be computed by turns. */
  @Test
  void longRowsThatAreNoSumsAreContinued() {
    Stmt power = assign(t, add(multiply(t, load(x, i)), load(vals, p)));
    Stmt squares = assign(t, add(t, multiply(t, load(vals, p))));
    for (Stmt entry : List.of(power, squares, entryOf(y))) {
      Function other =
          product(
              block(
                  declare(t, constant(Constant.zero(ElementType.FLOAT64))),
                  forLoop(p, load(pos, i), load(pos, add(i, constant(1))), entry),
                  store(y, i, t)));
      assertThat(RowForm.LONG.of(other)).isEqualTo(RowForm.CONTINUED.of(other));
    }
  }

  /**
   * Rows that are empty at the begin, at the end and in between; chunks of all rows, and of none.
   */
  @ParameterizedTest
  @EnumSource(RowForm.class)
  void theSame(RowForm form) {
    Function written = form.of(product());
    assertThat(written).isNotSameAs(product());
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int rows = random.nextInt(1, 12);
      int[] bounds = new int[rows + 1];
      for (int k = 0; k < rows; k++) {
        bounds[k + 1] = bounds[k] + (random.nextInt(3) == 0 ? random.nextInt(12) : seed % 3);
      }
      int[] coordinates = random.ints(bounds[rows], 0, rows).toArray();
      double[] values = random.doubles(bounds[rows]).toArray();
      double[] vector = random.doubles(rows).toArray();
      int begin = random.nextInt(rows + 1);
      int end = random.nextInt(begin, rows + 1);
      double[] expected = new double[rows];
      double[] computed = new double[rows];
      Object[] plain = {bounds, coordinates, values, vector, expected, begin, end};
      Object[] other = {bounds, coordinates, values, vector, computed, begin, end};
      Evaluator.run(product(), plain);
      for (CompiledFunction way : ways(written)) {
        Arrays.fill(computed, 0);
        way.run(other);
        for (int k = 0; k < rows; k++) {
          assertThat(computed[k])
              .as("row %d of %s, rows %d to %d", k, Arrays.toString(bounds), begin, end)
              .isCloseTo(expected[k], within(form.keepsOrder() ? 0 : 1e-14));
        }
      }
    }
  }

  @Test
  void leavesRowsAloneWhoseBoundsMayChange() {
    Function moving =
        product(
            block(
                forLoop(p, load(pos, i), load(pos, add(i, constant(1))), entryOf(y)),
                store(pos, i, constant(0))));
    assertThat(RowForm.FLAT.of(moving)).isSameAs(moving);
    assertThat(RowForm.evidence(moving)).isEmpty();
  }

  @Test
  void leavesRowsAloneThatDoNotFollowEachOther() {
    Function gaps = product(forLoop(p, load(pos, i), load(crd, i), entryOf(y)));
    assertThat(RowForm.FLAT.of(gaps)).isSameAs(gaps);
  }

  @Test
  void leavesLoopsInRowsAlone() {
    Stmt twice = forLoop(j, constant(0), to, store(y, j, load(vals, p)));
    Function nested = product(forLoop(p, load(pos, i), load(pos, add(i, constant(1))), twice));
    assertThat(RowForm.FLAT.of(nested)).isSameAs(nested);
  }

  @Test
  void rowsAreKnownByTheirBoundsAndCoordinates() {
    assertThat(RowForm.evidence(product())).contains(new RowForm.Evidence(pos, Optional.of(crd)));
  }

  private Stmt entryOf(Variable array) {
    return store(array, load(crd, p), load(vals, p));
  }
}
