package org.einkorn.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.storage.CoordinateList;

/** A matrix as the arrays that a loop written by hand runs over. */
record Csr(int rows, int columns, int[] pos, int[] crd, double[] vals) {

  /** Every row has {@code perRow} nonzeros in random columns; few rows lose some to repeats. */
  static Csr random(int rows, int perRow, long seed) {
    return generate(rows, perRow, rows, seed);
  }

  /** The nonzeros of a row lie within {@code 4 · perRow} columns around the diagonal. */
  static Csr banded(int rows, int perRow, long seed) {
    return generate(rows, perRow, Math.min(rows, 4 * perRow), seed);
  }

  private static Csr generate(int size, int perRow, int band, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] pos = new int[size + 1];
    int[] crd = new int[Math.multiplyExact(size, perRow)];
    int count = 0;
    for (int i = 0; i < size; i++) {
      int first = Math.clamp(i - band / 2L, 0, size - band);
      int[] row = random.ints(perRow, first, first + band).sorted().distinct().toArray();
      System.arraycopy(row, 0, crd, count, row.length);
      count += row.length;
      pos[i + 1] = count;
    }
    return new Csr(size, size, pos, Arrays.copyOf(crd, count), values(count, seed));
  }

  /** Every row has {@code perRow} nonzeros, but one in the middle holds a fifth of all. */
  static Csr withLongRow(int rows, int perRow, long seed) {
    Csr even = random(rows, perRow, seed);
    int middle = rows / 2;
    int others = even.crd.length - (even.pos[middle + 1] - even.pos[middle]);
    int length = Math.min(rows, others / 4);
    int[] pos = even.pos.clone();
    int[] crd = new int[others + length];
    System.arraycopy(even.crd, 0, crd, 0, pos[middle]);
    for (int k = 0; k < length; k++) {
      crd[pos[middle] + k] = (int) ((long) k * rows / length);
    }
    int rest = even.crd.length - pos[middle + 1];
    System.arraycopy(even.crd, pos[middle + 1], crd, crd.length - rest, rest);
    int shift = crd.length - even.crd.length;
    for (int i = middle + 1; i <= rows; i++) {
      pos[i] += shift;
    }
    return new Csr(rows, rows, pos, crd, values(crd.length, seed));
  }

  /**
   * Row {@code r} has about {@code 1 + size / (r + 1)^1.3} nonzeros: the first row is full, and
   * holds a fifth of all.
   */
  static Csr powerLaw(int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] pos = new int[size + 1];
    int[] crd = new int[size];
    for (int i = 0; i < size; i++) {
      int wanted = Math.min(size, 1 + (int) (size / Math.pow(i + 1, 1.3)));
      int[] row =
          (i == 0 ? IntStream.range(0, size) : random.ints(wanted, 0, size).sorted().distinct())
              .toArray();
      pos[i + 1] = pos[i] + row.length;
      if (crd.length < pos[i + 1]) {
        crd = Arrays.copyOf(crd, 2 * pos[i + 1]);
      }
      System.arraycopy(row, 0, crd, pos[i], row.length);
    }
    return new Csr(size, size, pos, Arrays.copyOf(crd, pos[size]), values(pos[size], seed));
  }

  /** Values between 0 and 1. */
  static double[] values(int count, long seed) {
    return new SplittableRandom(~seed).doubles(count).toArray();
  }

  /** The row of every nonzero. */
  int[] rowOfEach() {
    int[] row = new int[crd.length];
    for (int i = 0; i < rows; i++) {
      Arrays.fill(row, pos[i], pos[i + 1], i);
    }
    return row;
  }

  Tensor toTensor(String format) {
    int[][] coordinates = {rowOfEach(), crd.clone()};
    return Tensor.of(
        new CoordinateList(
            ElementType.FLOAT64, new int[] {rows, columns}, coordinates, vals, vals.length),
        Formats.parse(format, 2));
  }

  /** Fails if the tensor is not this matrix, so that nothing wrong is measured. */
  void check(Tensor tensor) {
    CoordinateList entries = tensor.entries();
    if (!Arrays.equals(rowOfEach(), 0, crd.length, entries.coordinates(0), 0, entries.count())
        || !Arrays.equals(crd, 0, crd.length, entries.coordinates(1), 0, entries.count())) {
      throw new IllegalStateException("the results have different coordinates");
    }
    check(vals, (double[]) entries.values(), entries.count());
  }

  /** Fails if the values differ by more than rounding. */
  static void check(double[] expected, double[] actual, int count) {
    boolean same = expected.length == count;
    for (int k = 0; same && k < count; k++) {
      same = Math.abs(expected[k] - actual[k]) <= 1e-9 * Math.max(1, Math.abs(expected[k]));
    }
    if (!same) {
      throw new IllegalStateException("the results have different values");
    }
  }
}
