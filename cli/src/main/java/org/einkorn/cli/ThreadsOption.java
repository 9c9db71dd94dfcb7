package org.einkorn.cli;

import org.einkorn.Einkorn;
import org.einkorn.EinkornException;
import picocli.CommandLine.Option;

/** On how many threads kernels run, for the commands that run them. */
final class ThreadsOption {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Run on at most so many threads; without it, on one for each processor.")
  private String text;

  void apply() {
    if (text == null) {
      return;
    }
    try {
      Einkorn.threads(Integer.parseInt(text.strip()));
    } catch (NumberFormatException e) {
      throw new EinkornException(
          "'--threads " + text + "' gives no number of threads; write for example --threads 4.", e);
    }
  }
}
