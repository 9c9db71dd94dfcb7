package org.einkorn.runtime;

import java.util.Optional;

/**
 * How the results of a kernel fit into the memory of those before: whether it is worth while to
 * append one to the arrays of an old one, which takes a run in vain if it turns out to be larger,
 * and where its parts belong. After a result that was, some runs go without trying, twice as many
 * each time; those that fit shorten that again. So results that grow from run to run, or that are
 * large and small in turns, cost little more than new memory does.
 */
final class Fit {
  private static final int LONGEST_PAUSE = 64;

  private int pause = 1;
  private int left;
  private int[] places = {0};

  /** Whether the next run is to try; asked once for each. */
  synchronized boolean triesNext() {
    if (left == 0) {
      return true;
    }
    left--;
    return false;
  }

  /**
   * Where so many parts begin in a result of so many entries, and where the last one ends, if they
   * are as long as those of the last result.
   */
  synchronized Optional<int[]> places(int parts, int entries) {
    return places.length == parts + 1 && places[parts] == entries
        ? Optional.of(places)
        : Optional.empty();
  }

  /** A result was put together from these parts. */
  synchronized void joined(AppendedPart[] parts) {
    int[] ends = new int[parts.length + 1];
    for (int k = 0; k < parts.length; k++) {
      ends[k + 1] = ends[k] + parts[k].entries();
    }
    places = ends;
  }

  synchronized void fitted() {
    pause = Math.max(1, pause - 1);
  }

  synchronized void outgrew() {
    left = pause;
    pause = Math.min(LONGEST_PAUSE, 2 * pause);
  }
}
