package org.einkorn.library;

import org.einkorn.EinkornException;
import org.einkorn.Tensor;

/** Matrices that must be square. */
final class SquareMatrix {
  private SquareMatrix() {}

  /** The matrix itself; a file that does not say its size is made square. */
  static Tensor of(Tensor matrix, String because) {
    if (matrix.order() != 2) {
      throw new EinkornException(
          because + ", a tensor of order 2, not of order " + matrix.order() + ".");
    }
    int size = Math.max(matrix.dimension(0), matrix.dimension(1));
    if (!matrix.sizesKnown()) {
      return matrix.resized(size, size);
    }
    if (matrix.dimension(0) != matrix.dimension(1)) {
      throw new EinkornException(
          because
              + ", which is square, not "
              + matrix.dimension(0)
              + " x "
              + matrix.dimension(1)
              + ".");
    }
    return matrix;
  }
}
