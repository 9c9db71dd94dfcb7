package org.einkorn.bench.run;

import java.util.List;
import java.util.Map;

/** What all benchmarks are forked with. */
public final class Settings {
  private Settings() {}

  /** A fixed heap and a collector that works only when it must keep the noise down. */
  public static final String HEAP = "-Xms6g";

  public static final String HEAP_LIMIT = "-Xmx6g";
  public static final String COLLECTOR = "-XX:+UseParallelGC";

  /** Memory is touched before it is first used, so that no call waits for the system's pages. */
  public static final String TOUCHED = "-XX:+AlwaysPreTouch";

  /** Einkorn uses the Vector API where it is present. */
  public static final String MODULES = "--add-modules=jdk.incubator.vector";

  public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /** Native code keeps what it freed, for the same reason; glibc would give large arrays back. */
  static final Map<String, String> ENVIRONMENT =
      Map.of(
          "GLIBC_TUNABLES",
          "glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=17179869184:glibc.malloc.arena_max=1");

  /** Peers of the JVM have copies of their own; native ones need the rest of the memory. */
  private static final int PERCENT = 40;

  static final List<String> JVM =
      List.of(
          "-XX:InitialRAMPercentage=" + PERCENT,
          "-XX:MaxRAMPercentage=" + PERCENT,
          COLLECTOR,
          TOUCHED,
          MODULES,
          NATIVE_ACCESS);
}
