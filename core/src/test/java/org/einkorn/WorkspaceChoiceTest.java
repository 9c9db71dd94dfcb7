package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.einkorn.explain.Explanation;
import org.junit.jupiter.api.Test;

/** Where the rows of a product are summed, as the sizes of the matrices say. */
class WorkspaceChoiceTest {
  @Test
  void aRowIsDenseWhereThereIsMoreToAddThanItHasPlaces() {
    Explanation.Space row = row(300, 6000);
    assertThat(row.what()).isEqualTo("dense row with a list of what is touched");
    assertThat(row.bytes()).hasValue(300 * (8 + 4 + 4 + 0.125));
  }

  @Test
  void aRowIsATableWhereItsPlacesWouldOutnumberWhatIsAdded() {
    Explanation.Space row = row(2_000_000, 6000);
    assertThat(row.what()).isEqualTo("table");
    assertThat(row.bytes().orElseThrow()).isLessThan(10_000);
  }

  /** To empty and to seal a table takes longer than to make a few more places, once. */
  @Test
  void aRowIsDenseWhereManyRowsHaveNextToNothing() {
    assertThat(row(40_000, 20_000, "csr").what())
        .isEqualTo("dense row with a list of what is touched");
  }

  /**
   * Rounded sizes said that rows had more entries than columns; that took hundreds of times as
   * long.
   */
  @Test
  void aFullMatrixIsNoReasonToCopyIt() {
    Map<String, Tensor> tensors = Map.of("A", matrix(2000, 40_000, "csr"), "B", full(2000, 300));
    Kernel kernel =
        Einkorn.expression("C(i,j) = A(i,k) * B(k,j)").with(tensors).result("csr").compile();
    assertThat(kernel.explain().spaces()).hasSize(1);
    assertThat(kernel.explain().spaces().getFirst().what())
        .isEqualTo("dense row with a list of what is touched");
  }

  /** A kernel for small tensors serves large ones too, so it makes nothing as large as they are. */
  @Test
  void aRowIsATableWhereSizesAreNotKnown() {
    assertThat(row(300, 20).what()).isEqualTo("table");
  }

  private static Explanation.Space row(int size, int entries) {
    return row(size, entries, "dcsr");
  }

  private static Explanation.Space row(int size, int entries, String format) {
    Tensor matrix = matrix(size, entries, format);
    Map<String, Tensor> tensors = Map.of("A", matrix, "B", matrix);
    Kernel kernel =
        Einkorn.expression("C(i,j) = A(i,k) * B(k,j)").with(tensors).result(format).compile();
    assertThat(kernel.explain().spaces()).hasSize(1);
    return kernel.explain().spaces().getFirst();
  }

  private static Tensor full(int rows, int columns) {
    TensorBuilder builder = Tensor.builder(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        builder.add(1, i, j);
      }
    }
    return builder.build("csr");
  }

  private static Tensor matrix(int size, int entries, String format) {
    RandomGenerator random = new SplittableRandom(entries);
    TensorBuilder builder = Tensor.builder(size, size);
    for (int k = 0; k < entries; k++) {
      builder.add(1, random.nextInt(size), random.nextInt(size));
    }
    return builder.build(format);
  }
}
