package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.Test;

/** Arrays that somebody brings are what kernels rely on. */
class StoredArraysTest {
  private static Tensor matrix(String format, int[] pos, int... crd) {
    TensorType type = TensorType.of(ElementType.FLOAT64, Formats.parse(format, 2));
    return Tensor.of(Storage.of(type, List.of(2, 5), List.of(pos, crd, new double[] {1, 2, 3})));
  }

  @Test
  void coordinatesInOrderAreATensor() {
    assertThat(matrix("csr", new int[] {0, 1, 3}, 4, 0, 3).get(1, 3)).isEqualTo(3);
    assertThat(matrix("dS", new int[] {0, 0, 3}, 4, 0, 3).get(1, 0)).isEqualTo(2);
  }

  @Test
  void coordinatesOutOfOrderAreNot() {
    assertThatThrownBy(() -> matrix("csr", new int[] {0, 0, 3}, 4, 0, 3))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "The arrays are no tensor in format csr: in level 2, coordinate 0 comes after 4, but"
                + " this format has them in ascending order, each once; sort them, or use a format"
                + " without order such as coo-unsorted.");
    assertThatThrownBy(() -> matrix("csr", new int[] {0, 0, 3}, 0, 3, 3))
        .hasMessageContaining("coordinate 3 comes after 3");
  }

  @Test
  void coordinatesAndBoundsOutsideAreNot() {
    assertThatThrownBy(() -> matrix("csr", new int[] {0, 0, 3}, 0, 3, 5))
        .hasMessage(
            "The arrays are no tensor in format csr: in level 2, coordinate 5 is not between 0 and"
                + " 4.");
    assertThatThrownBy(() -> matrix("csr", new int[] {0, 2, 1}, 0, 3, 4))
        .hasMessageContaining("entries 2 to 1 are said to lie one after the other among 3");
    assertThatThrownBy(() -> matrix("csr", new int[] {0, 2, 4}, 0, 3, 4))
        .hasMessageContaining("entries 2 to 4 are said to lie one after the other among 3");
  }
}
