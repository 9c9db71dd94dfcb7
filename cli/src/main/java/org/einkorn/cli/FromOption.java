package org.einkorn.cli;

import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import picocli.CommandLine.Option;

/** The vertex of a graph that a command begins at. */
final class FromOption {
  @Option(
      names = "--from",
      required = true,
      paramLabel = "VERTEX",
      description = "The vertex to begin at.")
  private int number;

  /** The vertex as the library counts, from 0. */
  int vertex(Tensor graph) {
    int count = graph.order() == 0 ? 0 : graph.dimension(0);
    if (count > 0 && (number < 1 || number > count)) {
      throw new EinkornException(
          "There is no vertex "
              + number
              + "; the graph has "
              + count
              + ", from 1 to "
              + count
              + ".");
    }
    return number - 1;
  }
}
