package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.einkorn.element.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorsTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  private static double[] of(String right, double... x) {
    return Einkorn.evaluate("y(i) = " + right, Map.of("x", Tensor.vector(x).to("s"))).toArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "abs(x(i))            ; 2    ; 0    ; 1.5",
        "sqrt(abs(x(i)))      ; 1.4142135623730951 ; 0 ; 1.224744871391589",
        "exp(x(i)) - 1        ; -0.8646647167633873 ; 0 ; 3.4816890703380645",
        "pow(x(i), 2)         ; 4    ; 0    ; 2.25",
        "mod(x(i), 1.2)       ; 0.3999999999999999 ; 0 ; 0.30000000000000004",
        "floor(x(i))          ; -2   ; 0    ; 1",
        "int64(x(i))          ; -2   ; 0    ; 1",
        "bool(x(i))           ; 1    ; 0    ; 1",
        "x(i) > 0             ; 0    ; 0    ; 1",
        "x(i) == 0            ; 0    ; 1    ; 0",
        "!x(i)                ; 0    ; 1    ; 0",
        "x(i) < 0 || x(i) > 1 ; 1    ; 0    ; 1",
        "x(i) > 0 ? 7 : 3 + x(i) ; 1 ; 3    ; 7",
        "min(x(i), inf) + 0   ; -2   ; 0    ; 1.5",
        "max(-inf, x(i))      ; -2   ; 0    ; 1.5",
        "first(2, x(i))       ; 2    ; 0    ; 2"
      })
  void functions(String right, double first, double second, double third) {
    assertThat(of(right, -2, 0, 1.5)).containsExactly(first, second, third);
  }

  @Test
  void typesFollow() {
    Tensor x = Tensor.vector(1, 0, 2);
    assertThat(Einkorn.evaluate("y(i) = x(i) > 0 && x(i) < 2", Map.of("x", x)).elementType())
        .isEqualTo(ElementType.BOOL);
    assertThat(Einkorn.evaluate("y(i) = float32(x(i)) * 2", Map.of("x", x)).elementType())
        .isEqualTo(ElementType.FLOAT32);
    assertThat(Einkorn.evaluate("a = any(i, x(i) > 1)", Map.of("x", x)).value()).isEqualTo(1);
    assertThat(Einkorn.evaluate("a = all(i, x(i))", Map.of("x", x)).value()).isZero();
  }

  @Test
  void aChoiceVisitsOnlyWhatItsConditionSelects() {
    Kernel masked =
        Einkorn.expression("y(i) = m(i) ? x(i) : 0")
            .with(Map.of("m", Tensor.vector(0, 1, 0).to("s"), "x", Tensor.vector(5, 6, 7)))
            .compile();
    assertThat(masked.plan()).contains("for i in m1");
  }

  @Test
  void javaSaysWhatTextSays() {
    Index i = Index.of("i");
    Operand x = Tensor.vector(-2, 0, 1.5).at(i);
    assertThat(x.abs().sqrt().plus(x.pow(2)).into(i).toArray())
        .containsExactly(of("sqrt(abs(x(i))) + pow(x(i), 2.0)", -2, 0, 1.5));
    assertThat(x.greaterThan(Operand.of(0)).choose(Operand.of(7), x.apply("floor")).into(i))
        .extracting(t -> t.get(0), t -> t.get(1), t -> t.get(2))
        .containsExactly(-2.0, 0.0, 7.0);
    assertThatThrownBy(() -> x.apply("pow"))
        .isInstanceOf(EinkornException.class)
        .hasMessage("There is no function 'pow' of one value.");
  }

  /** Three towns; from the first to the last it is shorter over the second. */
  private static Tensor roads() {
    return Tensor.builder(3, 3).add(2, 0, 1).add(3, 1, 2).add(9, 0, 2).build("csr").filled(INF);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C(i,j) = A(i,k) * A(k,j) + A(i,j) over min-plus",
        "C(i,j) = min(min(k, A(i,k) + A(k,j)), A(i,j))"
      })
  void shortestPaths(String statement) {
    assertThat(Einkorn.evaluate(statement, Map.of("A", roads())).toArray())
        .containsExactly(INF, 2, 5, INF, INF, 3, INF, INF, INF);
  }

  @Test
  void semirings() {
    Tensor d = Tensor.vector(0, INF, INF);
    assertThat(Einkorn.evaluate("d(j) min= d(i) + A(i,j)", Map.of("d", d, "A", roads())).toArray())
        .containsExactly(0, 2, 9);
    Tensor a = Tensor.matrix(new double[][] {{0, 2}, {3, 0}}).to("csr");
    assertThat(
            Einkorn.expression("C(i,j) = A(i,k) * A(k,j)")
                .with("A", a)
                .over("or-and")
                .evaluate()
                .toArray())
        .containsExactly(1, 0, 0, 1);
    assertThat(
            Einkorn.evaluate(
                    "y(i) = A(i,j) * x(j) over plus-first",
                    Map.of("A", a, "x", Tensor.vector(0, 7)))
                .toArray())
        .containsExactly(2, 0);
    assertThatThrownBy(() -> Einkorn.expression("a = x(i) over min-minus"))
        .hasMessageStartingWith(
            "Column 15: there is no semiring 'min-minus'; those that are: plus-times, min-plus,");
    assertThatThrownBy(() -> Einkorn.expression("a = x(i) - y(i) over min-plus"))
        .hasMessage(
            "Over min-plus there is no '-', only + and *; write this part as a statement of its"
                + " own.");
  }

  @Test
  void fillsThatCannotBe() {
    assertThatThrownBy(
            () ->
                Einkorn.evaluate("y(i) = int64(x(i))", Map.of("x", Tensor.vector(1, 0)))
                    .to("s")
                    .filled(INF))
        .hasMessage("A tensor of int64 cannot hold Infinity where nothing is stored.");
  }
}
