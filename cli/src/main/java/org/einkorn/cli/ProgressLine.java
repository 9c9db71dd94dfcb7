package org.einkorn.cli;

import org.einkorn.io.Progress;

/** A line that tells how far the reading of a large file has come, and disappears afterwards. */
final class ProgressLine implements Progress, AutoCloseable {
  private static final long PATIENCE = 300_000_000;
  private static final long REPEAT = 100_000_000;

  private final Terminal terminal;
  private final String name;
  private long next = System.nanoTime() + PATIENCE;
  private int length;

  ProgressLine(Terminal terminal, String name) {
    this.terminal = terminal;
    this.name = name;
  }

  @Override
  public void report(long done, long total) {
    long now = System.nanoTime();
    if (terminal.interactive() && now > next) {
      String line =
          "reading "
              + name
              + ": "
              + done * 100 / Math.max(1, total)
              + " % of "
              + Numbers.bytes((double) total);
      terminal.err().print("\r" + line);
      terminal.err().flush();
      length = line.length();
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
