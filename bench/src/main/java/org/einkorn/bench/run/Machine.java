package org.einkorn.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the numbers were measured on. */
final class Machine {
  private Machine() {}

  static String description() {
    return Runtime.getRuntime().availableProcessors()
        + " × "
        + processor()
        + ", last cache "
        + lastCache()
        + ", JDK "
        + System.getProperty("java.version")
        + ", load "
        + load();
  }

  private static String processor() {
    return line(Path.of("/proc/cpuinfo"), "model name").replaceFirst(".*: *", "");
  }

  private static String lastCache() {
    return line(Path.of("/sys/devices/system/cpu/cpu0/cache/index3/size"), "");
  }

  /** How many processes wanted to run, in the last minute; the benchmark itself is one. */
  private static String load() {
    return line(Path.of("/proc/loadavg"), "").replaceFirst(" .*", "");
  }

  private static String line(Path file, String with) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.filter(line -> line.contains(with)).findFirst().orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
