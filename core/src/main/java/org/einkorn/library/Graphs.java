package org.einkorn.library;

import java.util.Map;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;

/**
 * Adjacency matrices, as the algorithms want them. There is an edge from i to j where the entry
 * (i,j) is stored and is not zero; in a matrix that has infinity where nothing is stored, where it
 * is less than that.
 */
final class Graphs {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  private Graphs() {}

  /** The edges, as a CSR matrix of bool that stores nothing else. */
  static Tensor edges(Tensor graph) {
    Tensor stored = stored(graph);
    String edge = fill(stored) == 0 ? "A(i,j) != 0" : "A(i,j) < inf";
    return Step.of("E(i,j) = " + edge, "csr").run(Map.of("A", stored)).pruned();
  }

  /** The edges in both directions, without those from a vertex to itself. */
  static Tensor undirected(Tensor graph) {
    return Step.of("S(i,j) = (A(i,j) || A(j,i)) && i != j", "csr")
        .run(Map.of("A", edges(graph)))
        .pruned();
  }

  /** Of edges in both directions, the ones from a vertex with fewer neighbours to one with more. */
  static Tensor upwards(Tensor undirected) {
    Tensor neighbours = Step.of("n(i) = sum(j, S(i,j))", "d").run(Map.of("S", undirected));
    return Step.of("L(i,j) = S(i,j) && (n(i) < n(j) || n(i) == n(j) && i < j)", "csr")
        .run(Map.of("S", undirected, "n", neighbours))
        .pruned();
  }

  /**
   * The lengths of the edges, as a CSR matrix of float64 with infinity where there is no edge; a
   * zero that is stored is a length.
   */
  static Tensor lengths(Tensor graph) {
    Tensor stored = stored(graph);
    Tensor lengths =
        stored.elementType() == ElementType.FLOAT64
            ? stored
            : Step.of("W(i,j) = float64(A(i,j))", "csr").run(Map.of("A", stored));
    if (Step.value("a = any(i, any(j, A(i,j) != A(i,j)))", Map.of("A", lengths)) != 0) {
      throw new EinkornException("An edge of the graph has the length NaN; give it a number.");
    }
    return fill(lengths) == 0 ? lengths.filled(INFINITY) : lengths;
  }

  /** Refuses a vertex that the graph does not have. */
  static void checkVertex(Tensor graph, int vertex) {
    int count = graph.dimension(0);
    if (vertex < 0 || vertex >= count) {
      throw new EinkornException(
          count == 0
              ? "The graph has no vertices, so none to start from."
              : "There is no vertex "
                  + vertex
                  + "; the graph has "
                  + count
                  + ", from 0 to "
                  + (count - 1)
                  + ".");
    }
  }

  private static Tensor stored(Tensor graph) {
    Tensor square = SquareMatrix.of(graph, "A graph is given by its adjacency matrix");
    double fill = fill(square);
    if (fill != 0 && fill != INFINITY) {
      throw new EinkornException(
          "Where nothing is stored an adjacency matrix has 0 or infinity, not " + fill + ".");
    }
    return square.to("csr");
  }

  private static double fill(Tensor tensor) {
    return tensor.type().fill().asDouble();
  }
}
