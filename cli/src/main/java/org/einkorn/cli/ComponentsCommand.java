package org.einkorn.cli;

import java.util.concurrent.Callable;
import org.einkorn.Tensor;
import org.einkorn.library.ConnectedComponents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says which vertices are connected. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Finds the parts of a graph that are not connected with each other.",
    description = {"", "It does not matter which way an edge points.", ""},
    footer = {"", "Example:", "  einkorn components examples/karate.mtx -o components.tns"})
final class ComponentsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private GraphArgument graph = new GraphArgument();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE[:FORMAT]",
      description =
          "Where the component of each vertex goes, named by its first vertex, counted from 1.")
  private String outputText;

  ComponentsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Saved output = Saved.parse(outputText, "-o", 1);
    Tensor read = graph.read(terminal);
    ConnectedComponents.Result result;
    try (RoundsLine line = new RoundsLine(terminal, "vertices")) {
      result = ConnectedComponents.of(read).onRound(line).run();
    }
    terminal
        .out()
        .println(
            Numbers.counted(result.count(), "component", "components")
                + "; the largest has "
                + Numbers.counted(result.largest(), "vertex", "vertices"));
    output.writeVertices(result.labels(), terminal);
    return 0;
  }
}
