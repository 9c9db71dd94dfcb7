package org.einkorn.cli;

import java.util.concurrent.Callable;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.library.Extremes;
import org.einkorn.library.PageRank;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says which vertices are the most important. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Ranks the vertices of a graph by how often a random walk comes to them.",
    description = {"", "All ranks together are 1. Vertices count from 1, as in files.", ""},
    footer = {"", "Example:", "  einkorn pagerank examples/karate.mtx --top 5"})
final class PageRankCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private GraphArgument graph = new GraphArgument();

  @Option(
      names = "--top",
      defaultValue = "10",
      paramLabel = "N",
      description = "Show so many vertices; without it, 10.")
  private int top;

  @Option(
      names = "--damping",
      defaultValue = "0.85",
      paramLabel = "P",
      description = "How likely an edge is followed; without it, 0.85.")
  private double damping;

  @Mixin private RoundsOption rounds = new RoundsOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE[:FORMAT]",
      description = "Where the ranks of all vertices go.")
  private String outputText;

  PageRankCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (top < 0) {
      throw new EinkornException("'--top " + top + "' is no number of vertices to show.");
    }
    Saved output = Saved.parse(outputText, "-o", 1);
    Tensor read = graph.read(terminal);
    PageRank pageRank = PageRank.of(read).damping(damping);
    PageRank.Result result;
    try (RoundsLine line = new RoundsLine(terminal, "change")) {
      result =
          pageRank
              .maxRounds(rounds.rounds(pageRank.maxRounds()))
              .tolerance(rounds.tolerance(pageRank.tolerance()))
              .onRound(line)
              .run();
    }
    terminal.note(
        (result.converged() ? "The ranks settled" : "The ranks have not settled yet")
            + " after "
            + Numbers.counted(result.rounds(), "round", "rounds")
            + ".");
    show(result.ranks());
    output.write(result.ranks(), terminal);
    return 0;
  }

  private void show(Tensor ranks) {
    int shown = Math.min(top, ranks.dimension(0));
    if (shown == 0) {
      return;
    }
    Extremes.Result largest = Extremes.top(ranks, 0, shown);
    TextTable table = new TextTable("vertex", "rank");
    for (int k = 0; k < shown; k++) {
      table.row(
          String.valueOf(largest.coordinates().getLong(k) + 1),
          Numbers.brief(largest.values().get(k)));
    }
    table.print(terminal.out());
  }
}
