package org.einkorn.library;

/** Hears how far an algorithm has come, after each of its rounds. */
@FunctionalInterface
public interface RoundListener {
  /** For those who do not want to know. */
  RoundListener IGNORED = (round, measure) -> {};

  /**
   * Called by the thread that called the algorithm; what it throws ends the work.
   *
   * @param round which one, from 1
   * @param measure what the algorithm watches: a fit, a residual, how much there was to do
   */
  void finished(int round, double measure);
}
