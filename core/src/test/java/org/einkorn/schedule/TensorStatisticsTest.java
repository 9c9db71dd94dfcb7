package org.einkorn.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.runtime.Conversion;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TensorStatisticsTest {
  /** Row 1 has three entries, row 4 one, row 5 two; six rows and eight columns. */
  private static Storage matrix(String format) {
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, 6, 8);
    int[][] entries = {{1, 0}, {1, 1}, {1, 5}, {4, 4}, {5, 0}, {5, 7}};
    for (int[] entry : entries) {
      list.add(1, entry);
    }
    return Conversion.pack(list, Formats.parse(format, 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dense | 6 8 | 6 48",
        "csr | 6 8 | 6 6",
        "csc | 8 6 | 8 6",
        "dcsr | 6 8 | 3 6",
        "coo | 6 8 | 6 6",
        "bcsr(2,2) | 3 4 2 2 | 3 5 10 20",
        "ell | 3 6 8 | 3 18 18",
      })
  void countsSizesAndPositions(String format, String sizes, String positions) {
    TensorStatistics statistics = TensorStatistics.of(matrix(format));
    assertThat(statistics.sizes()).isEqualTo(numbers(sizes));
    assertThat(statistics.positions()).isEqualTo(numbers(positions));
  }

  private static List<Double> numbers(String text) {
    return List.of(text.split(" ")).stream().map(Double::valueOf).toList();
  }

  @Test
  void aFibreHasItsAverageLength() {
    assertThat(TensorStatistics.of(matrix("dcsr")).fibre(1)).isEqualTo(2);
    assertThat(TensorStatistics.of(matrix("csr")).fibre(1)).isEqualTo(1);
    assertThat(TensorStatistics.of(matrix("dense")).fibre(1)).isEqualTo(8);
  }

  @Test
  void theLongestFibreIsFoundFromTheEdges() {
    assertThat(TensorStatistics.longestFibre(matrix("csr"), 1)).isEqualTo(OptionalInt.of(3));
    assertThat(TensorStatistics.longestFibre(matrix("csc"), 1)).isEqualTo(OptionalInt.of(2));
    assertThat(TensorStatistics.longestFibre(matrix("dcsr"), 0)).isEqualTo(OptionalInt.of(3));
    assertThat(TensorStatistics.longestFibre(matrix("dense"), 1)).isEmpty();
  }

  @Test
  void tensorsThatDifferLittleDecideTheSame() {
    Measurements some = measured(10_000, 70_000);
    assertThat(measured(10_900, 75_000).decisive().key()).isEqualTo(some.decisive().key());
    assertThat(measured(10_000, 700_000).decisive().key()).isNotEqualTo(some.decisive().key());
  }

  /** Rounded one by one, 300 columns would have rows of 1024 entries. */
  @Test
  void whatIsFullStaysFull() {
    TensorStatistics full =
        new TensorStatistics(List.of(2000.0, 300.0), List.of(2000.0, 600_000.0)).rounded();
    assertThat(full.sizes().get(1)).isEqualTo(256);
    assertThat(full.fibre(1)).isEqualTo(256);
    // The same coordinate may stand in a list many times.
    TensorStatistics list =
        new TensorStatistics(List.of(10.0, 4000.0), List.of(70_000.0, 70_000.0)).rounded();
    assertThat(list.positions()).containsExactly(65_536.0, 65_536.0);
  }

  @Test
  void smallTensorsDecideNothing() {
    assertThat(measured(10, 70).decisive()).isEqualTo(Measurements.NONE);
  }

  private static Measurements measured(double rows, double nonzeros) {
    return new Measurements(
        Map.of("A", new TensorStatistics(List.of(rows, rows), List.of(rows, nonzeros))));
  }
}
