package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class KernelTest {
  private static void refused(ThrowingCallable action, String sentence) {
    assertThatThrownBy(action).isInstanceOf(EinkornException.class).hasMessage(sentence);
  }

  private static Tensor band(int size, int width, String format) {
    TensorBuilder builder = Tensor.builder(size, size);
    for (int i = 0; i < size; i++) {
      for (int j = Math.max(0, i - width); j <= Math.min(size - 1, i + width); j++) {
        builder.add(i + 2L * j + 1, i, j);
      }
    }
    return builder.build(format);
  }

  private static Kernel product(Tensor a) {
    return Einkorn.expression("C(i,j) = A(i,k) * A(k,j)").with("A", a).result("csr").compile();
  }

  @Test
  void runsOnOtherTensorsOfTheSameTypes() {
    Tensor a = band(4, 1, "csr");
    Kernel kernel = Einkorn.expression("y(i) = A(i,j)").with("A", a).compile();
    assertThat(kernel.run(Map.of("A", a)).dimensions()).containsExactly(4);
    assertThat(kernel.run(Map.of("A", band(9, 2, "csr"))).dimensions()).containsExactly(9);
    refused(() -> kernel.run(Map.of()), "No tensor 'A' was given.");
    refused(
        () -> kernel.run(Map.of("A", band(4, 1, "csc"))),
        "The kernel was compiled for A as float64 csr, not as float64 csc; convert it with"
            + " to(format) or compile for its type.");
  }

  @Test
  void tensorsThatTheStatementDoesNotReadAreNotAskedFor() {
    Tensor x = Tensor.vector(1, 2);
    Kernel kernel =
        Einkorn.expression("y(i) = x(i) + 1").with("x", x).with("z", Tensor.scalar(1)).compile();
    assertThat(kernel.run(Map.of("x", x)).toArray()).containsExactly(2, 3);
    assertThat(kernel.run(Map.of("x", x, "w", x)).toArray()).containsExactly(2, 3);
    Kernel sum = Einkorn.expression("y(i) += x(i)").with("x", x).with("y", x).compile();
    refused(() -> sum.run(Map.of("x", x)), "No tensor 'y' was given.");
    assertThat(sum.run(Map.of("x", x, "y", x)).toArray()).containsExactly(2, 4);
  }

  @Test
  void aPatternIsAssembledOnceAndComputedOften() {
    Tensor a = band(6, 1, "csr");
    Kernel kernel = product(a);
    Tensor pattern = kernel.assemble(Map.of("A", a));
    assertThat(pattern.toArray()).containsOnly(0);
    Tensor doubled =
        Einkorn.expression("B(i,j) = 2 * A(i,j)").with("A", a).result("csr").evaluate();
    for (Tensor b : List.of(a, doubled)) {
      assertThat(kernel.compute(pattern, Map.of("A", b)).toArray())
          .isEqualTo(kernel.run(Map.of("A", b)).toArray());
    }
  }

  @Test
  void aPatternOfOtherTensors() {
    Tensor a = band(6, 1, "csr");
    Kernel kernel = product(a);
    Tensor pattern = kernel.assemble(Map.of("A", a));
    refused(
        () -> kernel.compute(pattern, Map.of("A", band(7, 1, "csr"))),
        "The assembled result has size 6 x 6 but these tensors give one of size 7 x 7.");
    refused(
        () -> kernel.compute(pattern, Map.of("A", band(6, 3, "csr"))),
        "The assembled result has the pattern of other tensors; assemble it from these.");
    refused(
        () -> kernel.compute(pattern.to("csc"), Map.of("A", a)),
        "The assembled result is float64 csc, not float64 csr as the kernel gives.");
  }

  @Test
  void aVariableThatIndexesNothingIsAScalar() {
    refused(
        () -> Einkorn.expression("a = i").size("i", 5),
        "In 'a = i' i indexes nothing, so it is read as a scalar tensor and has no size; as a"
            + " variable it needs a sum, for example sum(i, i).");
    assertThat(Einkorn.expression("a = sum(i, i)").size("i", 5).evaluate().value()).isEqualTo(10);
  }

  @Test
  void showsItsForms() {
    Kernel kernel = product(band(3, 1, "csr"));
    assertThat(kernel.notation()).isEqualTo("C(i,j) = sum(k, A(i,k) * A(k,j))");
    assertThat(kernel.loops()).contains("forall i").isEqualTo(kernel.loops());
    assertThat(kernel.plan()).isNotBlank();
    assertThat(kernel.code()).startsWith("kernel(").contains("A_vals");
  }

  /** Compiling and running have no state that threads could disturb. */
  @Test
  void manyThreadsCompileAndRunAtOnce() throws Exception {
    List<String> formats = List.of("csr", "csc", "dcsr", "coo", "dense");
    List<String> statements =
        List.of(
            "C(i,j) = A(i,k) * A(k,j) + %d",
            "C(i,j) = A(i,j) * A(j,i) + %d * A(i,j)",
            "C(i) = max(j, A(i,j) * %d)",
            "C = A(i,j) * A(j,k) * A(k,i) * %d");
    Kernel shared = product(band(12, 2, "csr"));
    double[] expectedProduct = shared.run(Map.of("A", band(12, 2, "csr"))).toArray();
    List<Callable<double[]>> tasks = new ArrayList<>();
    List<double[]> expected = new ArrayList<>();
    for (int n = 0; n < 6; n++) {
      for (String statement : statements) {
        String text = statement.formatted(n);
        Tensor dense = band(12, 2, "dense");
        double[] result = Einkorn.evaluate(text, Map.of("A", dense)).toArray();
        for (String format : formats) {
          Tensor a = band(12, 2, format);
          // Twice, so that two threads may compile one kernel at the same time.
          for (int twice = 0; twice < 2; twice++) {
            expected.add(result);
            tasks.add(() -> Einkorn.evaluate(text, Map.of("A", a)).toArray());
          }
        }
        expected.add(expectedProduct);
        tasks.add(() -> shared.run(Map.of("A", band(12, 2, "csr"))).toArray());
      }
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<double[]>> results = threads.invokeAll(tasks);
      for (int n = 0; n < tasks.size(); n++) {
        assertThat(results.get(n).get()).isEqualTo(expected.get(n));
      }
    }
  }
}
