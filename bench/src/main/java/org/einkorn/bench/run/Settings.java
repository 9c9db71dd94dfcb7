package org.einkorn.bench.run;

import java.util.List;

/** What all benchmarks are forked with. */
public final class Settings {
  private Settings() {}

  /** A fixed heap and a collector that works only when it must keep the noise down. */
  public static final String HEAP = "-Xms6g";

  public static final String HEAP_LIMIT = "-Xmx6g";
  public static final String COLLECTOR = "-XX:+UseParallelGC";

  /** Einkorn uses the Vector API where it is present. */
  public static final String MODULES = "--add-modules=jdk.incubator.vector";

  public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  static final List<String> JVM = List.of(HEAP, HEAP_LIMIT, COLLECTOR, MODULES, NATIVE_ACCESS);
}
