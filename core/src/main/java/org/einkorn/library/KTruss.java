package org.einkorn.library;

import java.util.Map;
import java.util.Objects;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;

/**
 * The k-truss of a graph: the largest part of it where every edge belongs to at least k - 2
 * triangles of the part. A round takes away the edges that do not; its measure is how many are
 * left.
 */
public record KTruss(Tensor graph, RoundListener listener) {
  public KTruss {
    Objects.requireNonNull(graph, "the graph is null");
    Objects.requireNonNull(listener, "a listener is not null");
  }

  /**
   * What is left.
   *
   * @param truss its adjacency matrix, with each edge in both directions
   * @param edges how many edges it has, each counted once
   * @param vertices how many vertices have an edge
   */
  public record Result(Tensor truss, int edges, int vertices) {}

  public static KTruss of(Tensor graph) {
    return new KTruss(graph, RoundListener.IGNORED);
  }

  public KTruss onRound(RoundListener other) {
    return new KTruss(graph, other);
  }

  public Result truss(int k) {
    if (k < 2) {
      throw new EinkornException(
          "There is no " + k + "-truss; k is 2, for all edges, or more, for those in triangles.");
    }
    // Of an edge's two vertices, the one with fewer neighbours asks for those in common. Row j of a
    // symmetric matrix holds what column j does, and rows can be run along.
    Step keep = Step.of("K(i,j) = L(i,j) && sum(k, S(i,k) * S(j,k)) >= needed", "csr");
    Step mirror = Step.of("S(i,j) = L(i,j) || L(j,i)", "csr");
    Tensor needed = Tensor.scalar(k - 2);
    Tensor truss = Graphs.undirected(graph);
    Tensor edges = Graphs.upwards(truss);
    int before;
    int round = 0;
    do {
      before = edges.stored();
      edges = keep.run(Map.of("L", edges, "S", truss, "needed", needed)).pruned();
      truss = mirror.run(Map.of("L", edges));
      listener.finished(++round, edges.stored());
    } while (edges.stored() < before);
    double vertices = Step.value("a = sum(i, any(j, S(i,j)))", Map.of("S", truss));
    return new Result(truss, edges.stored(), (int) vertices);
  }
}
