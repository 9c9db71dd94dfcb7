package org.einkorn.bench.problem;

import java.util.Arrays;
import java.util.Optional;
import org.einkorn.Tensor;
import org.einkorn.bench.data.Csr;
import org.einkorn.storage.CoordinateList;

/**
 * The result of a kernel: the values, and for a sparse matrix where they stand. No rows, but only
 * the values, where the result is dense or has the pattern of an operand.
 */
public record Answer(int[] pos, int[] crd, double[] vals) {
  private static final double ROUNDING = 1e-9;
  private static final int[] KNOWN = {};

  public static Answer values(double[] vals) {
    return new Answer(KNOWN, KNOWN, vals);
  }

  public static Answer matrix(Csr matrix) {
    return new Answer(matrix.pos(), matrix.crd(), matrix.vals());
  }

  /** The matrix of a tensor. */
  static Answer matrix(Tensor tensor) {
    CoordinateList entries = tensor.entries();
    int[] pos = new int[tensor.dimension(0) + 1];
    for (int k = 0; k < entries.count(); k++) {
      pos[entries.coordinates(0)[k] + 1]++;
    }
    Arrays.parallelPrefix(pos, Integer::sum);
    return new Answer(
        pos,
        Arrays.copyOf(entries.coordinates(1), entries.count()),
        Arrays.copyOf((double[]) entries.values(), entries.count()));
  }

  /** How many entries there are. */
  public int count() {
    return vals.length;
  }

  /** How this differs from what is expected, by more than rounding. */
  public Optional<String> differenceFrom(Answer expected) {
    if (count() != expected.count()) {
      return Optional.of("has " + count() + " values, not " + expected.count());
    }
    if (!Arrays.equals(pos, expected.pos) || !Arrays.equals(crd, expected.crd)) {
      return Optional.of("has its values at other coordinates");
    }
    for (int k = 0; k < count(); k++) {
      double wanted = expected.vals[k];
      if (!(Math.abs(vals[k] - wanted) <= ROUNDING * Math.max(1, Math.abs(wanted)))) {
        return Optional.of("has " + vals[k] + " for value " + k + ", not " + wanted);
      }
    }
    return Optional.empty();
  }
}
