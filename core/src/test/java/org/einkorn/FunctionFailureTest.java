package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that throw: it is told which one did, and where. */
class FunctionFailureTest {
  private static final ScalarOperator PICKY =
      ScalarOperator.of(
          "picky",
          x -> {
            if (x == 5) {
              throw new IllegalArgumentException("not five");
            }
            return x;
          });

  private static final ScalarOperator TOTAL =
      ScalarOperator.of("total", (x, y) -> picky(x) + picky(y))
          .commutative()
          .associative()
          .identity(0);

  private static double picky(double x) {
    if (x == 5) {
      throw new IllegalArgumentException("not five");
    }
    return x;
  }

  private static Tensor matrix(String format) {
    return Tensor.matrix(new double[][] {{0, 3, 0}, {1, 0, 5}, {2, 0, 0}}).to(format);
  }

  private static AbstractThrowableAssert<?, ?> failing(Computation computation) {
    return assertThatThrownBy(computation::evaluate)
        .isInstanceOf(EinkornException.class)
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aFunctionIsNotAskedWhereNothingIsAbsent() {
    ScalarOperator log =
        ScalarOperator.of(
            "ln",
            x -> {
              if (x <= 0) {
                throw new IllegalArgumentException("not positive");
              }
              return Math.log(x);
            });
    Tensor x = Tensor.vector(1, Math.E);
    for (String statement :
        new String[] {
          "y(i) = ln(x(i))", "y(i) = ln(x(i)) where x(i) > 2", "y(i) = ln(x(i)) * x(i)"
        }) {
      assertThat(Einkorn.evaluate(statement, Map.of("x", x), log).get(1))
          .as(statement)
          .isGreaterThan(0.9);
    }
    assertThatThrownBy(() -> Einkorn.evaluate("y(i) = ln(x(i))", Map.of("x", x.to("s")), log))
        .hasMessageContaining("a function is also asked for its value where nothing is stored");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "B(i,j) = picky(A(i,j))             ; i = 1, j = 2 ; B(i,j) = picky(A(i,j))",
        "y(row) = picky(A(row,c))           ; row = 1, c = 2 ; y(row) = sum(c, picky(A(row,c)))",
        "a = picky(A(i,j)) * 2              ; i = 1, j = 2 ; a = sum(i,j, picky(A(i,j))) * 2",
        "y(j) = picky(2 + A(i,j))           ; j = 1, i = 0 ; y(j) = sum(i, picky(2 + A(i,j)))",
        "y(i) = total(j, A(i,j))            ; i = 1, j = 2 ; y(i) = total(j, A(i,j))",
        "a = total(i,j, A(i,j))             ; i = 1, j = 2 ; a = total(i,j, A(i,j))",
        "y(i) = A(i,j) * x(j) where picky(2 * x(i)) > 0 ; i = 2 ;"
            + " y(i) = sum(j, A(i,j) * x(j)) where picky(2 * x(i)) > 0"
      })
  void namesFunctionCoordinateAndCause(String statement, String place, String bound) {
    String function = statement.contains("picky") ? "picky" : "total";
    for (String format : new String[] {"csr", "dd", "coo", "csc", "hash", "dia"}) {
      failing(
              Einkorn.expression(statement, PICKY, TOTAL)
                  .with(Map.of("A", matrix(format), "x", Tensor.vector(1, 2, 2.5))))
          .as(format)
          .hasMessage(
              function
                  + " failed at "
                  + place
                  + ", while computing '"
                  + bound
                  + "', with java.lang.IllegalArgumentException: not five.");
    }
  }

  @Test
  void namesBlocksWhereRowsHaveNoLoop() {
    failing(Einkorn.expression("y(row) = picky(A(row,c))", PICKY).with("A", matrix("bcsr(2,2)")))
        .hasMessageStartingWith(
            "picky failed at c = 2, row_block = 0, row_in = 1, c_block = 1, c_in = 0, while");
  }

