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
    assertThat(row.bytes()).hasValue(300 * (8 + 4 + 1));
  }

  @Test
  void aRowIsATableWhereItsPlacesWouldOutnumberWhatIsAdded() {
    Explanation.Space row = row(2_000_000, 6000);
    assertThat(row.what()).isEqualTo("table");
    assertThat(row.bytes().orElseThrow()).isLessThan(10_000);
  }

  /** A kernel for small tensors serves large ones too, so it makes nothing as large as they are. */
  @Test
  void aRowIsATableWhereSizesAreNotKnown() {
    assertThat(row(300, 20).what()).isEqualTo("table");
  }

  private static Explanation.Space row(int size, int entries) {
    Map<String, Tensor> tensors = Map.of("A", matrix(size, entries), "B", matrix(size, entries));
    Kernel kernel =
        Einkorn.expression("C(i,j) = A(i,k) * B(k,j)").with(tensors).result("dcsr").compile();
    assertThat(kernel.explain().spaces()).hasSize(1);
    return kernel.explain().spaces().getFirst();
  }

  private static Tensor matrix(int size, int entries) {
    RandomGenerator random = new SplittableRandom(entries);
    TensorBuilder builder = Tensor.builder(size, size);
    for (int k = 0; k < entries; k++) {
      builder.add(1, random.nextInt(size), random.nextInt(size));
    }
    return builder.build("dcsr");
  }
}
