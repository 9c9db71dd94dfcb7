package org.einkorn.storage;

import java.util.Arrays;

/**
 * The lexicographic order of entries that have several coordinates each; entries with the same
 * coordinates keep the order they come in.
 *
 * <p>The first coordinate is sorted by counting, which puts the entries that share it side by side;
 * each such run is small as a rule, stays in the cache, and is sorted by the next coordinate. A
 * sort key holds a coordinate and, in its lower half, the number of the entry.
 */
final class EntryOrder {
  /** Where an array of counts may be so much longer than the run it sorts. */
  private static final int SPARSEST_COUNTING = 4;

  /** How long a list may be whose sorting stays in a processor's caches. */
  static final int LONGEST_IN_CACHE = 1 << 20;

  private static final int SHORT_RUN = 24;
  private static final int SHORTEST_COUNTED_RUN = 128;

  private final int[][] columns;
  private final int[] sizes;
  private final int[][] sorted;
  private final long[] keys;
  private final long[] run = new long[SHORT_RUN];
  private long[] spare = new long[0];

  /**
   * @param columns {@code columns[c][k]}, below {@code sizes[c]}, is coordinate c of entry k
   * @param sorted for the columns in order
   * @param keys for the keys in order, as long as the columns
   */
  EntryOrder(int[][] columns, int[] sizes, int[][] sorted, long[] keys) {
    this.columns = columns;
    this.sizes = sizes;
    this.sorted = sorted;
    this.keys = keys;
  }

  /**
   * Sorts entries by their columns, the first one first.
   *
   * @param entries the numbers of the entries in order
   * @param columns the columns in that order
   */
  record Sorted(int[] entries, int[][] columns) {}

  /** {@code columns[c][k]}, below {@code sizes[c]}, is coordinate c of entry k. */
  static Sorted sort(int[][] columns, int[] sizes, int count) {
    if (columns.length == 2
        && count <= LONGEST_IN_CACHE
        && isCountable(sizes[0], count)
        && isCountable(sizes[1], count)) {
      return sortPairs(columns[0], columns[1], sizes, count);
    }
    int[][] sorted = new int[columns.length][count];
    int[] entries = new int[count];
    new EntryOrder(columns, sizes, sorted, new long[count]).sort(0, count, 0, sizes[0], entries);
    return new Sorted(entries, sorted);
  }

  /**
   * Sorts the entries of a range among themselves.
   *
   * @param base their first coordinates are at least that, and less than {@code size} more
   * @param entries gets their numbers, there
   */
  void sort(int from, int to, int base, int size, int[] entries) {
    if (columns.length > 1 && isCountable(size, to - from)) {
      distribute(from, to, base, size);
    } else {
      setKeys(from, to, columns[0]);
      sortRun(from, to, 0);
    }
    for (int k = from; k < to; k++) {
      entries[k] = (int) keys[k];
    }
  }

  /** Whether so many entries make up for an array with an element for each coordinate. */
  static boolean isCountable(int size, int count) {
    return size <= (long) SPARSEST_COUNTING * count + 1024;
  }

  /** Sorts by the second column, and then by the first: jumping about in the cache costs little. */
  private static Sorted sortPairs(int[] first, int[] second, int[] sizes, int count) {
    long[] keys = new long[count];
    int[] next = begins(second, sizes[1], count);
    for (int k = 0; k < count; k++) {
      keys[next[second[k]]++] = key(first[k], k);
    }
    int[] entries = new int[count];
    int[] ends = begins(first, sizes[0], count);
    for (long key : keys) {
      entries[ends[(int) (key >> 32)]++] = (int) key;
    }
    int[] then = new int[count];
    for (int k = 0; k < count; k++) {
      then[k] = second[entries[k]];
    }
    return new Sorted(entries, new int[][] {runs(ends, count), then});
  }

  /** A sorted column, from where the entries of each coordinate end. */
  static int[] runs(int[] ends, int count) {
    int[] column = new int[count];
    int from = 0;
    for (int c = 0; c < ends.length; c++) {
      Arrays.fill(column, from, ends[c], c);
      from = ends[c];
    }
    return column;
  }

