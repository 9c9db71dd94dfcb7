package org.einkorn.cli;

import java.util.concurrent.Callable;
import org.einkorn.Tensor;
import org.einkorn.library.BreadthFirstSearch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how many edges vertices are away from one. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Counts the edges from one vertex of a graph to the others.",
    description = {"", "Vertices count from 1, as in files.", ""},
    footer = {"", "Example:", "  einkorn bfs examples/karate.mtx --from 1 -o levels.tns"})
final class BreadthFirstCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private GraphArgument graph = new GraphArgument();

  @Mixin private FromOption from = new FromOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE[:FORMAT]",
      description = "Where the number of edges to each vertex goes; -1 where there is no way.")
  private String levelsText;

  @Option(
      names = "--parents",
      paramLabel = "FILE[:FORMAT]",
      description = "Where the vertex before each on the way goes; 0 where there is none.")
  private String parentsText;

  BreadthFirstCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Saved levels = Saved.parse(levelsText, "-o", 1);
    Saved parents = Saved.parse(parentsText, "--parents", 1);
    Tensor read = graph.read(terminal);
    BreadthFirstSearch.Result result;
    try (RoundsLine line = new RoundsLine(terminal, "vertices")) {
      result = BreadthFirstSearch.of(read).onRound(line).from(from.vertex(read));
    }
    terminal
        .out()
        .println(
            "reached "
                + Numbers.grouped(result.reached())
                + " of "
                + Numbers.grouped(read.dimension(0))
                + " vertices; the farthest are "
                + Numbers.counted(result.depth(), "edge", "edges")
                + " away");
    levels.write(result.levels(), terminal);
    parents.writeVertices(result.parents(), terminal);
    return 0;
  }
}