  /** Enough work for several chunks, the last of which fails. */
  private static Computation large(String statement) {
    int size = 300_000;
    TensorBuilder x = Tensor.builder(size);
    for (int k = 0; k < size; k++) {
      x.add(k == size - 1 ? 5 : 1, k);
    }
    return Einkorn.expression(statement, PICKY, TOTAL).with("x", x.build("d"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"y(i) = picky(x(i))", "a = picky(x(i))"})
  void threadsSayItToo(String statement) {
    int before = Einkorn.threads();
    Einkorn.threads(2);
    try {
      failing(large(statement)).hasMessageStartingWith("picky failed at i = 299999, while");
    } finally {
      Einkorn.threads(before);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"split(i,i0,i1,2)", "reorder(j,i)", "parallelize(i,threads)", "unroll(j,2)"})
  void schedulesKeepTheVariables(String schedule) {
    failing(
            Einkorn.expression("B(i,j) = picky(A(i,j))", PICKY)
                .with("A", matrix("dd"))
                .schedule(schedule))
        .hasMessageStartingWith("picky failed at i = 1, j = 2, while");
  }

  /** A statement whose code takes many methods. */
  @Test
  void largeFunctionsSayItToo() {
    StringBuilder sum = new StringBuilder("picky(A(i,j))");
    for (int k = 1; k < 120; k++) {
      sum.append(" + picky(A(i,j) - ").append(k).append(")");
    }
    failing(Einkorn.expression("B(i,j) = " + sum, PICKY).with("A", matrix("csr")))
        .hasMessageStartingWith("picky failed at i = 1, j = 2, while");
  }

  @Test
  void theResultStaysAsItWas() {
    Tensor y = Tensor.vector(1, 2, 3);
    assertThatThrownBy(
            () ->
                Einkorn.evaluate(
                    "y(i) += picky(A(i,j))", Map.of("A", matrix("csr"), "y", y), PICKY))
        .hasMessageStartingWith("picky failed at i = 1, j = 2, while");
    assertThat(y.toArray()).containsExactly(1, 2, 3);
    Kernel kernel =
        Einkorn.expression("B(i,j) = picky(A(i,j))", PICKY)
            .with("A", matrix("csr"))
            .result("csr")
            .compile();
    Tensor pattern = kernel.assemble(Map.of("A", matrix("csr")));
    double[] before = pattern.toArray();
    assertThatThrownBy(() -> kernel.compute(pattern, Map.of("A", matrix("csr"))))
        .hasMessageStartingWith("picky failed at i = 1, j = 2, while");
    assertThat(pattern.toArray()).containsExactly(before);
  }

  @Test
  void valuesWhereNothingIsStored() {
    ScalarOperator inverse = ScalarOperator.ofLongs("inverse", x -> 6 / x);
    assertThatThrownBy(
            () -> Einkorn.evaluate("B(i,j) = inverse(A(i,j))", Map.of("A", matrix("csr")), inverse))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "inverse fails for 0 with java.lang.ArithmeticException: / by zero; a function is also"
                + " asked for its value where nothing is stored, so let it give one there, or give"
                + " the tensor another fill value with filled.")
        .hasCauseInstanceOf(ArithmeticException.class);
    Tensor filled = Tensor.builder(3).add(2, 0).build("s").filled(3);
    assertThat(Einkorn.evaluate("y(i) = inverse(x(i))", Map.of("x", filled), inverse).toArray())
        .containsExactly(3, 2, 2);
  }

  @Test
  void cancellingIsNoFailure() {
    ScalarOperator stop =
        ScalarOperator.of(
            "stop",
            x -> {
              if (x == 5) {
                throw new CancelledException();
              }
              return x;
            });
    assertThatThrownBy(
            () -> Einkorn.evaluate("B(i,j) = stop(A(i,j))", Map.of("A", matrix("csr")), stop))
        .isInstanceOf(CancelledException.class);
  }
}
