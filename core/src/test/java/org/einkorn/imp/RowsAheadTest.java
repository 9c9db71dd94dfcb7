package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
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
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class RowsAheadTest {
  private final Variable i = variable("i", Type.INT32);
  private final Variable p = variable("p", Type.INT32);
  private final Variable j = variable("j", Type.INT32);
  private final Variable k = variable("k", Type.INT32);
  private final Variable n = variable("n", Type.INT32);
  private final Variable pos = variable("pos", Type.INT32_ARRAY);
  private final Variable crd = variable("crd", Type.INT32_ARRAY);
  private final Variable vals = variable("vals", Type.arrayOf(ElementType.FLOAT64));
  private final Variable x = variable("x", Type.arrayOf(ElementType.FLOAT64));
  private final Variable y = variable("y", Type.arrayOf(ElementType.FLOAT64));

  private final Variable rowCount = variable("rows", Type.INT32);

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

  /** A sparse matrix times a dense one whose rows have so many elements. */
  private Function product(int size) {
    return product(size, new RowTile(8, 128));
  }

  private Function product(int size, RowTile tile) {
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
    VectorForm vectors =
        VectorForm.of(rows(entries(block(declare(j, load(crd, p)), row)))).orElseThrow();
    return vectors.with(Map.of(n, size), type -> 8, 2, tile).orElseThrow();
  }

  @Test
  void whatTheLastEntryOfALaterRowReadsIsFetched() {
    assertThat(Printer.print(RowsAhead.of(product(16)).orElseThrow().body()))
        .startsWith(
            """
            {
              int pos_near = pos.length - 34;
              int crd_near = crd.length - 1;
              for (int i = 0; i < pos.length - 1; i++) {
            """)
        .contains(
            """
                if (0 <= crd_near) {
                  int pos_ahead = pos[min(i, pos_near) + 33];
                  int crd_ahead = crd[max(min(pos_ahead - 1, crd_near), 0)];
                  prefetch x[crd_ahead * 16];
                  prefetch x[crd_ahead * 16 + 8];
                  prefetch x[crd_ahead * 16 + 15];
                }
                for (int p = pos[i]; p < pos[i + 1]; p++) {
            """);
  }

  /** A row that takes several rounds of the loop over its entries fetches in each what it reads. */
  @Test
  void partsOfRowsAreFetchedOneByOne() {
    assertThat(Printer.print(RowsAhead.of(product(32)).orElseThrow().body()))
        .contains(
            """
                  if (0 <= crd_near) {
                    int pos_ahead = pos[min(i, pos_near) + 33];
                    int crd_ahead = crd[max(min(pos_ahead - 1, crd_near), 0)];
                    prefetch x[crd_ahead * 32 + tile];
            """);
  }

  /** As many lines are on their way whatever the size of a row: the nearest cache is small. */
  @Test
  void longRowsAreFetchedLessFarAhead() {
    RowTile wholeRows = new RowTile(16, 1024);
    assertThat(Printer.print(RowsAhead.of(product(64, wholeRows)).orElseThrow().body()))
        .contains("pos[min(i, pos_near) + 15];");
    assertThat(Printer.print(RowsAhead.of(product(128, wholeRows)).orElseThrow().body()))
        .contains("pos[min(i, pos_near) + 9];");
  }

  @Test
  void singleNumbersAreNotFetched() {
    Variable t = variable("t", Type.of(ElementType.FLOAT64));
    Stmt entry = assign(t, add(t, multiply(load(vals, p), load(x, load(crd, p)))));
    Exp zero = constant(Constant.zero(ElementType.FLOAT64));
    assertThat(RowsAhead.of(rows(block(declare(t, zero), entries(entry), store(y, i, t)))))
        .isEmpty();
  }

  /** A list that is written may have anything where it is read ahead. */
  @Test
  void listsThatChangeAreLeftAlone() {
    Function product = product(16);
    Stmt changed = block(product.body(), store(crd, constant(0), constant(1)));
    assertThat(RowsAhead.of(product.with(changed))).isEmpty();
    Stmt moved = block(product.body(), store(pos, constant(0), constant(0)));
    assertThat(RowsAhead.of(product.with(moved))).isEmpty();
  }

  /** With few rows and many, empty ones, and no entries at all. */
  @Test
  void theResultsStayTheSame() {
    Function all = product(16);
    Stmt.For loop = (Stmt.For) all.body();
    Function product = all.with(forLoop(loop.variable(), loop.from(), rowCount, loop.body()));
    product =
        new Function(
            "f", List.of(pos, crd, vals, x, y, n, rowCount), product.results(), product.body());
    Function ahead = RowsAhead.of(product).orElseThrow();
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int rows = random.nextInt(80);
      int most = 1 + random.nextInt(3);
      int[] bounds = new int[rows + 1];
      Arrays.setAll(bounds, r -> r == 0 ? 0 : bounds[r - 1] + random.nextInt(most));
      // Behind what a tensor has there may be anything.
      int[] coordinates = random.ints(bounds[rows] + random.nextInt(2)).toArray();
      Arrays.setAll(coordinates, p -> p < bounds[rows] ? random.nextInt(10) : coordinates[p]);
      int[] more = Arrays.copyOf(bounds, bounds.length + 40);
      Arrays.fill(more, bounds.length, more.length, random.nextInt());
      double[] values = random.doubles(bounds[rows]).toArray();
      double[] dense = random.doubles(160).toArray();
      Supplier<Object[]> arguments =
          () -> new Object[] {more, coordinates, values, dense, new double[16 * rows], 16, rows};
      assertThat(Evaluator.run(ahead, arguments.get()))
          .isEqualTo(Evaluator.run(product, arguments.get()));
    }
  }
}
