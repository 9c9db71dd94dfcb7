package org.einkorn.cli;

import java.io.PrintStream;

/**
 * Where a command writes: results to {@code out}, what is said about them to {@code err}.
 *
 * @param interactive whether somebody watches {@code err}, so that progress is worth showing
 */
record Terminal(PrintStream out, PrintStream err, boolean interactive) {
  /** Says something about what is being done. */
  void note(String sentence) {
    err.println("einkorn: " + sentence);
  }
}
