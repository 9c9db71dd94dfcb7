package org.einkorn.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.einkorn.Einkorn;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies along a dimension, compared with sorting and adding up rows. */
class AlongTest {
  private static final int ROWS = 12;
  private static final int COLUMNS = 9;

  /** Small integers, many of them equal, and many zeros. */
  private static double[][] rows(long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[ROWS][COLUMNS];
    for (double[] row : rows) {
      for (int j = 0; j < COLUMNS; j++) {
        row[j] = random.nextInt(3) == 0 ? random.nextInt(-3, 4) : 0;
      }
    }
    rows[5] = new double[COLUMNS];
    return rows;
  }

  /** The columns of a row, the largest value first; zeros only where they are stored. */
  private static List<Integer> ranked(double[] row, boolean zeros) {
    return IntStream.range(0, row.length)
        .filter(j -> zeros || row[j] != 0)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer j) -> -row[j]).thenComparing(j -> j))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dense", "csr", "csc", "coo", "dia"})
  void topOfEachRow(String format) {
    double[][] rows = rows(1);
    Tensor tensor = Tensor.matrix(rows).to(format);
    Extremes.Result top = Extremes.top(tensor, 1, 4);
    Extremes.Result largest = Extremes.argmax(tensor, 1);
    assertThat(top.values().dimensions()).containsExactly(ROWS, 4);
    assertThat(top.coordinates().elementType()).isEqualTo(ElementType.INT64);
    for (int i = 0; i < ROWS; i++) {
      List<Integer> ranked = ranked(rows[i], format.equals("dense"));
      for (int k = 0; k < 4; k++) {
        boolean there = k < ranked.size();
        int column = there ? ranked.get(k) : -1;
        double value = there ? rows[i][column] : Double.NEGATIVE_INFINITY;
        assertThat(top.values().get(i, k)).isEqualTo(value);
        assertThat(top.coordinates().getLong(i, k)).isEqualTo(column);
        if (k == 0) {
          assertThat(largest.values().get(i)).isEqualTo(value);
          assertThat(largest.coordinates().getLong(i)).isEqualTo(column);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dense", "csr", "coo"})
  void smallestOfEachColumn(String format) {
    double[][] rows = rows(2);
    Extremes.Result smallest = Extremes.argmin(Tensor.matrix(rows).to(format), 0);
    for (int j = 0; j < COLUMNS; j++) {
      double value = Double.POSITIVE_INFINITY;
      int row = -1;
      for (int i = 0; i < ROWS; i++) {
        if ((format.equals("dense") || rows[i][j] != 0) && rows[i][j] < value) {
          value = rows[i][j];
          row = i;
        }
      }
      assertThat(smallest.values().get(j)).isEqualTo(value);
      assertThat(smallest.coordinates().getLong(j)).isEqualTo(row);
    }
  }

  @Test
  void otherOrdersAndTypes() {
    Extremes.Result ofVector = Extremes.argmax(Tensor.vector(3, Double.NaN, 9, 9), 0);
    assertThat(ofVector.values().value()).isEqualTo(9);
    assertThat(ofVector.coordinates().longValue()).isEqualTo(2);
    assertThat(Extremes.top(Tensor.vector(3, 4, 9), 0, 2).coordinates().toArray())
        .containsExactly(2, 1);
    Tensor cube =
        Tensor.builder(ElementType.INT64, 2, 3, 2).add(5L, 0, 1, 1).add(-7L, 1, 2, 0).build();
    Extremes.Result inside = Extremes.argmax(cube, 1);
    assertThat(inside.coordinates().toArray()).containsExactly(-1, 1, 2, -1);
    assertThat(inside.values().get(1, 0)).isEqualTo(-7);
    Tensor empty = Tensor.matrix(new double[][] {{}, {}});
    assertThat(Extremes.argmin(empty, 1).coordinates().toArray()).containsExactly(-1, -1);
    assertThat(Extremes.argmin(empty, 0).coordinates().toArray()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dense", "csr", "csc", "dia"})
  void cumulativeSums(String format) {
    double[][] rows = rows(3);
    Tensor tensor = Tensor.matrix(rows).to(format);
    Tensor right = CumulativeSum.along(tensor, 1);
    Tensor down = CumulativeSum.along(tensor, 0);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        assertThat(right.get(i, j)).isEqualTo(Arrays.stream(rows[i], 0, j + 1).sum());
        int column = j;
        assertThat(down.get(i, j))
            .isEqualTo(Arrays.stream(rows, 0, i + 1).mapToDouble(row -> row[column]).sum());
      }
    }
  }

  @Test
  void integersAreSummedExactly() {
    Tensor large =
        Tensor.builder(ElementType.INT64, 3).add(1L << 60, 0).add(1L, 1).add(1L, 2).build("s");
    Tensor sums = CumulativeSum.along(large, 0);
    assertThat(sums.elementType()).isEqualTo(ElementType.INT64);
    assertThat(sums.getLong(2)).isEqualTo((1L << 60) + 2);
    Tensor truths = Einkorn.evaluate("y(i) = x(i) > 1", Map.of("x", Tensor.vector(2, 0, 3)));
    assertThat(CumulativeSum.along(truths, 0).toArray()).containsExactly(1, 1, 2);
    assertThat(CumulativeSum.along(Tensor.vector(), 0).toArray()).isEmpty();
    double[] tenths = new double[1000];
    Arrays.fill(tenths, 0.1);
    assertThat(CumulativeSum.along(Tensor.vector(tenths), 0).get(999))
        .isCloseTo(100, within(1e-12));
  }
}
