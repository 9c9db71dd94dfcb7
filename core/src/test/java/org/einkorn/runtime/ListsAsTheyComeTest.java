package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.einkorn.Einkorn;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.TensorBuilder;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Coordinate lists that keep the order of their entries, and those that keep duplicates too. */
class ListsAsTheyComeTest {
  /** (2,1) comes twice, and (0,3) three times. */
  private static CoordinateList entries(ElementType type) {
    CoordinateList list = new CoordinateList(type, 3, 4);
    int[][] coordinates = {{2, 1}, {0, 3}, {1, 0}, {0, 3}, {2, 1}, {0, 3}, {0, 0}};
    for (int k = 0; k < coordinates.length; k++) {
      list.add(type == ElementType.BOOL ? 1L : k + 1L, coordinates[k]);
    }
    return list;
  }

  private static Storage packed(String format) {
    return Conversion.pack(entries(ElementType.FLOAT64), Formats.parse(format, 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "coo | 0 0 1 2 | 0 3 0 1 | 7 12 3 6",
        "coo-unsorted | 2 0 1 0 | 1 3 0 0 | 6 12 3 7",
        "coo-duplicates | 2 0 1 0 2 0 0 | 1 3 0 3 1 3 0 | 1 2 3 4 5 6 7",
        "ce | 0 0 0 0 1 2 2 | 0 3 3 3 0 1 1 | 7 2 4 6 3 1 5",
        "CE:1,0 | 1 3 0 3 1 3 0 | 2 0 1 0 2 0 0 | 1 2 3 4 5 6 7"
      })
  void whatIsKept(String format, String first, String second, String values) {
    Storage stored = packed(format);
    assertThat((int[]) stored.levels().get(0).get(0)).containsExactly(0, stored.count());
    assertThat(text((int[]) stored.levels().get(0).get(1))).isEqualTo(first);
    assertThat(text((int[]) stored.levels().get(1).get(0))).isEqualTo(second);
    int[] numbers = Arrays.stream((double[]) stored.values()).mapToInt(v -> (int) v).toArray();
    assertThat(text(numbers)).isEqualTo(values);
  }

  private static String text(int[] numbers) {
    return Arrays.toString(numbers).replaceAll("[\\[\\],]", "");
  }

  @Test
  void names() {
    for (int order = 2; order <= 4; order++) {
      for (String name : List.of("coo", "coo-unsorted", "coo-duplicates")) {
        assertThat(Formats.parse(name, order).toString()).isEqualTo(name);
      }
    }
    assertThat(Formats.parse("coo-duplicates", 3)).isEqualTo(Formats.parse("CQE", 3));
    assertThat(Formats.parse("coo-unsorted", 1).toString()).isEqualTo("S");
    Format map =
        Formats.parse(
            "(i,j) -> (dense(i/2), repeating-unordered(i%2), singleton-repeating-unordered(j))", 2);
    assertThat(Formats.parse(map.toString(), 2)).isEqualTo(map);
  }

  @Test
  void duplicatesAddUp() {
    for (ElementType type : ElementType.values()) {
      Tensor sums = Tensor.of(entries(type), Formats.parse("coo-duplicates", 2));
      assertThat(sums.stored()).isEqualTo(7);
      assertThat(sums.entries().count()).isEqualTo(4);
      double three = type == ElementType.BOOL ? 1 : 12;
      assertThat(sums.get(0, 3)).isEqualTo(three);
      for (String format : List.of("csr", "dense", "dcsc", "ell", "coo-unsorted", "hash")) {
        assertThat(sums.to(format).get(0, 3)).as("%s %s", type, format).isEqualTo(three);
      }
      Tensor copy =
          Einkorn.expression("B(j,i) = A(i,j)").with("A", sums).result("dense").evaluate();
      assertThat(copy.get(3, 0)).isEqualTo(three);
      assertThat(copy.elementType()).isEqualTo(type);
    }
  }

  @Test
  void asOperandsAndResults() {
    Tensor expected = Tensor.of(entries(ElementType.FLOAT64), Formats.csr());
    for (String format : List.of("coo-unsorted", "coo-duplicates", "ce", "cQ", "dS", "dC")) {
      Tensor a = Tensor.of(entries(ElementType.FLOAT64), Formats.parse(format, 2));
      for (String statement :
          List.of(
              "T(i,j) = A(i,j) * A(i,j)",
              "T(i,j) = max(A(i,j), 7)",
              "T(i,j) = A(i,j) + B(i,j)",
              "T(i,j) = A(i,j) * B(i,j) / 2")) {
        Tensor result =
            Einkorn.expression(statement)
                .with(Map.of("A", a, "B", expected))
                .result(format)
                .evaluate();
        assertThat(result.format().toString()).isEqualTo(Formats.parse(format, 2).toString());
        assertThat(result.toArray())
            .as("%s as %s", statement, format)
            .containsExactly(
                Einkorn.expression(statement)
                    .with(Map.of("A", expected, "B", expected))
                    .result("dense")
                    .evaluate()
                    .toArray());
      }
    }
  }

  @Test
  void partsThatAddUpToZeroAreDropped() {
    TensorBuilder parts = Tensor.builder(2, 2).add(1, 0, 0).add(-1, 0, 0).add(3, 1, 1);
    for (String format : List.of("coo-duplicates", "dC", "coo-unsorted")) {
      assertThat(parts.build(format).nonzeros().count()).as(format).isEqualTo(1);
      assertThat(parts.build(format).entries().count()).as(format).isEqualTo(2);
    }
  }

  @Test
  void sumsThatTheTypeCannotHold() {
    TensorBuilder large =
        Tensor.builder(ElementType.INT32, 2, 2).add(2_000_000_000, 1, 0).add(2_000_000_000, 1, 0);
    Tensor kept = large.build("coo-duplicates");
    assertThat(kept.stored()).isEqualTo(2);
    for (String format : List.of("coo-unsorted", "csr")) {
      assertThatThrownBy(() -> kept.to(format))
          .isInstanceOf(EinkornException.class)
          .hasMessage(
              "The values at coordinate [1, 0], counted from 0, have a sum that int32 cannot"
                  + " hold.");
    }
  }
}
