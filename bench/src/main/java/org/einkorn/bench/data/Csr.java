package org.einkorn.bench.data;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.storage.CoordinateList;

/** A matrix as the arrays of its compressed rows, whose columns are in order. */
public record Csr(int rows, int columns, int[] pos, int[] crd, double[] vals) {

  /** Every row has {@code perRow} nonzeros in random columns; few rows lose some to repeats. */
  public static Csr random(int rows, int perRow, long seed) {
    return generate(rows, perRow, rows, seed);
  }

  /** The nonzeros of a row lie within {@code 4 · perRow} columns around the diagonal. */
  public static Csr banded(int rows, int perRow, long seed) {
    return generate(rows, perRow, Math.min(rows, 4 * perRow), seed);
  }

  private static Csr generate(int size, int perRow, int band, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Rows rows = new Rows(size, size);
    for (int i = 0; i < size; i++) {
      int first = Math.clamp(i - band / 2L, 0, size - band);
      random.ints(perRow, first, first + band).forEach(rows::add);
      rows.endRow();
    }
    return rows.finish(seed);
  }

  /** Every row has {@code perRow} nonzeros, but one in the middle holds a fifth of all. */
  public static Csr withLongRow(int size, int perRow, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Rows rows = new Rows(size, size);
    int length = Math.min(size, (size - 1) * perRow / 4);
    for (int i = 0; i < size; i++) {
      if (i == size / 2) {
        IntStream.range(0, length).map(k -> (int) ((long) k * size / length)).forEach(rows::add);
      } else {
        random.ints(perRow, 0, size).forEach(rows::add);
      }
      rows.endRow();
    }
    return rows.finish(seed);
  }

  /**
   * Row {@code r} has about {@code 1 + size / (r + 1)^1.3} nonzeros: the first row is full, and
   * holds a fifth of all.
   */
  public static Csr powerLaw(int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Rows rows = new Rows(size, size);
    for (int i = 0; i < size; i++) {
      int wanted = Math.min(size, 1 + (int) (size / Math.pow(i + 1, 1.3)));
      (i == 0 ? IntStream.range(0, size) : random.ints(wanted, 0, size)).forEach(rows::add);
      rows.endRow();
    }
    return rows.finish(seed);
  }

  /** The matrix that a coordinate list holds, in order and without repeats. */
  static Csr of(CoordinateList list) {
    int[] dimensions = list.dimensions();
    int[] pos = new int[dimensions[0] + 1];
    for (int k = 0; k < list.count(); k++) {
      pos[list.coordinates(0)[k] + 1]++;
    }
    Arrays.parallelPrefix(pos, Integer::sum);
    int[] crd = Arrays.copyOf(list.coordinates(1), list.count());
    double[] vals = Arrays.copyOf((double[]) list.as(ElementType.FLOAT64).values(), list.count());
    return new Csr(dimensions[0], dimensions[1], pos, crd, vals);
  }

  /** Values between 0 and 1. */
  public static double[] values(int count, long seed) {
    return Rows.values(count, seed);
  }

  public int nonzeros() {
    return vals.length;
  }

  /** The row of every nonzero. */
  public int[] rowOfEach() {
    int[] row = new int[crd.length];
    for (int i = 0; i < rows; i++) {
      Arrays.fill(row, pos[i], pos[i + 1], i);
    }
    return row;
  }

  /** All columns moved to the right, around the edge: another matrix of the same structure. */
  public Csr shifted(int by) {
    Rows moved = new Rows(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int p = pos[i]; p < pos[i + 1]; p++) {
        moved.add((crd[p] + by) % columns);
      }
      moved.endRow();
    }
    return moved.finish(by);
  }

  /** The same entries by columns: for a matrix as CSR, it as CSC. */
  public Csr transposed() {
    int[] position = new int[columns + 1];
    for (int j : crd) {
      position[j + 1]++;
    }
    Arrays.parallelPrefix(position, Integer::sum);
    int[] next = position.clone();
    int[] row = new int[crd.length];
    double[] value = new double[crd.length];
    for (int i = 0; i < rows; i++) {
      for (int p = pos[i]; p < pos[i + 1]; p++) {
        int q = next[crd[p]]++;
        row[q] = i;
        value[q] = vals[p];
      }
    }
    return new Csr(columns, rows, position, row, value);
  }

  public Tensor toTensor(String format) {
    int[][] coordinates = {rowOfEach(), crd.clone()};
    return Tensor.of(
        new CoordinateList(
            ElementType.FLOAT64, new int[] {rows, columns}, coordinates, vals, vals.length),
        Formats.parse(format, 2));
  }

  /** Fails if the values differ by more than rounding. */
  public static void check(double[] expected, double[] actual, int count) {
    boolean same = expected.length == count;
    for (int k = 0; same && k < count; k++) {
      same = Math.abs(expected[k] - actual[k]) <= 1e-9 * Math.max(1, Math.abs(expected[k]));
    }
    if (!same) {
      throw new IllegalStateException("the results have different values");
    }
  }
}
