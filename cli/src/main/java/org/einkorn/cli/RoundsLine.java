package org.einkorn.cli;

import org.einkorn.library.RoundListener;

/** A line that tells what the rounds of an algorithm have come to, and disappears afterwards. */
final class RoundsLine implements RoundListener, AutoCloseable {
  private static final long PATIENCE = 1_000_000_000;

  private final String measure;
  private final ProgressLine line;
  private String text = "";

  RoundsLine(Terminal terminal, String measure) {
    this(terminal, PATIENCE, measure);
  }

  RoundsLine(Terminal terminal, long patience, String measure) {
    this.measure = measure;
    this.line = new ProgressLine(terminal, patience, (_, _) -> text);
  }

  @Override
  public void finished(int round, double value) {
    text = "round " + round + ": " + measure + " " + Numbers.brief(value);
    line.report(round, round);
  }

  @Override
  public void close() {
    line.close();
  }
}
