package org.einkorn.bench.run;

import org.einkorn.bench.peer.Contender;
import org.einkorn.bench.problem.Answer;

/**
 * Reads as many bytes as a kernel must move, in order and from an array of that size, so that what
 * fits into a cache is held against the speed of the cache.
 */
final class Reading implements Contender {
  private static final long LARGEST = 1L << 29;

  private final long[] array;
  private final double times;

  Reading(long bytes) {
    this.array = new long[(int) (Math.min(bytes, LARGEST) / Long.BYTES) + 1];
    this.times = (double) bytes / (array.length * (double) Long.BYTES);
  }

  @Override
  public double microseconds() {
    long start = System.nanoTime();
    long sum = sum(array);
    long end = System.nanoTime();
    if (sum != 0) {
      throw new IllegalStateException("the array was written");
    }
    return times * (end - start) / 1e3;
  }

  /** A sum of integers, which the JIT may reorder, runs in vectors. */
  private static long sum(long[] array) {
    long sum = 0;
    for (long value : array) {
      sum += value;
    }
    return sum;
  }

  @Override
  public Answer answer() {
    return Answer.values(new double[] {sum(array)});
  }

  @Override
  public boolean warmsUp() {
    return true;
  }
}
