package org.einkorn.cli;

import org.einkorn.Tensor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The tensor that a command decomposes, when it ends, and where the matrices go. */
final class DecompositionArgument {
  @Parameters(
      index = "0",
      paramLabel = "TENSOR",
      description = "Of order 3 or more: a file, or whatever einkorn eval takes.")
  private String text;

  @Mixin private RoundsOption rounds = new RoundsOption();

  @Option(names = "--seed", paramLabel = "N", description = "Begin with other random numbers.")
  private Long seed;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FOLDER",
      description = "Where the result goes: factor1.mtx, factor2.mtx, … and what belongs to them.")
  private String folder;

  @Mixin private ThreadsOption threads = new ThreadsOption();

  Tensor read(Terminal terminal) {
    threads.apply();
    return Given.tensor("tensor", text, terminal);
  }

  RoundsOption rounds() {
    return rounds;
  }

  long seed(long usual) {
    return seed == null ? usual : seed;
  }

  /** The folder, which is made if it is not there. */
  FactorFolder folder() {
    return FactorFolder.parse(folder);
  }

  /** What a decomposition came to. */
  static void report(double fit, int rounds, boolean converged, Terminal terminal) {
    terminal.note(
        (converged ? "The fit settled" : "The fit has not settled yet")
            + " after "
            + Numbers.counted(rounds, "round", "rounds")
            + ".");
    terminal.out().println("fit " + Numbers.brief(fit));
  }
}
