package org.einkorn.cli;

import java.util.concurrent.Callable;
import org.einkorn.Tensor;
import org.einkorn.library.Triangles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Counts triangles. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Counts the triangles of a graph.",
    description = {"", "It does not matter which way an edge points.", ""},
    footer = {"", "Example:", "  einkorn triangles examples/karate.mtx"})
final class TrianglesCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private GraphArgument graph = new GraphArgument();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE[:FORMAT]",
      description = "Where the number of triangles that each vertex is part of goes.")
  private String outputText;

  TrianglesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Saved output = Saved.parse(outputText, "-o", 1);
    Tensor read = graph.read(terminal);
    try (ProgressLine line = ProgressLine.computing(terminal, "triangles")) {
      Triangles triangles = Triangles.of(read).onProgress(line);
      terminal.out().println(triangles.count());
      if (output.isWanted()) {
        output.write(triangles.perVertex(), terminal);
      }
    }
    return 0;
  }
}
