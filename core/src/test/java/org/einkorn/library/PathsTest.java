package org.einkorn.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;
import org.einkorn.library.RandomGraph.Edge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches from a vertex, and components, compared with queues and lists of edges. */
class PathsTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  @ParameterizedTest
  @CsvSource({"1, 60, 90, csr", "2, 60, 90, coo", "3, 40, 400, dense", "4, 200, 260, csc"})
  void breadthFirst(long seed, int size, int tries, String format) {
    RandomGraph graph = RandomGraph.of(seed, size, tries, 1, 9);
    BreadthFirstSearch.Result result = BreadthFirstSearch.of(graph.tensor(format)).from(3);
    double[] levels = levels(graph, 3);
    assertThat(result.levels().toArray()).containsExactly(levels);
    assertThat(result.reached()).isEqualTo((int) Arrays.stream(levels).filter(l -> l >= 0).count());
    assertThat(result.depth()).isEqualTo((int) Arrays.stream(levels).max().orElseThrow());
    for (int v = 0; v < size; v++) {
      int vertex = v;
      int smallest =
          graph.edges().stream()
              .filter(e -> e.to() == vertex && levels[e.from()] == levels[vertex] - 1)
              .mapToInt(Edge::from)
              .filter(from -> levels[vertex] > 0)
              .min()
              .orElse(-1);
      assertThat(result.parents().getLong(v)).as("parent of %s", v).isEqualTo(smallest);
    }
  }

  private static double[] levels(RandomGraph graph, int source) {
    double[] levels = new double[graph.size()];
    Arrays.fill(levels, -1);
    levels[source] = 0;
    Deque<Integer> queue = new ArrayDeque<>(List.of(source));
    while (!queue.isEmpty()) {
      int vertex = queue.remove();
      for (Edge e : graph.edges()) {
        if (e.from() == vertex && levels[e.to()] < 0) {
          levels[e.to()] = levels[vertex] + 1;
          queue.add(e.to());
        }
      }
    }
    return levels;
  }

  @Test
  void aListenerHearsOfEveryLevel() {
    List<Double> found = new ArrayList<>();
    Tensor path = Tensor.builder(4, 4).add(1, 0, 1).add(1, 0, 2).add(1, 2, 3).build();
    BreadthFirstSearch.of(path)
        .onRound(
            (round, count) -> {
              assertThat(round).isEqualTo(found.size() + 1);
              found.add(count);
            })
        .from(0);
    assertThat(found).containsExactly(2.0, 1.0);
  }

  @Test
  void aStoredZeroIsNoEdgeButALength() {
    Tensor graph = Tensor.builder(3, 3).add(0, 0, 1).add(2, 1, 2).build("csr");
    assertThat(BreadthFirstSearch.of(graph).from(0).levels().toArray()).containsExactly(0, -1, -1);
    assertThat(ShortestPaths.of(graph).from(0).distances().toArray()).containsExactly(0, 0, 2);
    assertThat(BreadthFirstSearch.of(graph.filled(INF)).from(0).levels().toArray())
        .containsExactly(0, 1, 2);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, false",
    "2, 0, false",
    "3, -1, false",
    "4, -1, false",
    "5, -6, true",
    "6, -6, true"
  })
  void shortestPaths(long seed, int shortest, boolean negativeCycle) {
    RandomGraph graph = RandomGraph.of(seed, 40, 100, shortest, 20);
    ShortestPaths.Result result = ShortestPaths.of(graph.tensor("csr")).from(0);
    assertThat(result.distances().toArray()).containsExactly(relaxed(graph, 0));
    assertThat(result.negativeCycle()).isEqualTo(negativeCycle);
  }

  /** Edge after edge, in as many rounds as there could be; then the ones that never settle. */
  private static double[] relaxed(RandomGraph graph, int source) {
    double[] distances = new double[graph.size()];
    Arrays.fill(distances, INF);
    distances[source] = 0;
    for (int round = 0; round < 2 * graph.size(); round++) {
      for (Edge e : graph.edges()) {
        double way = distances[e.from()] + e.length();
        if (way < distances[e.to()]) {
          distances[e.to()] = round < graph.size() ? way : -INF;
        }
      }
    }
    return distances;
  }

  @Test
  void aNegativeCycleIsReported() {
    Tensor graph =
        Tensor.builder(ElementType.INT64, 6, 6)
            .add(5L, 0, 1)
            .add(1L, 1, 2)
            .add(-2L, 2, 1)
            .add(1L, 2, 3)
            .add(7L, 0, 4)
            .build("coo");
    ShortestPaths.Result result = ShortestPaths.of(graph).from(0);
    assertThat(result.negativeCycle()).isTrue();
    assertThat(result.distances().toArray()).containsExactly(0, -INF, -INF, -INF, 7, INF);
    ShortestPaths.Result beside = ShortestPaths.of(graph).from(4);
    assertThat(beside.negativeCycle()).isFalse();
    assertThat(beside.distances().toArray()).containsExactly(INF, INF, INF, INF, 0, INF);
  }

  @ParameterizedTest
  @CsvSource({"1, 80, 50", "2, 80, 80", "3, 80, 0", "4, 1, 5", "5, 0, 0"})
  void components(long seed, int size, int tries) {
    RandomGraph graph = RandomGraph.of(seed, size, tries, 1, 1);
    int[] roots = IntStream.range(0, size).toArray();
    for (Edge e : graph.edges()) {
      int from = roots[e.from()];
      int to = roots[e.to()];
      for (int v = 0; v < size; v++) {
        if (roots[v] == from || roots[v] == to) {
          roots[v] = Math.min(from, to);
        }
      }
    }
    ConnectedComponents.Result result = ConnectedComponents.of(graph.tensor("csr")).run();
    assertThat(result.labels().toArray())
        .containsExactly(Arrays.stream(roots).asDoubleStream().toArray());
    int[] sizes = new int[size];
    Arrays.stream(roots).forEach(r -> sizes[r]++);
    assertThat(result.count()).isEqualTo((int) Arrays.stream(roots).distinct().count());
    assertThat(result.largest()).isEqualTo(Arrays.stream(sizes).max().orElse(0));
  }
}
