package org.einkorn.cli;

import org.einkorn.Progress;

/** A line that tells how far something long has come, and disappears afterwards. */
final class ProgressLine implements Progress, AutoCloseable {
  private static final long REPEAT = 100_000_000;

  /** What the line says. */
  @FunctionalInterface
  interface Text {
    String of(long percent, long total);
  }

  private final Terminal terminal;
  private final Text text;
  private long next;
  private int length;

  /** Shows nothing before {@code patience} nanoseconds have passed. */
  ProgressLine(Terminal terminal, long patience, Text text) {
    this.terminal = terminal;
    this.text = text;
    this.next = System.nanoTime() + patience;
  }

  /** For the reading of a file, whose progress is counted in bytes. */
  static ProgressLine reading(Terminal terminal, String name) {
    return new ProgressLine(
        terminal,
        300_000_000,
        (percent, total) ->
            "reading " + name + ": " + percent + " % of " + Numbers.bytes((double) total));
  }

  /** For the computing of a result. */
  static ProgressLine computing(Terminal terminal, String name) {
    return new ProgressLine(
        terminal, 1_000_000_000, (percent, _) -> "computing " + name + ": " + percent + " %");
  }

  @Override
  public void report(long done, long total) {
    long now = System.nanoTime();
    if (terminal.interactive() && now - next > 0) {
      String line = text.of(done * 100 / Math.max(1, total), total);
      String rest = " ".repeat(Math.max(0, length - line.length()));
      terminal.err().print("\r" + line + rest);
      terminal.err().flush();
      length = line.length() + rest.length();
      next = now + REPEAT;
    }
  }

  @Override
  public void close() {
    if (length > 0) {
      terminal.err().print("\r" + " ".repeat(length) + "\r");
      terminal.err().flush();
    }
  }
}
