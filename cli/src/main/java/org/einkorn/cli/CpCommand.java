package org.einkorn.cli;

import java.util.concurrent.Callable;
import org.einkorn.Tensor;
import org.einkorn.library.CpDecomposition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Decomposes a tensor into outer products. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Decomposes a tensor into a sum of outer products, by alternating least squares.",
    description = {
      "",
      "X(i,j,k) is about w(r) * A(i,r) * B(j,r) * C(k,r). Shown are the fit, which is 1 where"
          + " nothing is left, and the weights w.",
      ""
    },
    footer = {"", "Example:", "  einkorn cp examples/nations.tns --rank 5 -o factors"})
final class CpCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private DecompositionArgument argument = new DecompositionArgument();

  @Option(
      names = "--rank",
      required = true,
      paramLabel = "R",
      description = "How many outer products.")
  private int rank;

  CpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Tensor tensor = argument.read(terminal);
    CpDecomposition cp = CpDecomposition.of(tensor, rank);
    FactorFolder folder = argument.folder();
    CpDecomposition.Result result;
    try (RoundsLine line = new RoundsLine(terminal, "fit")) {
      result =
          cp.maxRounds(argument.rounds().rounds(cp.maxRounds()))
              .tolerance(argument.rounds().tolerance(cp.tolerance()))
              .seed(argument.seed(cp.seed()))
              .onRound(line)
              .run();
    }
    DecompositionArgument.report(result.fit(), result.rounds(), result.converged(), terminal);
    ResultText.print(result.weights(), terminal.out());
    folder.write(result.factors(), "weights.tns", result.weights());
    return 0;
  }
}
