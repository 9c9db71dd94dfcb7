package org.einkorn.cli;

import java.util.concurrent.Callable;
import org.einkorn.Tensor;
import org.einkorn.library.KTruss;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the closely knit part of a graph. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Finds the part of a graph where every edge is in K - 2 triangles of the part.",
    description = {"", "It does not matter which way an edge points.", ""},
    footer = {"", "Example:", "  einkorn truss examples/karate.mtx -k 4 -o truss.mtx"})
final class TrussCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private GraphArgument graph = new GraphArgument();

  @Option(
      names = "-k",
      required = true,
      paramLabel = "K",
      description = "How closely; 2 gives all edges, 3 those in triangles.")
  private int k;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE[:FORMAT]",
      description = "Where the adjacency matrix of the part goes.")
  private String outputText;

  TrussCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Saved output = Saved.parse(outputText, "-o", 2);
    Tensor read = graph.read(terminal);
    KTruss.Result result;
    try (RoundsLine line = new RoundsLine(terminal, "edges")) {
      result = KTruss.of(read).onRound(line).truss(k);
    }
    terminal
        .out()
        .println(
            Numbers.counted(result.edges(), "edge", "edges")
                + " between "
                + Numbers.counted(result.vertices(), "vertex", "vertices"));
    output.write(result.truss(), terminal);
    return 0;
  }
}
