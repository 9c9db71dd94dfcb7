package org.einkorn.cli;

import org.einkorn.Tensor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The graph that a command is about, and on how many threads it runs. */
final class GraphArgument {
  @Parameters(
      index = "0",
      paramLabel = "GRAPH",
      description =
          "Its adjacency matrix: a file, or whatever einkorn eval takes. There is an edge from i to"
              + " j where the entry (i,j) is stored and not zero; a stored zero is a way of length"
              + " 0 for shortest-paths.")
  private String text;

  @Mixin private ThreadsOption threads = new ThreadsOption();

  Tensor read(Terminal terminal) {
    threads.apply();
    return Given.square("graph", text, terminal);
  }
}
