package org.einkorn.bench;

/** What all benchmarks are forked with. */
final class Settings {
  private Settings() {}

  /** A fixed heap and a collector that works only when it must keep the noise down. */
  static final String HEAP = "-Xms3g";

  static final String HEAP_LIMIT = "-Xmx3g";
  static final String COLLECTOR = "-XX:+UseParallelGC";
}
