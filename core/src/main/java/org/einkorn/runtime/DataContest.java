package org.einkorn.runtime;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Finds the form that is fastest on some data. They take part in the contest of all data, and go on
 * with who wins that; if they run for some time then, they get a contest of their own. So forms are
 * compared, too, where all data come but once.
 */
final class DataContest {
  /** For how long data run with what was best for all before a contest of their own is worth it. */
  private static final long WORTHWHILE = TimeUnit.MILLISECONDS.toNanos(50);

  private final Contest common;
  private final Supplier<Contest> another;
  private final AtomicLong nanosecondsLeft = new AtomicLong(WORTHWHILE);

  /** Null before these data have one. */
  private volatile Contest own;

  /**
   * @param isFirst whether no other data took part in the common contest yet: most often it is all
   *     theirs
   */
  DataContest(Contest common, boolean isFirst, Supplier<Contest> another) {
    this.common = common;
    this.own = isFirst ? common : null;
    this.another = another;
  }

  /**
   * @param work how much this call has to do, in any unit
   */
  Object[] run(Object[] arguments, double work) {
    Contest contest = own;
    if (contest != null) {
      return contest.run(arguments, work);
    }
    if (!common.hasDecided()) {
      return common.run(arguments, work);
    }
    long begin = System.nanoTime();
    Object[] results = common.run(arguments, work);
    if (nanosecondsLeft.addAndGet(begin - System.nanoTime()) <= 0) {
      beginOwn();
    }
    return results;
  }

  private synchronized void beginOwn() {
    if (own == null) {
      own = another.get();
    }
  }

  /** Whether forms take turns now. */
  boolean isOpen() {
    Contest contest = own;
    return (contest == null ? common : contest).isOpen();
  }

  /** Who was fastest so far. */
  int winner() {
    Contest contest = own;
    return (contest == null || !contest.hasDecided() ? common : contest).winner();
  }

  /** Whether these data have had a contest of their own. */
  boolean hasDecided() {
    Contest contest = own;
    return contest != null && contest.hasDecided();
  }
}
