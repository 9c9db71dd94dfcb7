package org.einkorn.schedule;

/** How a run is divided among threads. */
public sealed interface Division {
  /** Not at all: the outermost loop cannot be divided. */
  record Impossible() implements Division {}

  /**
   * Not at all: that would take longer.
   *
   * @param steps about how many times the innermost statement runs
   */
  record Little(double steps) implements Division {}

  /** Not at all: parts of the result would take as long to join as to compute. */
  record Copied() implements Division {}

  /**
   * Into chunks of the outermost loop.
   *
   * @param most how many there are at most
   * @param threads that run them
   * @param heaviest how many times its share the heaviest chunk of coordinates has
   * @param byEntries whether they are chunks of an operand's entries, because chunks of coordinates
   *     would have too different amounts to do
   */
  record Divided(int most, int threads, double heaviest, boolean byEntries) implements Division {}
}
