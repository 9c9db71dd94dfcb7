package org.einkorn.library;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;

/**
 * How long the shortest way from a first vertex to every other is, as Bellman and Ford find it:
 * edges may have negative lengths. A round follows the edges from all vertices that the last one
 * came closer to; its measure is how many there are now.
 */
public record ShortestPaths(Tensor graph, RoundListener listener) {
  public ShortestPaths {
    Objects.requireNonNull(graph, "the graph is null");
    Objects.requireNonNull(listener, "a listener is not null");
  }

  /**
   * What was found.
   *
   * @param distances infinity where there is no way; minus infinity where a way can be made shorter
   *     and shorter on a cycle
   * @param negativeCycle whether there is such a cycle
   * @param rounds how many it took
   */
  public record Result(Tensor distances, boolean negativeCycle, int rounds) {}

  public static ShortestPaths of(Tensor graph) {
    return new ShortestPaths(graph, RoundListener.IGNORED);
  }

  public ShortestPaths onRound(RoundListener other) {
    return new ShortestPaths(graph, other);
  }

  /** Finds the distances from a vertex. */
  public Result from(int source) {
    Tensor lengths = Graphs.lengths(graph);
    Graphs.checkVertex(lengths, source);
    Step relax = Step.of("d(j) min= (c(i) && W(i,j) < inf) ? d(i) + W(i,j) : inf", "d");
    Step compare = Step.of("c(i) = d(i) != e(i)", "d");
    Step sink = Step.of("e(i) = c(i) ? -inf : d(i)", "d");

    int size = lengths.dimension(0);
    double[] values = new double[size];
    Arrays.fill(values, Double.POSITIVE_INFINITY);
    values[source] = 0;
    Tensor distances = Tensor.vector(values);
    Tensor closer = Tensor.builder(ElementType.BOOL, size).add(1, source).build("s");
    boolean negativeCycle = false;
    int round = 0;
    while (closer.stored() > 0) {
      // A shortest way has less than `size` edges: who still comes closer has none.
      if (round >= size) {
        negativeCycle = true;
        distances = sink.run(Map.of("c", closer, "d", distances));
      }
      Tensor next = relax.run(Map.of("d", distances, "c", closer, "W", lengths));
      closer = compare.run(Map.of("d", distances, "e", next)).to("s");
      distances = next;
      listener.finished(++round, closer.stored());
    }
    return new Result(distances, negativeCycle, round);
  }
}
