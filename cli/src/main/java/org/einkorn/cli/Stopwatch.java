package org.einkorn.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Measures the phases of a command, one after the other. */
final class Stopwatch {
  private final Map<String, Long> phases = new LinkedHashMap<>();
  private long since = System.nanoTime();

  /** Everything since the last phase was this one. */
  void phase(String name) {
    long now = System.nanoTime();
    phases.merge(name, now - since, Long::sum);
    since = now;
  }

  /** The phases so far, in order. */
  Map<String, Double> seconds() {
    Map<String, Double> seconds = new LinkedHashMap<>();
    phases.forEach((name, nanoseconds) -> seconds.put(name, nanoseconds / 1e9));
    return seconds;
  }

  @Override
  public String toString() {
    return phases.entrySet().stream()
        .map(p -> String.format(Locale.ROOT, "%s %.1f ms", p.getKey(), p.getValue() / 1e6))
        .collect(Collectors.joining(", "));
  }
}
