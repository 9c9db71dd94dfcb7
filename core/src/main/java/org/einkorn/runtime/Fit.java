package org.einkorn.runtime;

/**
 * Whether it is worth while to append a result to the arrays of an old one, which takes a run in
 * vain if it turns out to be larger. After a result that was, some runs go without trying, twice as
 * many each time; those that fit shorten that again. So results that grow from run to run, or that
 * are large and small in turns, cost little more than new memory does.
 */
final class Fit {
  private static final int LONGEST_PAUSE = 64;

  private int pause = 1;
  private int left;

  /** Whether the next run is to try; asked once for each. */
  synchronized boolean triesNext() {
    if (left == 0) {
      return true;
    }
    left--;
    return false;
  }

  synchronized void fitted() {
    pause = Math.max(1, pause - 1);
  }

  synchronized void outgrew() {
    left = pause;
    pause = Math.min(LONGEST_PAUSE, 2 * pause);
  }
}
