package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowTest {
  private static final Tensor X = Tensor.vector(1, 2, 3, 4, 5);
  private static final Tensor W = Tensor.vector(1, 10);

  private static Tensor matrix() {
    return Tensor.matrix(new double[][] {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}).to("csr");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "y(i) = x(i(1:3))                    ; 2 3",
        "y(i) = x(i(0:5:2))                  ; 1 3 5",
        "y(i) = x(i(3:))                     ; 4 5",
        "y(i) = x(i([4,0,0]))                ; 5 1 1",
        "y(i) = x(i+k) * w(k)                ; 21 32 43 54",
        "y(i) = x(2*i+k) * w(k)              ; 21 43",
        "y(i) = x(i+3)                       ; 4 5",
        "y(i) = x(4-i)                       ; 5 4 3 2 1",
        "y(i) = x(i-1) - 2*x(i) + x(i+1)     ; 0 0 0 0 -6",
        "y(i) = x(3) * w(i)                  ; 4 40",
        "y(i) = x(i+k) * w(k) + x(i+k)       ; 24 37 50 63",
        "x(i(1:3)) = 7                       ; 1 7 7 4 5",
        "x(i([4,0])) += w(i)                 ; 11 2 3 4 6",
        "x(2*i) = 0 - w(i)                   ; -1 2 -10 4 5",
        "x(1) = 9                            ; 1 9 3 4 5",
        "x(i(0:2)) = 8 where w(i) > 5        ; 0 8 3 4 5",
        "x(i(0:2)) += 8 where w(i) > 5       ; 1 10 3 4 5"
      })
  void ofVectors(String statement, String expected) {
    double[] values = Arrays.stream(expected.split(" ")).mapToDouble(Double::valueOf).toArray();
    for (String format : new String[] {"d", "s", "coo", "hash", "b"}) {
      assertThat(Einkorn.evaluate(statement, Map.of("x", X.to(format), "w", W)).toArray())
          .as(format)
          .containsExactly(values);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csr", "csc", "dd", "dcsr", "coo", "dia", "ell", "bcsr(2,2)"})
  void ofMatrices(String format) {
    Tensor a = matrix().to(format);
    assertThat(Einkorn.evaluate("B(i,j) = A(i(1:3),j(0:3:2))", Map.of("A", a)).toArray())
        .containsExactly(4, 6, 7, 9);
    assertThat(Einkorn.evaluate("y(j) = A(2,j)", Map.of("A", a)).toArray())
        .containsExactly(7, 8, 9);
    assertThat(Einkorn.evaluate("d(i) = A(i,i+1)", Map.of("A", a)).toArray())
        .containsExactly(2, 6, 0);
    Tensor ones = Tensor.matrix(new double[][] {{1, 1}, {1, 1}});
    assertThat(
            Einkorn.evaluate("B(i,j) = A(i+k,j+l) * w(k,l)", Map.of("A", a, "w", ones)).toArray())
        .containsExactly(12, 16, 24, 28);
    assertThat(Einkorn.evaluate("A(i(0:2),j(1:3)) = w(i,j)", Map.of("A", a, "w", ones)).toArray())
        .containsExactly(1, 1, 1, 4, 1, 1, 7, 8, 9);
  }

  @Test
  void aGivenSizeReadsTheFillOutside() {
    Computation y = Einkorn.expression("y(i) = x(i+1)").with("x", X.to("s").filled(-1));
    assertThat(y.evaluate().toArray()).containsExactly(2, 3, 4, 5);
    assertThat(y.size("i", 6).evaluate().toArray()).containsExactly(2, 3, 4, 5, -1, -1);
  }

  @Test
  void inJava() {
    Index i = Index.of("i"), k = Index.of("k");
    assertThat(X.at(i.plus(k)).times(W.at(k)).into(i).toArray()).containsExactly(21, 32, 43, 54);
    assertThat(X.at(i.times(2).plus(1)).into(i).toArray()).containsExactly(2, 4);
    assertThat(X.at(i.slice(1, 5, 2)).into(i).toArray()).containsExactly(2, 4);
    assertThat(X.at(i.from(3)).into(i).toArray()).containsExactly(4, 5);
    assertThat(X.at(i.select(4, 4)).into(i).toArray()).containsExactly(5, 5);
    assertThat(X.at(Subscript.at(2)).into().value()).isEqualTo(3);
    assertThatThrownBy(() -> i.slice(3, 1))
        .hasMessage(
            "A window begins at 0 or later, ends where it begins or later, and has a step of 1 or"
                + " more; i(3:1) does not.");
    assertThatThrownBy(() -> i.slice(0, 2).plus(1))
        .hasMessage("A window cannot be part of a sum or product; shift where it begins instead.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "y(i) = x(i(2:9)) | The index i(2:9) of x(i(2:9)) lies outside of dimension 1 of x, which"
            + " has size 5; write a window from 0 to at most 5.",
        "y(i) = x(i([0,7])) | The index i([0,7]) of x(i([0,7])) lies outside of dimension 1 of x,"
            + " which has size 5; write coordinates below 5.",
        "y = x(5) | The index 5 of x(5) lies outside of dimension 1 of x, which has size 5;"
            + " write a coordinate below 5.",
        "z(i(0:2)) = x(i(0:2)) | z(i(0:2)) is a part of z, whose other entries keep their values,"
            + " so z must be given too.",
        "x(i+k) = w(i) * w(k) | On the left side x(i+k) each index may have one variable, each"
            + " variable stands in one index, and no coordinate is named twice, so that every entry"
            + " is assigned once.",
        "x(i([1,1])) = w(i) | On the left side x(i([1,1])) each index may have one variable, each"
            + " variable stands in one index, and no coordinate is named twice, so that every entry"
            + " is assigned once."
      })
  void refusals(String statement, String message) {
    assertThatThrownBy(() -> Einkorn.evaluate(statement, Map.of("x", X, "w", W)))
        .isInstanceOf(EinkornException.class)
        .hasMessage(message);
  }

  /** With a sparse result too, nothing loops over a sparse operand's coordinates. */
  @ParameterizedTest
  @ValueSource(strings = {"y(i) = x(i+k) * w(k)", "y(i) = x(i-k) * w(k)", "y(i) = x(2*i+k) * w(k)"})
  void longSparseVectorsAreWalkedThrough(String statement) {
    Tensor x = Tensor.builder(2_000_000_000).add(3, 7).add(5, 1_000_000_000).build("s");
    Computation y = Einkorn.expression(statement).with("x", x).with("w", W);
    assertThat(y.compile().plan()).doesNotContain("for every i");
    assertThat(y.evaluate().stored()).isLessThanOrEqualTo(4);
  }

  @Test
  void schedulesApply() {
    Computation y = Einkorn.expression("y(i) = x(i+k) * w(k)").with("x", X).with("w", W);
    assertThat(y.schedule("split(i,i0,i1,2); reorder(i0,k,i1)").evaluate().toArray())
        .containsExactly(21, 32, 43, 54);
  }

  @Test
  void concatenation() {
    Tensor b = Tensor.matrix(new double[][] {{0, 0, 5}});
    Tensor all = Einkorn.concatenate(0, matrix(), b);
    assertThat(all.toArray()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 5);
    assertThat(all.format().toString()).isEqualTo("csr");
    assertThatThrownBy(() -> Einkorn.concatenate(1, matrix(), b))
        .hasMessage(
            "A tensor of size 1 x 3 cannot follow one of size 3 x 3 along dimension 1; all other"
                + " sizes must be the same.");
  }
}
