package org.einkorn.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Triangles and trusses, compared with looking at all triples of vertices. */
class TrianglesTest {
  @ParameterizedTest
  @CsvSource({"1, 30, 150, csr", "2, 30, 150, coo", "3, 12, 400, dense", "4, 50, 20, csc"})
  void triangles(long seed, int size, int tries, String format) {
    RandomGraph graph = RandomGraph.of(seed, size, tries, 1, 9);
    boolean[][] there = graph.undirected();
    double[] each = new double[size];
    int count = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        for (int k = 0; k < j; k++) {
          if (there[i][j] && there[j][k] && there[i][k]) {
            count++;
            each[i]++;
            each[j]++;
            each[k]++;
          }
        }
      }
    }
    Triangles triangles = Triangles.of(graph.tensor(format));
    assertThat(triangles.count()).isEqualTo(count);
    assertThat(triangles.perVertex().toArray()).containsExactly(each);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "1, 3", "1, 4", "1, 5", "2, 4", "2, 6", "2, 40"})
  void trusses(long seed, int k) {
    RandomGraph graph = RandomGraph.of(seed, 30, 300, 1, 9);
    boolean[][] there = graph.undirected();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = 0; i < 30; i++) {
        for (int j = 0; j < i; j++) {
          if (there[i][j] && common(there, i, j) < k - 2) {
            there[i][j] = false;
            there[j][i] = false;
            changed = true;
          }
        }
      }
    }
    List<Double> left = new ArrayList<>();
    KTruss.Result result =
        KTruss.of(graph.tensor("csr")).onRound((_, edges) -> left.add(edges)).truss(k);
    assertThat(result.truss().toArray()).containsExactly(flat(there));
    assertThat(result.edges()).isEqualTo(result.truss().stored() / 2);
    assertThat(result.vertices()).isEqualTo(vertices(there));
    assertThat(left.getLast()).isEqualTo(result.edges());
  }

  private static int common(boolean[][] there, int i, int j) {
    int count = 0;
    for (int k = 0; k < there.length; k++) {
      count += there[i][k] && there[j][k] ? 1 : 0;
    }
    return count;
  }

  private static double[] flat(boolean[][] there) {
    double[] values = new double[there.length * there.length];
    for (int p = 0; p < values.length; p++) {
      values[p] = there[p / there.length][p % there.length] ? 1 : 0;
    }
    return values;
  }

  private static int vertices(boolean[][] there) {
    int count = 0;
    for (boolean[] row : there) {
      boolean any = false;
      for (boolean edge : row) {
        any |= edge;
      }
      count += any ? 1 : 0;
    }
    return count;
  }

  @Test
  void whoListensHearsOfChunks() {
    RandomGraph graph = RandomGraph.of(5, 400, 40_000, 1, 1);
    long[] last = new long[2];
    long count =
        Triangles.of(graph.tensor("csr"))
            .onProgress(
                (done, total) -> {
                  last[0] = done;
                  last[1] = total;
                })
            .count();
    assertThat(count).isPositive();
    assertThat(last[1]).isGreaterThan(1).isEqualTo(last[0]);
  }

  @Test
  void anEmptyGraphHasNone() {
    Tensor empty = Tensor.builder(0, 0).build("csr");
    assertThat(Triangles.of(empty).count()).isZero();
    assertThat(KTruss.of(empty).truss(3).edges()).isZero();
  }
}
