package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.update;
import static org.einkorn.imp.Imp.variable;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class PrefetchingTest {
  private static final Type FLOAT64 = Type.of(ElementType.FLOAT64);

  private final Variable i = variable("i", Type.INT32);
  private final Variable p = variable("p", Type.INT32);
  private final Variable j = variable("j", Type.INT32);
  private final Variable k = variable("k", Type.INT32);
  private final Variable q = variable("q", Type.INT32);
  private final Variable n = variable("n", Type.INT32);
  private final Variable t = variable("t", FLOAT64);
  private final Variable pos = variable("pos", Type.INT32_ARRAY);
  private final Variable crd = variable("crd", Type.INT32_ARRAY);
  private final Variable vals = variable("vals", Type.arrayOf(ElementType.FLOAT64));
  private final Variable x = variable("x", Type.arrayOf(ElementType.FLOAT64));
  private final Variable y = variable("y", Type.arrayOf(ElementType.FLOAT64));

  private Function product(Stmt entry) {
    return rows(
        block(
            declare(t, constant(Constant.zero(ElementType.FLOAT64))),
            entries(entry),
            store(y, i, t)));
  }

  private Function rows(Stmt row) {
    return new Function(
        "f",
        List.of(pos, crd, vals, x, y, n),
        List.of(y),
        forLoop(i, constant(0), Imp.subtract(Imp.length(pos), constant(1)), row));
  }

  private Stmt entries(Stmt entry) {
    return forLoop(p, load(pos, i), load(pos, add(i, constant(1))), entry);
  }

  private Stmt entry() {
    return block(declare(j, load(crd, p)), assign(t, add(t, multiply(load(vals, p), load(x, j)))));
  }

  private static String ahead(Function function) {
    return Printer.print(Prefetching.of(function, Prefetching.Reach.NEAR).orElseThrow().body());
  }

  @Test
  void whatStandsAtCoordinatesIsFetchedAhead() {
    assertThat(ahead(product(entry())))
        .isEqualTo(
            """
            {
              int crd_near = crd.length - 65;
              for (int i = 0; i < pos.length - 1; i++) {
                double t = 0.0;
                for (int p = pos[i]; p < pos[i + 1]; p++) {
                  int crd_ahead = crd[min(p, crd_near) + 64];
                  prefetch x[crd_ahead];
                  {
                    int j = crd[p];
                    t += vals[p] * x[j];
                  }
                }
                y[i] = t;
              }
            }
            """);
  }

  /** More can be on its way then. */
  @Test
  void theFartherCacheIsFetchedFartherAhead() {
    Function far = Prefetching.of(product(entry()), Prefetching.Reach.FAR).orElseThrow();
    assertThat(Printer.print(far.body()))
        .contains("int crd_near = crd.length - 129;")
        .contains(
            """
                  int crd_ahead = crd[min(p, crd_near) + 128];
                  prefetch far x[crd_ahead];
            """);
    Function farther = Prefetching.of(product(entry()), Prefetching.Reach.FARTHER).orElseThrow();
    assertThat(Printer.print(farther.body())).contains("crd[min(p, crd_near) + 1024];");
    assertThat(Prefetching.forms(product(entry())))
        .extracting(form -> Printer.print(form.body()))
        .containsExactly(
            ahead(product(entry())), Printer.print(far.body()), Printer.print(farther.body()));
  }

  /** Segments are fetched so many turns ahead, however much there is room for. */
  @Test
  void formsAreDifferent() {
    assertThat(Prefetching.forms(segments(Stmt.NOTHING))).hasSize(2);
  }

  /** One for each line that a row reaches, and one for the end, as rows may begin anywhere. */
  @Test
  void rowsAreFetchedLineByLine() {
    Stmt row =
        forLoop(
            k,
            constant(0),
            n,
            update(
                y,
                add(multiply(i, n), k),
                BinaryOp.ADD,
                multiply(load(vals, p), load(x, add(multiply(j, n), k)))));
    Function product = rows(entries(block(declare(j, load(crd, p)), row)));
    VectorForm rows = VectorForm.of(product).orElseThrow();
    Function vectors = rows.with(Map.of(n, 20), type -> 8, 2).orElseThrow();
    assertThat(ahead(vectors))
        .contains(
            """
                  int crd_ahead = crd[min(p, crd_near) + 48];
                  prefetch x[crd_ahead * 20];
                  prefetch x[crd_ahead * 20 + 8];
                  prefetch x[crd_ahead * 20 + 16];
                  prefetch x[crd_ahead * 20 + 19];
            """);
  }

  /** A turn that does not read the list may be at no place of it. */
  @Test
  void onlyWhatEveryTurnReadsIsReadAhead() {
    assertThat(Prefetching.forms(product(ifThen(less(p, n), entry())))).isEmpty();
    Exp there = Imp.select(less(p, n), load(x, load(crd, p)), load(x, i));
    assertThat(Prefetching.forms(product(assign(t, add(t, there))))).isEmpty();
    Stmt read = block(declare(j, load(crd, p)), ifThen(less(j, n), assign(t, load(x, j))));
    assertThat(ahead(product(read))).contains("prefetch x[crd_ahead];");
  }

  @Test
  void whatIsWrittenIsLeftAlone() {
    Stmt scattered = block(declare(j, load(crd, p)), store(y, j, load(vals, p)));
    assertThat(Prefetching.forms(product(scattered))).isEmpty();
    Stmt moving = block(declare(j, load(crd, p)), store(crd, p, i), assign(t, load(x, j)));
    assertThat(Prefetching.forms(product(moving))).isEmpty();
    assertThat(Prefetching.forms(product(assign(t, add(t, load(vals, p)))))).isEmpty();
  }

  private Function segments(Stmt before) {
    return product(
        block(
            declare(k, load(crd, p)),
            before,
            forLoop(
                q,
                load(pos, k),
                load(pos, add(k, constant(1))),
                assign(t, add(t, load(vals, q))))));
  }

  /** Where a segment begins first, then its beginning. */
  @Test
  void segmentsAreFetchedInTwoSteps() {
    assertThat(ahead(segments(Stmt.NOTHING)))
        .isEqualTo(
            """
            {
              int crd_near = crd.length - 17;
              int crd_near_2 = crd.length - 9;
              int pos_near = pos.length - 1;
              for (int i = 0; i < pos.length - 1; i++) {
                double t = 0.0;
                for (int p = pos[i]; p < pos[i + 1]; p++) {
                  int crd_ahead = crd[min(p, crd_near) + 16];
                  prefetch pos[crd_ahead];
                  int crd_ahead_2 = crd[min(p, crd_near_2) + 8];
                  int pos_ahead = pos[max(min(crd_ahead_2, pos_near), 0)];
                  prefetch vals[pos_ahead];
                  int k = crd[p];
                  for (int q = pos[k]; q < pos[k + 1]; q++) {
                    t += vals[q];
                  }
                }
                y[i] = t;
              }
            }
            """);
  }

  @Test
  void segmentsOfListsThatChangeAreLeftAlone() {
    assertThat(Prefetching.forms(segments(store(crd, p, i)))).isEmpty();
    assertThat(Prefetching.forms(segments(store(pos, p, i)))).isEmpty();
  }

  @Test
  void sumsOfSegmentsStayTheSame() {
    staysTheSame(segments(Stmt.NOTHING));
  }

  /** What stands behind the entries of a loop is read ahead, and may be no coordinate. */
  @Test
  void behindTheEntriesThereMayBeAnything() {
    Function ahead = Prefetching.of(segments(Stmt.NOTHING), Prefetching.Reach.NEAR).orElseThrow();
    int[] bounds = {0, 1, 2};
    int[] coordinates = {1, 0, -1, 99, 2, 3, Integer.MAX_VALUE, Integer.MIN_VALUE, -7};
    double[] values = {1.5, 2.5};
    Object[] arguments = {bounds, coordinates, values, new double[1], new double[2], 0};
    assertThat((double[]) Evaluator.run(ahead, arguments)[0]).containsExactly(2.5, 1.5);
  }

  @Test
  void theResultsStayTheSame() {
    staysTheSame(product(entry()));
  }

  private static void staysTheSame(Function product) {
    Function ahead = Prefetching.of(product, Prefetching.Reach.NEAR).orElseThrow();
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int rows = random.nextInt(12);
      int[] bounds = new int[rows + 1];
      Arrays.setAll(bounds, r -> r == 0 ? 0 : bounds[r - 1] + random.nextInt(30));
      int[] coordinates = random.ints(bounds[rows], 0, Math.max(1, rows)).toArray();
      double[] values = random.doubles(bounds[rows]).toArray();
      double[] vector = random.doubles(100).toArray();
      Supplier<Object[]> arguments =
          () -> new Object[] {bounds, coordinates, values, vector, new double[rows], 0};
      Object[] expected = Evaluator.run(product, arguments.get());
      assertThat(Evaluator.run(ahead, arguments.get())).isEqualTo(expected);
      assertThat(JvmCompiler.compile(ahead).run(arguments.get())).isEqualTo(expected);
    }
  }
}
