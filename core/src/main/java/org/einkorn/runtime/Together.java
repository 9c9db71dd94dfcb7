package org.einkorn.runtime;

import java.util.concurrent.TimeUnit;
import org.einkorn.support.Workers;

/**
 * How many neighbouring chunks run as one: so many that they take some milliseconds, as the last
 * ones did, but not so many that threads would wait for each other. What each computes does not
 * depend on it.
 */
final class Together {
  private static final long LONG_ENOUGH = TimeUnit.MILLISECONDS.toNanos(4);

  /** Threads that have some to choose from end at about the same time. */
  private static final int FEWEST_PER_THREAD = 8;

  /** What a chunk took, the last time. */
  private volatile long nanoseconds = LONG_ENOUGH;

  int of(int count) {
    if (Workers.isListening()) {
      return 1; // someone counts them
    }
    int threads = Workers.threads();
    int most = threads == 1 ? count : count / (FEWEST_PER_THREAD * threads);
    return (int) Math.clamp(LONG_ENOUGH / nanoseconds, 1, Math.max(1, most));
  }

  /** So many chunks took that long. */
  void took(long all, int count) {
    nanoseconds = Math.max(1, all * Workers.threads() / Math.max(1, count));
  }
}
