package org.einkorn.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the library computes without notation, by the equations that it must fulfil. */
class LinearAlgebraTest {
  private static double[][] times(double[][] a, double[][] b) {
    double[][] c = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        for (int j = 0; j < b[0].length; j++) {
          c[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return c;
  }

  private static double[][] transposed(double[][] a) {
    double[][] t = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        t[j][i] = a[i][j];
      }
    }
    return t;
  }

  private static void assertEqual(double[][] actual, double[][] expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).containsExactly(expected[i], within(1e-8));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "5, 5", "6, 3", "12, 12", "4, 0"})
  void pseudoInverse(int size, int rank) {
    Random random = new Random(size);
    double[][] b = new double[size][Math.max(1, rank)];
    for (double[] row : b) {
      for (int r = 0; r < rank; r++) {
        row[r] = random.nextGaussian();
      }
    }
    double[][] a = times(b, transposed(b));
    double[][] inverse = SymmetricMatrix.pseudoInverse(a);
    assertEqual(times(times(a, inverse), a), a);
    assertEqual(times(times(inverse, a), inverse), inverse);
    assertEqual(transposed(times(a, inverse)), times(a, inverse));
  }

  @ParameterizedTest
  @CsvSource({"5, 3, 3", "5, 5, 5", "8, 4, 2", "4, 3, 0", "1, 1, 1"})
  void orthonormalColumns(int size, int columns, int independent) {
    Random random = new Random(columns);
    double[] values = new double[size * columns];
    for (int p = 0; p < values.length; p++) {
      int column = p % columns;
      values[p] =
          independent == 0 ? 0 : column < independent ? random.nextGaussian() : values[p - column];
    }
    double[] before = values.clone();
    Orthonormal.columns(values, columns);
    double[][] rows = new double[size][columns];
    double[][] first = new double[size][Math.max(1, independent)];
    for (int p = 0; p < values.length; p++) {
      rows[p / columns][p % columns] = values[p];
      if (p % columns < independent) {
        first[p / columns][p % columns] = before[p];
      }
    }
    double[][] identity = new double[columns][columns];
    for (int c = 0; c < columns; c++) {
      identity[c][c] = 1;
    }
    assertEqual(times(transposed(rows), rows), identity);
    // What the columns could express before, they still can.
    assertEqual(times(rows, times(transposed(rows), first)), first);
  }
}
