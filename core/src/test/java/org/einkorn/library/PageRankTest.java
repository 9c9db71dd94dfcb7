package org.einkorn.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.einkorn.library.RandomGraph.Edge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageRankTest {
  @ParameterizedTest
  @CsvSource({"1, 50, 200, 0.85", "2, 50, 40, 0.85", "3, 20, 100, 0.5", "4, 20, 30, 0"})
  void ranksAreThoseOfADensePowerIteration(long seed, int size, int tries, double damping) {
    RandomGraph graph = RandomGraph.of(seed, size, tries, 1, 9);
    PageRank.Result result =
        PageRank.of(graph.tensor("csr")).damping(damping).tolerance(1e-14).run();
    double[] expected = powerIteration(graph, damping, 300);
    double[] ranks = result.ranks().toArray();
    for (int v = 0; v < size; v++) {
      assertThat(ranks[v]).isCloseTo(expected[v], within(1e-12));
    }
    assertThat(Arrays.stream(ranks).sum()).isCloseTo(1, within(1e-12));
    assertThat(result.converged()).isTrue();
    assertThat(result.change()).isLessThanOrEqualTo(1e-14);
  }

  /** The matrix of all moves, those from vertices without edges and the random ones among them. */
  private static double[] powerIteration(RandomGraph graph, double damping, int rounds) {
    int n = graph.size();
    int[] leaving = new int[n];
    graph.edges().forEach(e -> leaving[e.from()]++);
    double[][] moves = new double[n][n];
    for (int i = 0; i < n; i++) {
      Arrays.fill(moves[i], (1 - damping) / n + (leaving[i] == 0 ? damping / n : 0));
    }
    for (Edge e : graph.edges()) {
      moves[e.from()][e.to()] += damping / leaving[e.from()];
    }
    double[] ranks = new double[n];
    Arrays.fill(ranks, 1.0 / n);
    for (int round = 0; round < rounds; round++) {
      double[] next = new double[n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          next[j] += ranks[i] * moves[i][j];
        }
      }
      ranks = next;
    }
    return ranks;
  }

  @Test
  void itEndsAfterTheLastRound() {
    int[] heard = {0};
    PageRank.Result result =
        PageRank.of(RandomGraph.of(1, 50, 200, 1, 1).tensor("csr"))
            .maxRounds(3)
            .onRound((round, _) -> heard[0] = round)
            .run();
    assertThat(result.rounds()).isEqualTo(3);
    assertThat(heard[0]).isEqualTo(3);
    assertThat(result.converged()).isFalse();
    assertThat(result.change()).isGreaterThan(1e-12);
  }

  @Test
  void anEmptyGraphHasNoRanks() {
    PageRank.Result result = PageRank.of(RandomGraph.of(1, 0, 0, 1, 1).tensor("csr")).run();
    assertThat(result.ranks().toArray()).isEmpty();
    assertThat(result.converged()).isTrue();
  }
}