  /** Where the entries of each coordinate begin once a column is sorted. */
  static int[] begins(int[] column, int size, int count) {
    return begins(column, 0, count, 0, size);
  }

  /** The same for a range whose coordinates are at least {@code base}, which comes first. */
  private static int[] begins(int[] column, int from, int to, int base, int size) {
    int[] next = new int[size];
    for (int k = from; k < to; k++) {
      next[column[k] - base]++;
    }
    toBegins(next, from);
    return next;
  }

  /** Sorts a range by the first column, and then the runs. */
  private void distribute(int from, int to, int base, int size) {
    int[] first = columns[0];
    int[] second = columns[1];
    int[] next = begins(first, from, to, base, size);
    for (int k = from; k < to; k++) {
      keys[next[first[k] - base]++] = key(second[k], k);
    }
    int begin = from;
    for (int c = 0; c < size; c++) {
      int end = next[c];
      if (begin < end) {
        Arrays.fill(sorted[0], begin, end, base + c);
        sortRun(begin, end, 1);
      }
      begin = end;
    }
  }

  /** Makes counts the places where what was counted begins. */
  private static void toBegins(int[] counts, int from) {
    int begin = from;
    for (int c = 0; c < counts.length; c++) {
      int count = counts[c];
      counts[c] = begin;
      begin += count;
    }
  }

  private static long key(int coordinate, int entry) {
    return ((long) coordinate << 32) | entry;
  }

  /** Sorts entries with the same coordinates so far, whose keys have the coordinate of a column. */
  private void sortRun(int from, int to, int column) {
    if (to - from <= SHORT_RUN) {
      sortShortRun(from, to);
    } else if (to - from >= SHORTEST_COUNTED_RUN
        && sizes[column] <= (long) SPARSEST_COUNTING * (to - from)) {
      countRun(from, to, sizes[column]);
    } else {
      Arrays.sort(keys, from, to);
    }
    int[] target = sorted[column];
    for (int k = from; k < to; k++) {
      target[k] = (int) (keys[k] >> 32);
    }
    if (column + 1 < columns.length) {
      sortRuns(from, to, column);
    }
  }

  /** Sorts each run of equal coordinates in a column by the columns after it. */
  private void sortRuns(int from, int to, int column) {
    int[] coordinates = sorted[column];
    int begin = from;
    while (begin < to) {
      int end = begin + 1;
      while (end < to && coordinates[end] == coordinates[begin]) {
        end++;
      }
      for (int k = begin; k < end; k++) {
        int entry = (int) keys[k];
        keys[k] = key(columns[column + 1][entry], entry);
      }
      sortRun(begin, end, column + 1);
      begin = end;
    }
  }

  /**
   * Puts each key where as many keys are smaller. Unlike other ways to sort, that has no branches
   * for the processor to guess, which cost more than the comparisons.
   */
  private void sortShortRun(int from, int to) {
    int k = from + 1;
    while (k < to && keys[k - 1] < keys[k]) {
      k++;
    }
    if (k >= to) {
      return;
    }
    int length = to - from;
    System.arraycopy(keys, from, run, 0, length);
    for (int r = 0; r < length; r++) {
      long key = run[r];
      long smaller = 0;
      for (int other = 0; other < length; other++) {
        smaller += (run[other] - key) >>> 63;
      }
      keys[from + (int) smaller] = key;
    }
  }

  private void countRun(int from, int to, int size) {
    int[] next = new int[size];
    for (int k = from; k < to; k++) {
      next[(int) (keys[k] >> 32)]++;
    }
    toBegins(next, 0);
    if (spare.length < to - from) {
      spare = new long[to - from];
    }
    for (int k = from; k < to; k++) {
      spare[next[(int) (keys[k] >> 32)]++] = keys[k];
    }
    System.arraycopy(spare, 0, keys, from, to - from);
  }

  private void setKeys(int from, int to, int[] column) {
    for (int k = from; k < to; k++) {
      keys[k] = key(column[k], k);
    }
  }
}
