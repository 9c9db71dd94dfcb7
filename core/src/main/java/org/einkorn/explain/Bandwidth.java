package org.einkorn.explain;

import java.util.stream.IntStream;

/** Measures how fast memory can be read, by all processors together. */
final class Bandwidth {
  private static final int LENGTH = 1 << 23;
  private static final int RUNS = 8;

  private Bandwidth() {}

  /** Bytes a second, the best of a few runs. */
  static double measure() {
    int parts = Runtime.getRuntime().availableProcessors();
    long share = Runtime.getRuntime().maxMemory() / 8 / Long.BYTES;
    long[][] arrays = new long[parts][(int) Math.min(LENGTH, share) / parts];
    double best = 0;
    long sum = 0;
    for (int run = 0; run < RUNS; run++) {
      long start = System.nanoTime();
      sum += IntStream.range(0, parts).parallel().mapToLong(p -> sum(arrays[p])).sum();
      double seconds = (System.nanoTime() - start) / 1e9;
      best = Math.max(best, (double) Long.BYTES * parts * arrays[0].length / seconds);
    }
    // The sum of zeros is used, so that it has to be computed.
    return best + sum;
  }

  private static long sum(long[] array) {
    long sum = 0;
    for (long element : array) {
      sum += element;
    }
    return sum;
  }
}
