package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a schedule says about sizes is checked when tensors run. */
class ScheduledSizesTest {
  @Test
  void promisesAreCheckedWhenTensorsRun() {
    Tensor x = Tensor.vector(1, 2, 3);
    Computation copy = Einkorn.expression("y(i) = x(i)").with("x", x);
    assertThatThrownBy(() -> copy.schedule("bound(i,ib,4,exact)").evaluate())
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "The schedule promises that i has exactly 4 coordinates, but with these tensors it has"
                + " 3; correct its bound or leave it out.");
    assertThatThrownBy(() -> copy.schedule("bound(i,ib,1,max)").evaluate())
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "The schedule promises that i has at most 1 coordinate, but with these tensors it has"
                + " 3; correct its bound or leave it out.");
    assertThat(copy.schedule("bound(i,ib,3,exact)").evaluate().toArray()).containsExactly(1, 2, 3);
  }

  @Test
  void sizesBeyondAnInt() {
    Tensor huge = Tensor.builder(50_000, 50_000).add(2.0, 7, 9).build("dcsr");
    Computation sum = Einkorn.expression("a = A(i,j)").with("A", huge);
    assertThatThrownBy(() -> sum.schedule("fuse(i,j,f)").evaluate())
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "The loop over f would count to 2500000000, beyond what an int holds; fuse smaller"
                + " loops.");
    Tensor longest = Tensor.builder(Integer.MAX_VALUE).add(2.0, Integer.MAX_VALUE - 1).build("s");
    Computation total = Einkorn.expression("a = x(i)").with("x", longest);
    assertThatThrownBy(() -> total.schedule("split(i,i0,i1,1048576)").evaluate())
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "The parts of i may end at 2148532222, beyond what an int holds; choose smaller parts,"
                + " or split positions of a sparse operand, after pos.");
    assertThat(total.schedule("pos(i,p,x(i)); split(p,p0,p1,1048576)").evaluate().value())
        .isEqualTo(2);
  }

  /** The last block of four may end before its second block of two begins. */
  @Test
  void blocksOfBlocksThatHaveNoRows() {
    for (int rows = 1; rows <= 12; rows++) {
      TensorBuilder builder = Tensor.builder(rows, 3);
      for (int i = 0; i < rows; i++) {
        builder.add(i + 1, i, i % 3);
      }
      for (String format : List.of("csr", "dcsr", "coo")) {
        Tensor a = builder.build(format);
        for (String statement : List.of("a = A(i,j)", "B(i,j) = 2 * A(i,j)", "y(j) = A(i,j)")) {
          Computation plain = Einkorn.expression(statement).with("A", a);
          assertThat(plain.schedule("split(i,i0,i1,4); split(i1,i2,i3,2)").evaluate().toArray())
              .as("%s, %d rows, %s", statement, rows, format)
              .isEqualTo(plain.evaluate().toArray());
        }
      }
    }
  }
}
