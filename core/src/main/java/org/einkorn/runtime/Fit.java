package org.einkorn.runtime;

import java.util.Optional;

/**
 * How the results of a kernel fit into the memory of those before: whether it is worth while to
 * write one into the arrays of an old one, which takes a run in vain if it, or a part of it, turns
 * out to be larger. After one that did not fit, some runs go without trying, twice as many each
 * time; those that fit shorten that again. So results that grow from run to run, or that are large
 * and small in turns, cost little more than new memory does.
 */
final class Fit {
  private static final int LONGEST_PAUSE = 64;

  private int pause = 1;
  private int left;
  private int[] offsets = {0};

  /** Whether the next run is to try; asked once for each. */
  synchronized boolean triesNext() {
    if (left == 0) {
      return true;
    }
    left--;
    return false;
  }

  /**
   * Where so many parts begin in arrays for so many entries, and where the last one ends, if they
   * are as long as those of the last result. Whether the arrays are those of that result does not
   * matter: any parts that are as long as expected lie right.
   */
  synchronized Optional<int[]> offsets(int parts, int entries) {
    return offsets.length == parts + 1 && offsets[parts] == entries
        ? Optional.of(offsets)
        : Optional.empty();
  }

  /** A result was put together from these parts. */
  synchronized void joined(AppendedPart[] parts) {
    int[] ends = new int[parts.length + 1];
    for (int k = 0; k < parts.length; k++) {
      ends[k + 1] = ends[k] + parts[k].entries();
    }
    offsets = ends;
  }

  synchronized void fitted() {
    pause = Math.max(1, pause - 1);
  }

  synchronized void missed() {
    left = pause;
    pause = Math.min(LONGEST_PAUSE, 2 * pause);
  }
}
