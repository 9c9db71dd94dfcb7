package org.einkorn.runtime;

import java.util.Arrays;
import org.einkorn.backend.CompiledFunction;

/** How much work lies before each coordinate of a loop that runs in chunks. */
final class ChunkWeights {
  /** How many places are tried for a stretch of coordinates. */
  private static final int PLACES = 16;

  /** The logarithm of how many times what was wanted is near enough. */
  private static final double CLOSE = Math.log(2);

  private final CompiledFunction weight;
  private final Object[] arguments;

  /**
   * @param weight takes the operands and a coordinate
   */
  ChunkWeights(CompiledFunction weight, Object[] operands) {
    this.weight = weight;
    this.arguments = Arrays.copyOf(operands, operands.length + 1);
  }

  /**
   * Coordinates that are divided into chunks.
   *
   * @param bounds where each begins, and where the last one ends
   * @param heaviest how many times its share the heaviest chunk has
   */
  record Grid(int[] bounds, double heaviest) {
    int count() {
      return bounds.length - 1;
    }
  }

  /** At most so many chunks that have about the same to do. */
  Grid grid(int size, int pieces) {
    double total = before(size);
    int[] grid = new int[pieces + 1];
    int count = 1;
    for (int k = 1; k < pieces; k++) {
      int at = firstWith(total * k / pieces, grid[count - 1], size);
      if (at > grid[count - 1] && at < size) {
        grid[count++] = at;
      }
    }
    grid[count] = size;
    double heaviest = 0;
    for (int k = 0; k < count; k++) {
      heaviest = Math.max(heaviest, before(grid[k + 1]) - before(grid[k]));
    }
    return new Grid(Arrays.copyOf(grid, count + 1), heaviest * pieces / total);
  }

  /** The first coordinate from one on that so much lies before, or the last. */
  int firstWith(double wanted, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (before(middle) < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Coordinates from {@code begin} up to {@code end}. */
  record Stretch(int begin, int end) {}

  /**
   * Some coordinates that have about so much to do. A single one may have much more; so several
   * places are tried.
   */
  Stretch stretch(double work, int size) {
    Stretch best = new Stretch(0, Math.min(1, size));
    double nearest = Double.POSITIVE_INFINITY;
    for (int k = 0; k < PLACES && nearest > CLOSE; k++) {
      int begin = (int) ((long) size * k / PLACES);
      int end = Math.min(size, Math.max(begin + 1, firstWith(before(begin) + work, begin, size)));
      double far = Math.abs(Math.log((before(end) - before(begin)) / work));
      if (far < nearest) {
        nearest = far;
        best = new Stretch(begin, end);
      }
    }
    return best;
  }

  /** Coordinates without entries cost something too. */
  double before(int coordinate) {
    arguments[arguments.length - 1] = coordinate;
    return (double) (Integer) weight.run(arguments)[0] + coordinate;
  }
}
