package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.einkorn.element.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions written in Java. */
class OperandTest {
  private final Index i = Index.of("i");
  private final Index j = Index.of("j");
  private final Index k = Index.of("k");
  private final Tensor a = Tensor.matrix(new double[][] {{1, 2, 0}, {0, -3, 4}}).to("csr").pruned();
  private final Tensor x = Tensor.vector(1, 10, 100);
  private final Tensor b = Tensor.vector(5, 7);

  @Test
  void productsAreSummedOverWhatIsNotInTheResult() {
    assertThat(a.at(i, j).times(x.at(j)).into(i).toArray()).containsExactly(21, 370);
    assertThat(a.at(i, j).times(x.at(j)).into().value()).isEqualTo(391);
    assertThat(a.at(i, j).into(j, i).toArray()).containsExactly(1, 0, 2, -3, 0, 4);
  }

  @Test
  void arithmetic() {
    assertThat(a.at(i, j).times(x.at(j)).plus(b.at(i)).into(i).toArray()).containsExactly(26, 377);
    assertThat(b.at(i).minus(b.at(i).dividedBy(2)).into(i).toArray()).containsExactly(2.5, 3.5);
    assertThat(b.at(i).plus(1).times(2).minus(3).into(i).toArray()).containsExactly(9, 13);
    assertThat(b.at(i).negated().into(i).toArray()).containsExactly(-5, -7);
    assertThat(Operand.of(1).dividedBy(Tensor.vector(2, 4).at(i)).into(i).toArray())
        .containsExactly(0.5, 0.25);
    assertThat(x.at(i).times(i.value()).into(i).toArray()).containsExactly(0, 10, 200);
  }

  @Test
  void reductions() {
    assertThat(a.at(i, j).sum(j).into(i).toArray()).containsExactly(3, 1);
    assertThat(a.at(i, j).min(j).into(i).toArray()).containsExactly(0, -3);
    assertThat(a.at(i, j).max(i).into(j).toArray()).containsExactly(1, 2, 4);
    assertThat(x.at(j).product(j).into().value()).isEqualTo(1000);
    assertThat(a.at(i, j).max(j).sum(i).into().value()).isEqualTo(6);
  }

  @Test
  void aReductionHasItsPlace() {
    // sum(j, a) * 2 + b, not sum(j, a * 2 + b)
    assertThat(a.at(i, j).sum(j).times(2).plus(b.at(i)).into(i).toArray()).containsExactly(11, 9);
    // The same index reduced in two places is two variables.
    assertThat(x.at(j).sum(j).times(x.at(j).max(j)).into().value()).isEqualTo(11_100);
  }

  @Test
  void oneTensorMayBeUsedTwice() {
    Operand gram = a.at(i, k).times(a.at(j, k));
    assertThat(gram.toString()).isEqualTo("T1(i,k) * T1(j,k)");
    assertThat(gram.into(i, j).toArray()).containsExactly(5, -6, -6, 25);
    Operand three = x.at(i).times(b.at(j)).plus(b.at(j).times(x.at(i)));
    assertThat(three.toString()).isEqualTo("T1(i) * T2(j) + T2(j) * T1(i)");
    assertThat(three.into(j, i).get(1, 1)).isEqualTo(140);
  }

  @Test
  void anOperandMayBeUsedAgain() {
    Operand shared = a.at(i, j);
    Operand other = shared.times(x.at(j));
    assertThat(shared.plus(other).into(i).toArray()).containsExactly(24, 371);
    assertThat(shared.toString()).isEqualTo("T1(i,j)");
  }

  @Test
  void theResultMayHaveAFormatAndAType() {
    Tensor c = a.at(i, j).over(i, j).result("csc").result(ElementType.FLOAT32).evaluate();
    assertThat(c.toString()).isEqualTo("2 x 3 float32 csc, 4 stored");
    Tensor zeros = Operand.of(0).over(i).size("i", 3).evaluate();
    assertThat(zeros.toArray()).containsExactly(0, 0, 0);
  }

  @Test
  void asManyIndicesAsDimensions() {
    assertThatThrownBy(() -> a.at(i))
        .isInstanceOf(EinkornException.class)
        .hasMessage("A tensor of order 2 takes as many indices, not 1.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 x", "", " ", "1", "i,j", "a b", "i)"})
  void indicesHaveNames(String name) {
    assertThatThrownBy(() -> Index.of(name))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "'" + name + "' cannot be the name of an index; write for example i, j2 or row.");
  }
}
