package org.einkorn;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said when memory runs out, in a JVM with 512 MB. */
@Tag("small-heap")
class MemoryShortageTest {
  private static final String HEAP = ", and the JVM may use [0-9.]+ MB";

  /** Every third place of a vector. */
  private static Tensor vector(int size) {
    TensorBuilder builder = Tensor.builder(size);
    for (int i = 0; i < size; i += 3) {
      builder.add(i + 1.5, i);
    }
    return builder.build("s");
  }

  @Test
  void namesTheResultThatNeedsTooMuch() {
    Tensor a = vector(30_000);
    Computation outer =
        Einkorn.expression("C(i,j) = a(i) * b(j)").with(Map.of("a", a, "b", a)).result("csr");
    // 10,000 times 10,000 entries of 12 bytes.
    assertThatThrownBy(outer::evaluate)
        .isInstanceOf(EinkornException.class)
        .hasMessageMatching(
            "Memory ran out while computing 'C\\(i,j\\) = a\\(i\\) \\* b\\(j\\)': C as csr needs"
                + " about 1\\.[0-9]+ GB, and while it grows up to three times that"
                + HEAP
                + " \\(an array with [0-9,]+ entries could not grow\\); give it more with -Xmx, or"
                + " compute a part at a time\\.");
  }

  /** With the pattern of an operand it is made at once, and does not grow. */
  @Test
  void countsDenseValuesUnderEntriesOnce() {
    TensorBuilder builder = Tensor.builder(500, 500);
    for (int k = 0; k < 50_000; k++) {
      builder.add(1, k % 500, k / 500);
    }
    Computation rows =
        Einkorn.expression("S(i,j,k) = A(i,j) * x(k)")
            .with(Map.of("A", builder.build("csr"), "x", Tensor.dense(new double[4000], 4000)))
            .result("dsd");
    // 50,000 rows of 4,000 values.
    assertThatThrownBy(rows::evaluate)
        .isInstanceOf(EinkornException.class)
        .hasMessageMatching(
            "Memory ran out while computing 'S\\(i,j,k\\) = A\\(i,j\\) \\* x\\(k\\)': S as dsd"
                + " needs about 1\\.[0-9]+ GB"
                + HEAP
                + ".*");
  }

  @Test
  void namesTheConversionThatNeedsTooMuch() {
    Tensor a = vector(9_000);
    Tensor product =
        Einkorn.evaluate("C(i,j) = a(i) * b(j)", Map.of("a", a, "b", a)).to("csr"); // 108 MB
    assertThatThrownBy(
            () -> {
              Tensor held = product.to("csr:1,0");
              held = held.to("coo").to("hash");
              held.to("csr");
            })
        .isInstanceOf(EinkornException.class)
        .hasMessageStartingWith("Memory ran out while a tensor of ");
  }
}
