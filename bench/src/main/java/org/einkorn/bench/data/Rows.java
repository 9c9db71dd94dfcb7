package org.einkorn.bench.data;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Collects a matrix row by row; the columns of a row come in any order, some perhaps twice. */
final class Rows {
  private final int columns;
  private final int[] pos;
  private int[] crd = new int[1 << 16];
  private int rows;
  private int count;

  Rows(int rows, int columns) {
    this.columns = columns;
    this.pos = new int[rows + 1];
  }

  void add(int column) {
    if (count == crd.length) {
      crd = Arrays.copyOf(crd, 2 * count);
    }
    crd[count++] = column;
  }

  void endRow() {
    int begin = pos[rows];
    Arrays.sort(crd, begin, count);
    int kept = begin;
    for (int p = begin; p < count; p++) {
      if (kept == begin || crd[p] != crd[kept - 1]) {
        crd[kept++] = crd[p];
      }
    }
    count = kept;
    pos[++rows] = count;
  }

  Csr finish(long seed) {
    return new Csr(rows, columns, pos, Arrays.copyOf(crd, count), values(count, seed));
  }

  /** Values between 0 and 1. */
  static double[] values(int count, long seed) {
    return new SplittableRandom(~seed).doubles(count).toArray();
  }
}
