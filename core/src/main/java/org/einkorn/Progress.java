package org.einkorn;

/**
 * Hears how far something long has come: the reading of a file, in bytes as it lies on disk, or a
 * computation, in chunks of its outermost loop.
 */
@FunctionalInterface
public interface Progress {
  /** For those who do not want to know. */
  Progress IGNORED = (done, total) -> {};

  /**
   * Called between blocks or chunks, by one thread at a time but not always the same; what it
   * throws ends the work.
   */
  void report(long done, long total);
}
