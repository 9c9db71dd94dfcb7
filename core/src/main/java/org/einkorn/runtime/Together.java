package org.einkorn.runtime;

import java.util.concurrent.TimeUnit;
import org.einkorn.support.Workers;

/**
 * How many neighbouring chunks run as one: so many that they take some milliseconds, as they did
 * the last time, but not so many that threads would wait for each other. What each computes does
 * not depend on it. Chunks of other tensors than the last time run one by one, for nobody knows
 * what they take, and a run can only be cancelled in between.
 */
final class Together {
  private static final long LONG_ENOUGH = TimeUnit.MILLISECONDS.toNanos(4);

  /** The same where threads share the work, and the last one to end is waited for. */
  private static final long LONG_ENOUGH_TO_SHARE = LONG_ENOUGH / 8;

  /** The same while forms are compared, each of which needs some calls. */
  private static final long LONG_ENOUGH_TO_COMPARE = LONG_ENOUGH / 16;

  /** Threads that have some to choose from end at about the same time. */
  private static final int FEWEST_PER_THREAD = 16;

  private volatile Last last = new Last(new int[0], LONG_ENOUGH);

  /**
   * @param bounds told apart by identity: the same tensors are divided by the same grid
   * @param nanoseconds what one chunk took
   */
  private record Last(int[] bounds, long nanoseconds) {}

  /**
   * Into how many groups, of as many chunks each as possible, so many chunks are put.
   *
   * @param compares whether it is being found out in which form chunks run
   */
  int groups(int[] bounds, int count, boolean compares) {
    Last known = last;
    if (known.bounds != bounds || Workers.isListening()) {
      return count;
    }
    int threads = Workers.threads();
    int most = threads == 1 ? count : count / (FEWEST_PER_THREAD * threads);
    long enough = threads == 1 ? LONG_ENOUGH : LONG_ENOUGH_TO_SHARE;
    long wanted = (compares ? LONG_ENOUGH_TO_COMPARE : enough) / known.nanoseconds;
    long together = Math.clamp(wanted, 1, Math.max(1, most));
    return (int) ((count + together - 1) / together);
  }

  /** So many chunks took that long. */
  void took(int[] bounds, int count, long all) {
    last = new Last(bounds, Math.max(1, all * Workers.threads() / Math.max(1, count)));
  }
}
