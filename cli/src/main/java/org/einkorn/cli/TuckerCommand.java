package org.einkorn.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.einkorn.Tensor;
import org.einkorn.library.TuckerDecomposition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Decomposes a tensor into a small one and a matrix for each mode. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Decomposes a tensor into a small one and matrices, by orthogonal iteration (HOOI).",
    description = {
      "",
      "X(i,j,k) is about G(r,s,t) * A(i,r) * B(j,s) * C(k,t). Shown is the fit, which is 1 where"
          + " nothing is left.",
      ""
    },
    footer = {"", "Example:", "  einkorn tucker examples/nations.tns --ranks 4,6,4 -o factors"})
final class TuckerCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private DecompositionArgument argument = new DecompositionArgument();

  @Option(
      names = "--ranks",
      required = true,
      split = ",",
      paramLabel = "R",
      description = "The size of the small tensor.")
  private List<Integer> ranks;

  TuckerCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Tensor tensor = argument.read(terminal);
    TuckerDecomposition tucker = TuckerDecomposition.of(tensor, ranks);
    FactorFolder folder = argument.folder();
    TuckerDecomposition.Result result;
    try (RoundsLine line = new RoundsLine(terminal, "fit")) {
      result =
          tucker
              .maxRounds(argument.rounds().rounds(tucker.maxRounds()))
              .tolerance(argument.rounds().tolerance(tucker.tolerance()))
              .seed(argument.seed(tucker.seed()))
              .onRound(line)
              .run();
    }
    DecompositionArgument.report(result.fit(), result.rounds(), result.converged(), terminal);
    folder.write(result.factors(), "core.tns", result.core());
    return 0;
  }
}
