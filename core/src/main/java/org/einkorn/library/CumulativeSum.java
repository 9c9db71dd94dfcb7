package org.einkorn.library;

import java.util.Map;
import org.einkorn.Tensor;
import org.einkorn.TensorBuilder;
import org.einkorn.element.ElementType;

/** Sums of everything up to each coordinate. */
public final class CumulativeSum {
  private CumulativeSum() {}

  /**
   * The dense tensor whose value at j is the sum of the tensor's from 0 to j along a dimension;
   * exact for integers. Each round adds what lies twice as far before, so there are few.
   */
  public static Tensor along(Tensor tensor, int dimension) {
    Along along = new Along(tensor.dimensions(), dimension);
    Step add =
        Step.of(
            "%s = %s + %s * S(k,%s)"
                .formatted(
                    along.access("C"), along.access("A"), along.access("A", "k"), along.variable()),
            "dense");
    int size = tensor.dimension(dimension);
    Tensor sums =
        Step.of(along.access("C") + " = " + along.access("A") + " + 0", "dense")
            .run(Map.of("A", tensor));
    for (long shift = 1; shift < size; shift *= 2) {
      sums = add.run(Map.of("A", sums, "S", shift(size, (int) shift)));
    }
    return sums;
  }

  /** The matrix that moves everything so far ahead. */
  private static Tensor shift(int size, int distance) {
    TensorBuilder ones = Tensor.builder(ElementType.BOOL, size, size);
    for (int j = distance; j < size; j++) {
      ones.add(1, j - distance, j);
    }
    return ones.build("csc");
  }
}
