package org.einkorn.bench.run;

import java.util.Arrays;
import org.einkorn.bench.peer.Contender;
import org.einkorn.bench.problem.Answer;
import org.einkorn.support.Workers;

/**
 * Reads as many bytes as a kernel must move, in order and from an array of that size, so that what
 * fits into a cache is held against the speed of the cache; on some threads, each with its part.
 */
final class Reading implements Contender {
  private static final long LARGEST = 1L << 29;

  private final long[] array;
  private final double times;
  private final int threads;

  Reading(long bytes, int threads) {
    this.threads = threads;
    this.array = new long[(int) (Math.min(bytes, LARGEST) / Long.BYTES) + 2];
    this.times = (double) bytes / (array.length * (double) Long.BYTES);
  }

  @Override
  public double microseconds() {
    Workers.setThreads(threads);
    long start = System.nanoTime();
    Workers.run(threads, this::read);
    return times * (System.nanoTime() - start) / 1e3;
  }

  /**
   * Compares the two halves of a part, which the JVM does in vectors: of all ways to read an array
   * the fastest, sums in C included.
   */
  private void read(int part) {
    int half = array.length / threads / 2;
    int first = part * 2 * half;
    int second = first + half;
    if (Arrays.mismatch(array, first, second, array, second, second + half) >= 0) {
      throw new IllegalStateException("the array was written");
    }
  }

  @Override
  public Answer answer() {
    return Answer.values(new double[0]);
  }

  @Override
  public boolean warmsUp() {
    return true;
  }
}
