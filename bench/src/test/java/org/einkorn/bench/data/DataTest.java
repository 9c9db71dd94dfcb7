package org.einkorn.bench.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.einkorn.Tensor;
import org.junit.jupiter.api.Test;

class DataTest {
  @Test
  void aTreeHasTheEntriesItWasMadeOf() {
    Csf tree = TensorFamilies.skewed(500, 7, 9, 11, 5);
    assertThat(tree.toTensor().stored()).isEqualTo(tree.nonzeros());
    Csf again = Csf.of(tree.toTensor().entries());
    assertThat(again.vals()).isEqualTo(tree.vals());
    assertThat(again.pos()).isDeepEqualTo(tree.pos());
    assertThat(again.crd()).isDeepEqualTo(tree.crd());
  }

  @Test
  void aTransposedMatrixHasItsEntriesAcross() {
    Csr matrix = MatrixFamilies.circuit(400);
    Tensor tensor = matrix.toTensor("csr");
    Tensor transposed = matrix.transposed().toTensor("csr");
    assertThat(transposed.stored()).isEqualTo(tensor.stored());
    tensor.forEach((at, value) -> assertThat(transposed.get(at[1], at[0])).isEqualTo(value));
  }

  @Test
  void aShiftedMatrixHasAsManyNonzerosElsewhere() {
    Csr matrix = MatrixFamilies.stencil(5, 4, 3);
    Csr shifted = matrix.shifted(1);
    assertThat(shifted.nonzeros()).isEqualTo(matrix.nonzeros());
    assertThat(shifted.toTensor("csr").get(0, 1)).isNotZero();
    assertThat(Arrays.equals(shifted.crd(), matrix.crd())).isFalse();
  }

  @Test
  void finiteElementsComeInBlocks() {
    Csr matrix = MatrixFamilies.fem(3);
    assertThat(matrix.rows()).isEqualTo(81);
    // The node in the middle sees all 27, three unknowns each.
    int middle = 3 * 13;
    assertThat(matrix.pos()[middle + 1] - matrix.pos()[middle]).isEqualTo(81);
  }

  @Test
  void stencilsHaveFiveAndSevenPoints() {
    Csr flat = MatrixFamilies.stencil(3, 3, 1);
    assertThat(flat.pos()[5] - flat.pos()[4]).isEqualTo(5);
    Csr cube = MatrixFamilies.stencil(3, 3, 3);
    assertThat(cube.pos()[14] - cube.pos()[13]).isEqualTo(7);
  }
}
