package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sizes: of files that give none, of tensors that are resized, of variables; and stored zeros. */
class TensorSizeTest {
  @TempDir Path folder;

  private Tensor headerless(String format) throws IOException {
    return Tensor.read(Files.writeString(folder.resolve("a.tns"), "1 1 2\n2 3 4\n"), format);
  }

  @Test
  void aTensorWithoutSizesTakesThoseOfTheOthers() throws IOException {
    for (String format : new String[] {"csr", "csc", "dense", "coo", "ss"}) {
      Tensor a = headerless(format);
      assertThat(a.sizesKnown()).isFalse();
      assertThat(a.dimensions()).containsExactly(2, 3);
      Tensor x = Tensor.vector(1, 1, 1, 1, 1);
      Tensor y = Einkorn.evaluate("y(i) = A(i,j) * x(j)", Map.of("A", a, "x", x));
      assertThat(y.toArray()).containsExactly(2, 4);
      Tensor z = Einkorn.expression("z(i) = A(i,j)").with("A", a).size("i", 4).evaluate();
      assertThat(z.toArray()).containsExactly(2, 4, 0, 0);
    }
  }

  @Test
  void itKeepsItsSizesWhereNothingSaysOtherwise() throws IOException {
    assertThat(Einkorn.evaluate("B(i,j) = A(i,j)", Map.of("A", headerless("csr"))).dimensions())
        .containsExactly(2, 3);
  }

  @Test
  void resizing() throws IOException {
    Tensor a = headerless("csr").resized(3, 4);
    assertThat(a.sizesKnown()).isTrue();
    assertThat(a.toString()).isEqualTo("3 x 4 float64 csr, 2 stored");
    assertThat(a.get(1, 2)).isEqualTo(4);
    assertThat(a.resized(2, 3).dimensions()).containsExactly(2, 3);
    assertThatThrownBy(() -> a.resized(2, 2))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "A tensor of size 2 x 2 has no room for the entry at coordinate 2 of dimension 2.");
    assertThatThrownBy(() -> a.resized(5))
        .isInstanceOf(EinkornException.class)
        .hasMessage("A tensor of size 3 x 4 cannot become 5.");
  }

  @Test
  void pruning() {
    Tensor zeros = Tensor.builder(2, 2).add(0, 0, 0).add(1, 0, 1).add(2, 1, 0).build("csr");
    assertThat(zeros.stored()).isEqualTo(3);
    assertThat(zeros.pruned().stored()).isEqualTo(2);
    assertThat(zeros.pruned().toArray()).containsExactly(0, 1, 2, 0);
  }

  @Test
  void sizesAreForVariablesOfTheStatement() {
    assertThatThrownBy(() -> Einkorn.expression("y(i) = sum(k, A(i,k)) + i").size("m", 3))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "There is no variable m in 'y(i) = sum(k, A(i,k)) + i' to give a size to; there is i,"
                + " k.");
  }

  @Test
  void tensorsTooLargeForMemoryAreRefusedBeforeTheyAreMade() {
    assertThatThrownBy(() -> Tensor.builder(1_000_000, 1_000_000).build("dense"))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "A tensor of size 1000000 x 1000000 with 0 nonzeros would take 8.0 TB as dense, more"
                + " than two thirds of the memory: dcsr takes 12 bytes; -Xmx gives more memory.");
  }

  /** Code counts blocks and diagonals with ints. */
  @Test
  void levelsThatAnIntCannotCount() {
    Tensor a = Tensor.builder(2_147_000_000, 3).add(1, 0, 0).add(4, 2_146_999_999, 2).build("coo");
    assertThatThrownBy(() -> a.to("csb(1000000)"))
        .isInstanceOf(EinkornException.class)
        .hasMessageContaining("the sizes of its levels go beyond what an int holds");
    Tensor b = Tensor.builder(1_500_000_000, 1_500_000_000).add(1, 0, 7).build("coo");
    assertThatThrownBy(() -> b.to("(i,j) -> (compressed(j-i), compressed(i))"))
        .isInstanceOf(EinkornException.class)
        .hasMessageContaining("cannot be stored as");
  }
}
