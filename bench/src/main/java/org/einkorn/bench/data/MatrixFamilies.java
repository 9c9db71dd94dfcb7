package org.einkorn.bench.data;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Matrices that mimic the classic test matrices, in any size, always the same. */
final class MatrixFamilies {
  private static final long SEED = 1;

  private MatrixFamilies() {}

  /** Finite elements on a cube of nodes: each sees its 27 neighbours, with three unknowns each. */
  static Csr fem(int nodes) {
    Rows rows = new Rows(3 * nodes * nodes * nodes, 3 * nodes * nodes * nodes);
    for (int p = 0; p < nodes * nodes * nodes; p++) {
      for (int unknown = 0; unknown < 3; unknown++) {
        for (int neighbour : neighbours(nodes, nodes, nodes, p, 3)) {
          for (int other = 0; other < 3; other++) {
            rows.add(3 * neighbour + other);
          }
        }
        rows.endRow();
      }
    }
    return rows.finish(SEED);
  }

  /** Each point of a grid has its neighbours along the axes. */
  static Csr stencil(int x, int y, int z) {
    Rows rows = new Rows(x * y * z, x * y * z);
    for (int p = 0; p < x * y * z; p++) {
      for (int neighbour : neighbours(x, y, z, p, 1)) {
        rows.add(neighbour);
      }
      rows.endRow();
    }
    return rows.finish(SEED);
  }

  /** A point of a grid and those around it, so many steps away at most. */
  private static int[] neighbours(int x, int y, int z, int point, int steps) {
    int[] found = new int[27];
    int count = 0;
    for (int n = 0; n < 27; n++) {
      int byX = n % 3 - 1;
      int byY = n / 3 % 3 - 1;
      int byZ = n / 9 - 1;
      int a = point % x + byX;
      int b = point / x % y + byY;
      int c = point / (x * y) + byZ;
      boolean inside = a >= 0 && a < x && b >= 0 && b < y && c >= 0 && c < z;
      if (inside && Math.abs(byX) + Math.abs(byY) + Math.abs(byZ) <= steps) {
        found[count++] = (c * y + b) * x + a;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** All places so close to the diagonal are taken. */
  static Csr banded(int size, int reach) {
    Rows rows = new Rows(size, size);
    for (int i = 0; i < size; i++) {
      for (int j = Math.max(0, i - reach); j <= Math.min(size - 1, i + reach); j++) {
        rows.add(j);
      }
      rows.endRow();
    }
    return rows.finish(SEED);
  }

  /**
   * A circuit: the diagonal, a few wires to parts nearby, one in eight to anywhere, and supply
   * lines that a part in a hundred hangs on, which make dense rows and columns.
   */
  static Csr circuit(int size) {
    SplittableRandom random = new SplittableRandom(SEED);
    int lines = 4;
    Rows rows = new Rows(size, size);
    for (int i = 0; i < size; i++) {
      rows.add(i);
      for (int wires = 1 + random.nextInt(6); wires > 0; wires--) {
        boolean far = random.nextInt(8) == 0;
        rows.add(far ? random.nextInt(size) : Math.floorMod(i + random.nextInt(101) - 50, size));
      }
      if (random.nextInt(100) == 0) {
        rows.add(random.nextInt(lines) * (size / lines));
      }
      if (i % (size / lines) == 0) {
        random.ints(size / 100, 0, size).forEach(rows::add);
      }
      rows.endRow();
    }
    return rows.finish(SEED);
  }

  /** A graph whose degrees follow a power law, by the recursive rule of Chakrabarti et al. */
  static Csr rmat(int scale, int perRow) {
    SplittableRandom random = new SplittableRandom(SEED);
    int size = 1 << scale;
    long[] edges = new long[size * perRow];
    for (int e = 0; e < edges.length; e++) {
      long row = 0;
      long column = 0;
      for (int bit = 0; bit < scale; bit++) {
        double draw = random.nextDouble();
        row = 2 * row + (draw < 0.76 ? 0 : 1); // 0.57 + 0.19, then 0.19 + 0.05
        column = 2 * column + (draw < 0.57 || (draw >= 0.76 && draw < 0.95) ? 0 : 1);
      }
      edges[e] = row * size + column;
    }
    return edges(size, edges);
  }

  /** Fewer nonzeros than rows. */
  static Csr hypersparse(int size, int nonzeros) {
    SplittableRandom random = new SplittableRandom(SEED);
    long places = (long) size * size;
    return edges(size, random.longs(nonzeros, 0, places).toArray());
  }

  private static Csr edges(int size, long[] edges) {
    Arrays.parallelSort(edges);
    Rows rows = new Rows(size, size);
    int e = 0;
    for (int i = 0; i < size; i++) {
      for (; e < edges.length && edges[e] / size == i; e++) {
        rows.add((int) (edges[e] % size));
      }
      rows.endRow();
    }
    return rows.finish(SEED);
  }

  /** As many nonzeros in each row, anywhere. */
  static Csr uniform(int size, int perRow) {
    return Csr.random(size, perRow, SEED);
  }
}
