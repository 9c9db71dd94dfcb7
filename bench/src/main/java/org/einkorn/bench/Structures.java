package org.einkorn.bench;

import java.util.SplittableRandom;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;

/** Matrices with the structures that formats are made for, always the same. */
final class Structures {
  private Structures() {}

  static CoordinateList get(String name) {
    return switch (name) {
      case "stencil-5" -> stencil(600, 600, 1, false);
      case "stencil-7" -> stencil(60, 60, 60, false);
      case "stencil-27" -> stencil(50, 50, 50, true);
      case "fem-3x3" -> blocks(60_000, 3, 8);
      case "equal-rows" -> evenRows(100_000, 8);
      case "dense" -> crowded(1_500, 0.95);
      case "row-slicing" -> slices(4_000, 38, true);
      case "column-slicing" -> slices(4_000, 38, false);
      case "hypersparse" -> anywhere(20_000, 2.5e-5);
      case "thermal" -> band(4_000, 4, 100);
      case "blocked" -> blocks(4_000, 4, 1);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static CoordinateList list(int size) {
    return new CoordinateList(ElementType.FLOAT64, size, size);
  }

  /** Each point of a grid has its neighbours, all around it or only along the axes. */
  private static CoordinateList stencil(int x, int y, int z, boolean all) {
    CoordinateList list = list(x * y * z);
    for (int p = 0; p < x * y * z; p++) {
      int[] at = {p % x, p / x % y, p / (x * y)};
      for (int n = 0; n < 27; n++) {
        int[] by = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        int distance = Math.abs(by[0]) + Math.abs(by[1]) + Math.abs(by[2]);
        int a = at[0] + by[0];
        int b = at[1] + by[1];
        int c = at[2] + by[2];
        boolean inside = a >= 0 && a < x && b >= 0 && b < y && c >= 0 && c < z;
        if (inside && (all || distance <= 1)) {
          list.add(n + 1.5, p, (c * y + b) * x + a);
        }
      }
    }
    return list;
  }

  /** Dense blocks on the block diagonal and at random places, {@code perRow} in a row of blocks. */
  private static CoordinateList blocks(int size, int block, int perRow) {
    SplittableRandom random = new SplittableRandom(1);
    CoordinateList list = list(size);
    int across = size / block;
    for (int i = 0; i < across; i++) {
      int[] columns =
          random.ints(perRow, Math.max(0, i - 500), Math.min(across, i + 500)).distinct().toArray();
      for (int j : columns) {
        for (int e = 0; e < block * block; e++) {
          list.add(random.nextDouble(), i * block + e / block, j * block + e % block);
        }
      }
    }
    return list;
  }

  private static CoordinateList evenRows(int size, int perRow) {
    SplittableRandom random = new SplittableRandom(1);
    CoordinateList list = list(size);
    for (int i = 0; i < size; i++) {
      for (int j : random.ints(perRow, 0, size).distinct().toArray()) {
        list.add(random.nextDouble(), i, j);
      }
    }
    return list;
  }

  private static CoordinateList crowded(int size, double density) {
    SplittableRandom random = new SplittableRandom(1);
    CoordinateList list = list(size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        if (random.nextDouble() < density) {
          list.add(random.nextDouble(), i, j);
        }
      }
    }
    return list;
  }

  private static CoordinateList anywhere(int size, double density) {
    SplittableRandom random = new SplittableRandom(1);
    CoordinateList list = list(size);
    for (long k = 0; k < (long) (density * size * size); k++) {
      list.add(random.nextDouble(), random.nextInt(size), random.nextInt(size));
    }
    return list;
  }

  /** A few full rows, or full columns. */
  private static CoordinateList slices(int size, int count, boolean rows) {
    SplittableRandom random = new SplittableRandom(1);
    CoordinateList list = list(size);
    for (int s : random.ints(0, size).distinct().limit(count).toArray()) {
      for (int k = 0; k < size; k++) {
        list.add(random.nextDouble(), rows ? s : k, rows ? k : s);
      }
    }
    return list;
  }

  private static CoordinateList band(int size, int perRow, int width) {
    SplittableRandom random = new SplittableRandom(1);
    CoordinateList list = list(size);
    for (int i = 0; i < size; i++) {
      int first = Math.clamp(i - width / 2L, 0, size - width);
      for (int j : random.ints(perRow, first, first + width).distinct().toArray()) {
        list.add(random.nextDouble(), i, j);
      }
    }
    return list;
  }
}
