package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results whose entries are those of an operand take its arrays, and add only values. */
class SharedPatternTest {
  private final RandomGenerator random = new SplittableRandom(7);

  private Tensor sparse(String format, int entries, int... dimensions) {
    TensorBuilder builder = Tensor.builder(dimensions);
    for (int k = 0; k < entries; k++) {
      int[] at = new int[dimensions.length];
      for (int d = 0; d < at.length; d++) {
        at[d] = random.nextInt(dimensions[d]);
      }
      builder.add(1 + random.nextInt(9), at);
    }
    return builder.build(format);
  }

  private Tensor operand(String name, String format) {
    return switch (name) {
      case "A" -> sparse(format, 12, 5, 6);
      case "T" -> sparse(format, 30, 4, 5, 6);
      case "C" -> sparse(format, 20, 5, 3);
      case "D" -> sparse(format, 18, 6, 3);
      default -> sparse(format, 4, 6);
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "S(i,j) = A(i,j) * C(i,k) * D(j,k) | A=csr C=dd D=dd | csr",
        "S(i,j) = A(i,j) * C(i,k) * D(j,k) | A=csc C=dd D=dd | csc",
        "S(i,j) = 2 * A(i,j)               | A=csr           | csr",
        "S(i,j) = sqrt(A(i,j)) * A(i,j)    | A=dcsr          | dcsr",
        "S(i,j) = A(i,j) * x(j)            | A=coo x=d       | coo",
        "S(i,j) = A(i,j) + 1               | A=csr           | csr",
        "S(i,j) = T(i,j,k) * x(k)          | T=csf x=d       | dcsr",
        "S(i,j,l) = T(i,j,k) * D(k,l)      | T=csf D=dd      | ssd",
        "S(i) = A(i,j) * x(j)              | A=dcsr x=d      | s"
      })
  void arraysAreThoseOfTheOperand(String statement, String formats, String result) {
    Map<String, Tensor> tensors = new HashMap<>();
    for (String f : formats.strip().split(" +")) {
      tensors.put(f.split("=")[0], operand(f.split("=")[0], f.split("=")[1]));
    }
    Tensor shared = compute(statement, tensors, result);
    Tensor leading = tensors.get(tensors.containsKey("T") ? "T" : "A");
    for (int l = 0; l < shared.storage().levels().size(); l++) {
      List<Object> arrays = shared.storage().levels().get(l);
      for (int k = 0; k < arrays.size(); k++) {
        assertThat(arrays.get(k)).isSameAs(leading.storage().levels().get(l).get(k));
      }
    }
    Tensor dense = compute(statement, tensors, "d".repeat(shared.order()));
    assertThat(shared.toArray()).isEqualTo(dense.toArray());
  }

  /** Otherwise entries would stay that the statement leaves out. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "S(i,j) = A(i,j) * B(i,j)          | csr",
        "S(i,j) = A(i,j) + B(i,j)          | csr",
        "S(i,j) = A(i,j) * y(j)            | csr",
        "S(i,j) = A(i,j) where B(i,j)      | csr",
        "S(i,j) = A(i,j)                   | dcsr",
        "S(i,j) = A(i,j)                   | csc"
      })
  void arraysAreNewWhereEntriesDifferOrLieOtherwise(String statement, String result) {
    Map<String, Tensor> tensors = new HashMap<>(Map.of("A", operand("A", "csr")));
    tensors.put("B", operand("A", "csr"));
    tensors.put("y", operand("y", "s"));
    tensors.keySet().removeIf(name -> !statement.contains(name + "("));
    Tensor made = compute(statement, tensors, result);
    assertThat(made.storage().levels().getLast().getLast())
        .isNotSameAs(tensors.get("A").storage().levels().getLast().getLast());
    Tensor dense = compute(statement, tensors, "dd");
    assertThat(made.toArray()).isEqualTo(dense.toArray());
  }

  /** Rows that are empty have no values under them, which is what nothing is added up to. */
  @Test
  void emptyRowsOfTheOperandStayEmpty() {
    Tensor t = Tensor.builder(2, 3, 2).add(5, 1, 2, 0).build("dss");
    Tensor s = compute("S(i,j) = T(i,j,k) * x(k)", Map.of("T", t, "x", Tensor.vector(2, 3)), "csr");
    assertThat(s.get(1, 2)).isEqualTo(10);
    assertThat(s.stored()).isEqualTo(1);
  }

  /** Chunks write to one array of values, so there is nothing to join. */
  @ParameterizedTest
  @ValueSource(strings = {"csr", "csc", "dcsr", "coo"})
  void arraysAreSharedOnSeveralThreads(String format) {
    Map<String, Tensor> tensors =
        Map.of(
            "A", sparse(format, 60_000, 3000, 2500),
            "C", sparse("dd", 9_000, 3000, 12),
            "D", sparse("dd", 9_000, 2500, 12));
    String statement = "S(i,j) = A(i,j) * C(i,k) * D(j,k)";
    int before = Einkorn.threads();
    try {
      Einkorn.threads(2);
      Tensor shared = compute(statement, tensors, format);
      assertThat(shared.storage().levels().getLast().getLast())
          .isSameAs(tensors.get("A").storage().levels().getLast().getLast());
      Einkorn.threads(1);
      assertThat(compute(statement, tensors, format).storage().values())
          .isEqualTo(shared.storage().values());
    } finally {
      Einkorn.threads(before);
    }
  }

  private static Tensor compute(String statement, Map<String, Tensor> tensors, String result) {
    return Einkorn.expression(statement.strip()).with(tensors).result(result.strip()).evaluate();
  }
}
