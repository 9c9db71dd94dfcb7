package org.einkorn.bench.run;

import java.util.Arrays;
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
    this.array = new long[(int) (Math.min(bytes, LARGEST) / Long.BYTES) + 2];
    this.times = (double) bytes / (array.length * (double) Long.BYTES);
  }

  @Override
  public double microseconds() {
    long start = System.nanoTime();
    int difference = read();
    long end = System.nanoTime();
    if (difference >= 0) {
      throw new IllegalStateException("the array was written");
    }
    return times * (end - start) / 1e3;
  }

  /**
   * Compares the two halves, which the JVM does in vectors: of all ways to read an array the
   * fastest, sums in C included.
   */
  private int read() {
    int half = array.length / 2;
    return Arrays.mismatch(array, 0, half, array, half, 2 * half);
  }

  @Override
  public Answer answer() {
    return Answer.values(new double[] {read()});
  }

  @Override
  public boolean warmsUp() {
    return true;
  }
}
