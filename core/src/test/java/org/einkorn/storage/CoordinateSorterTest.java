package org.einkorn.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.einkorn.element.ElementType;
import org.einkorn.support.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a sort by comparisons; every shape takes another way through the sorter. */
class CoordinateSorterTest {
  private final int threads = Workers.threads();

  @AfterEach
  void asManyThreadsAsBefore() {
    Workers.setThreads(threads);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5, 5, 5",
    "1, 5, 5, 5",
    "2000, 40, 50, 1",
    "2000, 5, 1000000, 1",
    "2000, 1000000, 7, 9",
    "3000, 4, 300, 20",
    "3000, 4, 1000000, 3",
    "3000, 30, 2, 1000000",
    "5000, 1, 1, 3",
    "1200000, 300000, 300000, 1",
    "1200000, 2, 900000, 1",
    "1200000, 2000000000, 50, 1",
    "1100000, 262144, 40, 3",
    "1100000, 1, 2000, 1"
  })
  void sortsAsComparingDoes(int count, int rows, int columns, int depths) {
    int[] sizes = {rows, columns, depths};
    SplittableRandom random = new SplittableRandom(count + rows);
    int[][] coordinates = new int[3][];
    for (int d = 0; d < 3; d++) {
      coordinates[d] = random.ints(count, 0, sizes[d]).toArray();
    }
    double[] values = random.doubles(count + 7).toArray(); // arrays may be longer than the list
    boolean matrix = depths == 1;
    int[][] used = matrix ? Arrays.copyOf(coordinates, 2) : coordinates;
    List<Integer> order = matrix ? List.of(0, 1) : List.of(0, 1, 2);
    CoordinateList list =
        new CoordinateList(
            ElementType.FLOAT64, Arrays.copyOf(sizes, used.length), used, values, count);
    check(list, order);
    check(list, order.reversed());
  }

  private static void check(CoordinateList list, List<Integer> order) {
    Comparator<Integer> lexicographic = (a, b) -> 0;
    for (int d : order) {
      lexicographic = lexicographic.thenComparing(k -> list.coordinates(d)[k]);
    }
    List<Integer> entries = IntStream.range(0, list.count()).boxed().sorted(lexicographic).toList();
    int[][] expected = new int[order.size()][list.count()];
    double[] sums = new double[list.count()];
    int distinct = 0;
    int before = -1;
    for (int k : entries) {
      if (before < 0 || lexicographic.compare(before, k) != 0) {
        for (int l = 0; l < order.size(); l++) {
          expected[l][distinct] = list.coordinates(order.get(l))[k];
        }
        sums[distinct++] = ((double[]) list.values())[k];
      } else {
        sums[distinct - 1] += ((double[]) list.values())[k];
      }
      before = k;
    }
    for (int threads : new int[] {1, 3}) {
      Workers.setThreads(threads);
      Storage sorted = CoordinateSorter.sort(list, order);
      assertArrayEquals(Arrays.copyOf(sums, distinct), (double[]) sorted.values());
      for (int l = 0; l < order.size(); l++) {
        assertArrayEquals(
            Arrays.copyOf(expected[l], distinct), (int[]) sorted.levels().get(l).getLast());
      }
    }
  }
}
