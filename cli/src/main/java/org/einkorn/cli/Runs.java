package org.einkorn.cli;

import java.util.function.IntPredicate;

/** Runs of equal keys in a sorted sequence: how many there are, and the first longest one. */
record Runs(int count, int longest, int longestStart) {
  /** {@code starts} tells of every position but the first whether a new run begins there. */
  static Runs of(int length, IntPredicate starts) {
    int count = 0;
    int longest = 0;
    int longestStart = 0;
    int begin = 0;
    for (int k = 1; k <= length; k++) {
      if (k == length || starts.test(k)) {
        count++;
        if (k - begin > longest) {
          longest = k - begin;
          longestStart = begin;
        }
        begin = k;
      }
    }
    return new Runs(count, longest, longestStart);
  }
}
