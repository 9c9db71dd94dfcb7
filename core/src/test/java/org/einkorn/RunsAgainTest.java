package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that run on the same tensors again and again do not look at them each time. */
class RunsAgainTest {
  private static final int ROWS = 9_000;
  private static final int COLUMNS = 300;

  private static Tensor matrix(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TensorBuilder matrix = Tensor.builder(ROWS, COLUMNS);
    for (int k = 0; k < 40 * ROWS; k++) {
      matrix.add(random.nextInt(1, 9), random.nextInt(ROWS), random.nextInt(COLUMNS));
    }
    return matrix.build("csr");
  }

  private static Tensor vector(long seed, int size) {
    return Tensor.vector(new SplittableRandom(seed).ints(size, 0, 9).asDoubleStream().toArray());
  }

  private static Map<String, Tensor> tensors(long seed) {
    return new HashMap<>(
        Map.of("A", matrix(seed), "x", vector(seed + 1, COLUMNS), "z", vector(seed + 2, ROWS)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "y(i) = A(i,j) * x(j)",
        "B(i,j) = A(i,j) * x(j) * z(i)",
        "y(j) = A(i,j) * z(i)",
        "s = A(i,j) * x(j)"
      })
  void resultsFollowTheTensors(String statement) {
    Map<String, Tensor> tensors = tensors(1);
    Map<String, Tensor> others = tensors(7);
    Kernel kernel = Einkorn.expression(statement).with(tensors).compile();
    double[] expected = kernel.run(tensors).toArray();
    double[] otherwise = Einkorn.expression(statement).with(others).evaluate().toArray();
    assertThat(expected).isNotEqualTo(otherwise);
    for (int turn = 0; turn < 3; turn++) {
      for (int run = 0; run < 4; run++) {
        assertThat(kernel.run(tensors).toArray()).isEqualTo(expected);
      }
      Tensor spare = kernel.run(tensors);
      for (int run = 0; run < 4; run++) {
        spare = kernel.run(tensors, spare);
        assertThat(spare.toArray()).isEqualTo(expected);
      }
      for (int run = 0; run < 4; run++) {
        spare = kernel.run(others, spare);
        assertThat(spare.toArray()).isEqualTo(otherwise);
      }
    }
  }

  @Test
  void oneOtherTensorIsNoticed() {
    Map<String, Tensor> tensors = tensors(1);
    Kernel kernel = Einkorn.expression("y(i) = A(i,j) * x(j)").with(tensors).compile();
    for (int run = 0; run < 4; run++) {
      kernel.run(tensors);
    }
    Tensor twice = Einkorn.expression("t(j) = 2 * x(j)").with(tensors).evaluate();
    double[] before = kernel.run(tensors).toArray();
    tensors.put("x", twice);
    double[] doubled = Arrays.stream(before).map(v -> 2 * v).toArray();
    for (int run = 0; run < 4; run++) {
      assertThat(kernel.run(tensors).toArray()).isEqualTo(doubled);
    }
  }

  /** Its result goes back into the next run, as in iterations. */
  @Test
  void aTensorThatWasGivenUpIsRefused() {
    Map<String, Tensor> tensors = tensors(1);
    tensors.put("x", Einkorn.expression("t(j) = 2 * x(j)").with(tensors).evaluate());
    Kernel kernel = Einkorn.expression("y(i) = A(i,j) * x(j)").with(tensors).compile();
    for (int run = 0; run < 4; run++) {
      kernel.run(tensors);
    }
    Einkorn.expression("t(j) = 3 * z(j)")
        .with(Map.of("z", vector(3, COLUMNS)))
        .compile()
        .run(Map.of("z", vector(3, COLUMNS)), tensors.get("x"));
    assertThatThrownBy(() -> kernel.run(tensors))
        .isInstanceOf(EinkornException.class)
        .hasMessageContaining("was given up");
  }

  @Test
  void tensorsAreNotKept() throws InterruptedException {
    Kernel kernel;
    List<WeakReference<Tensor>> all = new ArrayList<>();
    {
      Map<String, Tensor> tensors = tensors(1);
      kernel = Einkorn.expression("y(i) = A(i,j) * x(j)").with(tensors).compile();
      for (int run = 0; run < 4; run++) {
        all.add(new WeakReference<>(kernel.run(tensors)));
      }
      tensors.values().forEach(tensor -> all.add(new WeakReference<>(tensor)));
      tensors.clear();
    }
    for (int attempt = 0; attempt < 100 && isAnyLeft(all); attempt++) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(isAnyLeft(all)).isFalse();
    assertThat(kernel).isNotNull();
  }

  private static boolean isAnyLeft(List<WeakReference<Tensor>> all) {
    return all.stream().anyMatch(tensor -> !tensor.refersTo(null));
  }

  @Test
  void functionsThatThrowAreTold() {
    boolean[] throwing = {false};
    ScalarOperator moody =
        ScalarOperator.of(
            "moody",
            x -> {
              if (throwing[0]) {
                throw new IllegalArgumentException("not today");
              }
              return x;
            });
    Map<String, Tensor> tensors = tensors(1);
    Kernel kernel =
        Einkorn.expression("y(i) = moody(A(i,j)) * x(j)", moody).with(tensors).compile();
    for (int run = 0; run < 4; run++) {
      kernel.run(tensors);
    }
    throwing[0] = true;
    assertThatThrownBy(() -> kernel.run(tensors))
        .isInstanceOf(EinkornException.class)
        .hasMessageContaining("moody")
        .hasRootCauseMessage("not today");
  }

  @Test
  void manyThreadsMayRunIt() {
    Map<String, Tensor> tensors = tensors(1);
    Map<String, Tensor> others = tensors(5);
    Kernel kernel = Einkorn.expression("y(i) = A(i,j) * x(j)").with(tensors).compile();
    double[] expected = kernel.run(tensors).toArray();
    double[] otherwise = kernel.run(others).toArray();
    boolean same =
        IntStream.range(0, 400)
            .parallel()
            .allMatch(
                k ->
                    Arrays.equals(
                        kernel.run(k % 9 == 0 ? others : tensors).toArray(),
                        k % 9 == 0 ? otherwise : expected));
    assertThat(same).isTrue();
  }
}
