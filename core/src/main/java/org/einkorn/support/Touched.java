package org.einkorn.support;

import java.util.Arrays;

/**
 * Orders coordinates of a dimension by setting a bit for each and walking along the bits. Above
 * them stand bits for words that are not empty, one for 64, so that even scattered coordinates are
 * found quickly. This takes no comparisons, whose outcomes a processor could not foretell. Machine
 * code has it from {@link org.einkorn.imp.Orderings}.
 */
final class Touched {
  /** Up to so many coordinates are sorted by the JDK, which makes use of runs that are in order. */
  private static final int FEW = 200;

  /** How many words of upper bits may be looked at for each coordinate. */
  private static final int SPARSEST = 16;

  private Touched() {}

  /**
   * Orders the first n coordinates, all different.
   *
   * @param bits all zero before and after: those of the coordinates, and behind them the upper
   *     bits, one for each 64 coordinates
   */
  static void sort(int[] coordinates, int n, long[] bits, int size) {
    if (n <= FEW || (size >>> 12) > (long) SPARSEST * n) {
      Arrays.sort(coordinates, 0, n);
      return;
    }
    int upper = (size >>> 6) + 1;
    int first = Integer.MAX_VALUE;
    int last = 0;
    for (int k = 0; k < n; k++) {
      int coordinate = coordinates[k];
      int above = coordinate >>> 12;
      bits[coordinate >>> 6] |= 1L << coordinate;
      bits[upper + above] |= 1L << (coordinate >>> 6);
      first = Math.min(first, above);
      last = Math.max(last, above);
    }
    int next = 0;
    for (int above = first; above <= last; above++) {
      for (long words = bits[upper + above]; words != 0; words &= words - 1) {
        int word = (above << 6) + Long.numberOfTrailingZeros(words);
        for (long rest = bits[word]; rest != 0; rest &= rest - 1) {
          coordinates[next++] = (word << 6) + Long.numberOfTrailingZeros(rest);
        }
        bits[word] = 0;
      }
      bits[upper + above] = 0;
    }
  }
}
