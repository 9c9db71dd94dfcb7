package org.einkorn.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import org.einkorn.Einkorn;
import org.einkorn.Tensor;
import org.einkorn.library.ShortestPaths;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how far vertices are from one. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Finds the lengths of the shortest ways from one vertex of a graph.",
    description = {
      "",
      "The entries of the matrix are the lengths of the edges; they may be negative. Vertices count"
          + " from 1, as in files.",
      ""
    },
    footer = {"", "Example:", "  einkorn shortest-paths roads.mtx --from 7 -o distances.tns"})
final class ShortestPathsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private GraphArgument graph = new GraphArgument();

  @Mixin private FromOption from = new FromOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE[:FORMAT]",
      description = "Where the distances go, infinity among them. Without -o they are shown.")
  private String outputText;

  ShortestPathsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Saved output = Saved.parse(outputText, "-o", 1);
    Tensor read = graph.read(terminal);
    ShortestPaths.Result result;
    try (RoundsLine line = new RoundsLine(terminal, "vertices")) {
      result = ShortestPaths.of(read).onRound(line).from(from.vertex(read));
    }
    long reached =
        Einkorn.evaluate("a = sum(i, d(i) < 1/0)", Map.of("d", result.distances())).longValue();
    terminal.note(
        "There is a way to "
            + Numbers.grouped(reached)
            + " of "
            + Numbers.grouped(read.dimension(0))
            + " vertices."
            + (result.negativeCycle()
                ? " Some lead over a cycle of negative length; their distance is -Infinity."
                : ""));
    if (output.isWanted()) {
      output.write(result.distances(), terminal);
    } else {
      ResultText.print(result.distances(), terminal.out());
    }
    return 0;
  }
}
