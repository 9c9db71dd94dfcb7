package org.einkorn.library;

/** Makes the columns of a tall matrix orthogonal to each other, and of length 1. */
final class Orthonormal {
  /** A column that keeps less than this of its length depends on those before it. */
  private static final double DEPENDENT = 1e-10;

  private Orthonormal() {}

  /**
   * Gram and Schmidt's way, each column twice, for the first time leaves rounding errors. A column
   * that depends on those before it is replaced by one that does not.
   *
   * @param values the rows, one after the other; at least as many as columns
   */
  static void columns(double[] values, int columns) {
    int unit = 0;
    for (int c = 0; c < columns; c++) {
      double before = length(values, columns, c);
      while (!(project(values, columns, c) > DEPENDENT * before) || before == 0) {
        for (int at = c; at < values.length; at += columns) {
          values[at] = 0;
        }
        values[unit++ * columns + c] = 1;
        before = 1;
      }
      double length = project(values, columns, c);
      for (int at = c; at < values.length; at += columns) {
        values[at] /= length;
      }
    }
  }

  /** Takes away from a column what the columns before it have, and gives the length of the rest. */
  private static double project(double[] values, int columns, int column) {
    for (int other = 0; other < column; other++) {
      double dot = 0;
      for (int row = 0; row < values.length; row += columns) {
        dot += values[row + other] * values[row + column];
      }
      for (int row = 0; row < values.length; row += columns) {
        values[row + column] -= dot * values[row + other];
      }
    }
    return length(values, columns, column);
  }

  private static double length(double[] values, int columns, int column) {
    double square = 0;
    for (int at = column; at < values.length; at += columns) {
      square += values[at] * values[at];
    }
    return Math.sqrt(square);
  }
}
