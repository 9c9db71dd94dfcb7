package org.einkorn.library;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;

/**
 * How many edges every vertex is away from a first one. A round goes from one level to the next,
 * along the edges that leave the vertices found last; its measure is how many it found.
 */
public record BreadthFirstSearch(Tensor graph, RoundListener listener) {
  private static final String NEW_AND_FOUND = "f(i) && A(i,j) && P(j) == inf";

  public BreadthFirstSearch {
    Objects.requireNonNull(graph, "the graph is null");
    Objects.requireNonNull(listener, "a listener is not null");
  }

  /**
   * What was found.
   *
   * @param levels the number of edges to each vertex, -1 where there is no way
   * @param parents the vertex before each on the way, the smallest of several; -1 for the source
   *     and where there is no way
   * @param reached how many vertices there is a way to, the source among them
   * @param depth the largest level
   */
  public record Result(Tensor levels, Tensor parents, int reached, int depth) {}

  public static BreadthFirstSearch of(Tensor graph) {
    return new BreadthFirstSearch(graph, RoundListener.IGNORED);
  }

  public BreadthFirstSearch onRound(RoundListener other) {
    return new BreadthFirstSearch(graph, other);
  }

  /** Searches from a vertex. */
  public Result from(int source) {
    Tensor edges = Graphs.edges(graph);
    Graphs.checkVertex(edges, source);
    Step expand = Step.of("g(j) = any(i, " + NEW_AND_FOUND + ")", "s");
    Step adopt = Step.of("P(j) min= (" + NEW_AND_FOUND + ") ? i : inf", "d");
    Step number = Step.of("L(j) = g(j) ? depth : L(j)", "d");

    int size = edges.dimension(0);
    double[] values = new double[size];
    Arrays.fill(values, -1);
    values[source] = 0;
    Tensor levels = Tensor.vector(values);
    Arrays.fill(values, Double.POSITIVE_INFINITY);
    values[source] = source;
    Tensor parents = Tensor.vector(values);
    Tensor frontier = Tensor.builder(ElementType.BOOL, size).add(1, source).build("s");
    int reached = 1;
    int depth = 0;
    while (true) {
      Map<String, Tensor> known = Map.of("f", frontier, "A", edges, "P", parents);
      Tensor next = expand.run(known).pruned();
      if (next.stored() == 0) {
        return new Result(
            Step.of("y(i) = int64(x(i))").run(Map.of("x", levels)),
            Step.of("y(i) = x(i) == inf || i == s ? -1 : int64(x(i))")
                .run(Map.of("x", parents, "s", Tensor.scalar(source))),
            reached,
            depth);
      }
      depth++;
      parents = adopt.run(known);
      levels = number.run(Map.of("g", next, "L", levels, "depth", Tensor.scalar(depth)));
      reached += next.stored();
      frontier = next;
      listener.finished(depth, next.stored());
    }
  }
}
