package org.einkorn.library;

/** Linear algebra of a small symmetric matrix, given by its rows. */
final class SymmetricMatrix {
  private static final int MAX_SWEEPS = 60;

  private SymmetricMatrix() {}

  /**
   * The pseudo-inverse. What is tiny beside the largest eigenvalue counts as zero: columns that
   * depend on each other share what there is, instead of growing without bound.
   */
  static double[][] pseudoInverse(double[][] matrix) {
    int n = matrix.length;
    double[][] a = new double[n][];
    double[][] vectors = new double[n][n];
    for (int i = 0; i < n; i++) {
      a[i] = matrix[i].clone();
      vectors[i][i] = 1;
    }
    diagonalise(a, vectors);
    double largest = 0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, Math.abs(a[i][i]));
    }
    double[][] inverse = new double[n][n];
    for (int e = 0; e < n; e++) {
      if (Math.abs(a[e][e]) > largest * 1e-13 * n) {
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < n; j++) {
            inverse[i][j] += vectors[i][e] * vectors[j][e] / a[e][e];
          }
        }
      }
    }
    return inverse;
  }

  /**
   * Jacobi's rotations: {@code a} becomes diagonal, {@code vectors} has an eigenvector a column.
   */
  private static void diagonalise(double[][] a, double[][] vectors) {
    int n = a.length;
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
      boolean rotated = false;
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          // Rotating away what both diagonal entries would round off changes nothing.
          double negligible = 1e-17 * Math.sqrt(Math.abs(a[p][p] * a[q][q]));
          if (Math.abs(a[p][q]) > Math.max(negligible, Double.MIN_NORMAL)) {
            rotate(a, vectors, p, q);
            rotated = true;
          }
        }
      }
      if (!rotated) {
        return;
      }
    }
  }

  private static void rotate(double[][] a, double[][] vectors, int p, int q) {
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.hypot(theta, 1));
    double c = 1 / Math.hypot(t, 1);
    double s = t * c;
    for (int k = 0; k < a.length; k++) {
      double kp = a[k][p];
      double kq = a[k][q];
      a[k][p] = c * kp - s * kq;
      a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < a.length; k++) {
      double pk = a[p][k];
      double qk = a[q][k];
      a[p][k] = c * pk - s * qk;
      a[q][k] = s * pk + c * qk;
      double vp = vectors[k][p];
      double vq = vectors[k][q];
      vectors[k][p] = c * vp - s * vq;
      vectors[k][q] = s * vp + c * vq;
    }
    a[p][q] = 0;
    a[q][p] = 0;
  }
}
