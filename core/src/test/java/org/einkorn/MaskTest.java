package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskTest {
  /** The last entry is stored, but zero. */
  private static Tensor mask() {
    return Tensor.builder(2, 2).add(1, 0, 0).add(1, 1, 0).add(0, 1, 1).build("csr");
  }

  private static Tensor a() {
    return Tensor.matrix(new double[][] {{1, 2}, {3, 4}}).to("csr");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "C(i,j) = A(i,k) * A(k,j) where M(i,j)          ;  7 ; 0  ; 15 ; 0",
        "C(i,j) = A(i,k) * A(k,j) where !M(i,j)         ;  0 ; 10 ; 0  ; 22",
        "C(i,j) = A(i,k) * A(k,j) where present(M(i,j)) ;  7 ; 0  ; 15 ; 22",
        "C(i,j) = A(i,j) where i == j                   ;  1 ; 0  ; 0  ; 4",
        "C(i,j) = A(i,j) where any(k, M(k,j))           ;  1 ; 0  ; 3  ; 0",
        "A(i,j) += 10 where M(i,j)                      ; 11 ; 2  ; 13 ; 4",
        "A(i,j) *= A(i,k) where !M(i,j)                 ;  1 ; 4  ; 3  ; 48",
        "A(i,j) min= 0 where present(M(i,j))            ;  0 ; 2  ; 0  ; 0",
        "C(i,j) = A(i,k) * A(k,j) over max-plus where M(i,j) ; 5 ; 0 ; 7 ; 0",
        "C(i,j) = A(i,j) + 1 where M(i,j)               ;  2 ; 0  ; 4  ; 0",
        "C(i,j) = 3 where M(i,j)                        ;  3 ; 0  ; 3  ; 0"
      })
  void select(String statement, double a, double b, double c, double d) {
    assertThat(Einkorn.evaluate(statement, Map.of("A", a(), "M", mask())).toArray())
        .containsExactly(a, b, c, d);
  }

  @Test
  void onlyWhatIsSelectedIsVisited() {
    Tensor column = a().to("csc");
    Kernel product =
        Einkorn.expression("C(i,j) = A(i,k) * B(k,j) where M(i,j)")
            .with(Map.of("A", a(), "B", column, "M", mask()))
            .compile();
    assertThat(product.plan()).contains("for j in M2").doesNotContain("for every j");
  }

  @Test
  void inJava() {
    Index i = Index.of("i"), j = Index.of("j"), k = Index.of("k");
    assertThat(
            a().at(i, k).times(a().at(k, j)).where(mask().at(i, j).present()).into(i, j).toArray())
        .containsExactly(7, 0, 15, 22);
    assertThatThrownBy(() -> a().at(i, j).where(mask().at(i, j)).plus(a().at(i, j)).into(i, j))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "where selects entries of the result, so it comes last; 'T1(i,j) where T2(i,j)' is part"
                + " of another expression. Within one, use choose.");
    assertThat(a().at(i, j).where(a().at(i, j).greaterThan(2)).into(i, j).toArray())
        .containsExactly(0, 0, 3, 4);
    assertThatThrownBy(() -> a().at(i, j).plus(1).present())
        .hasMessage(
            "present() is for a tensor with its indices, as m.at(i, j), not for 'T1(i,j) + 1.0'.");
  }

  @Test
  void conditionsOnOtherVariablesAreRefused() {
    assertThatThrownBy(
            () -> Einkorn.evaluate("y(i) = A(i,j) where M(i,j)", Map.of("A", a(), "M", mask())))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "The condition 'M(i,j)' uses j, which is not on the left side; a condition selects"
                + " entries of the result: write it with those variables, or as any(j, …).");
    assertThatThrownBy(() -> Einkorn.expression("y(i) = x(i) where present(x(i) + 1)"))
        .hasMessageStartingWith(
            "Column 19: present takes a tensor with its indices, as in present(A(i,j)).");
  }
}
