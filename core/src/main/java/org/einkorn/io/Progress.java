package org.einkorn.io;

/** Hears how far the reading of a file has come. */
@FunctionalInterface
public interface Progress {
  /**
   * Called between blocks, in bytes of the file as it lies on disk; what it throws ends the
   * reading.
   */
  void report(long done, long total);
}
