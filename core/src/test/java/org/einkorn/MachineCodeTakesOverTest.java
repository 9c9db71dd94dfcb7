package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.storage.CoordinateList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A kernel that runs again and again becomes machine code by itself, and nobody sees it. */
class MachineCodeTakesOverTest {
  private static final int ROWS = 20_000;
  private static final int COLUMNS = 500;
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(60);

  private final int threads = Einkorn.threads();

  @AfterEach
  void restoreThreads() {
    Einkorn.threads(threads);
  }

  private static Map<String, Tensor> tensors() {
    SplittableRandom random = new SplittableRandom(1);
    TensorBuilder matrix = Tensor.builder(ROWS, COLUMNS);
    for (int k = 0; k < 30 * ROWS; k++) {
      matrix.add(random.nextDouble(), random.nextInt(ROWS), random.nextInt(COLUMNS));
    }
    return Map.of(
        "A",
        matrix.build("csr"),
        "x",
        Tensor.vector(random.doubles(COLUMNS).toArray()),
        "D",
        Tensor.dense(random.doubles(COLUMNS * 9).toArray(), COLUMNS, 9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"y(i) = A(i,j) * x(j)", "C(i,r) = A(i,j) * D(j,r)"})
  void theResultStaysTheSame(String statement) {
    assumeTrue(MachineCode.isPresent());
    Map<String, Tensor> tensors = tensors();
    Kernel kernel = Einkorn.expression(statement).with(tensors).compile();
    double[] first = kernel.run(tensors).toArray();
    long end = System.nanoTime() + LONGEST;
    while (chunksAsMachineCode(kernel, tensors) == 0) {
      assertThat(System.nanoTime()).isLessThan(end);
      assertThat(Arrays.equals(kernel.run(tensors).toArray(), first)).isTrue();
    }
    Tensor spare = kernel.run(tensors);
    assertThat(Arrays.equals(spare.toArray(), first)).isTrue();
    for (int run = 0; run < 100; run++) {
      spare = kernel.run(tensors, spare);
      assertThat(Arrays.equals(spare.toArray(), first)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"C(i,j) = A(i,k) * B(k,j)", "C(i,j) = A(i,j) + E(i,j)"})
  void aSparseResultStaysTheSame(String statement) {
    assumeTrue(MachineCode.isPresent());
    Map<String, Tensor> all = sparse();
    Map<String, Tensor> tensors = new HashMap<>(all);
    tensors.keySet().removeIf(name -> !statement.contains(name + "("));
    Kernel kernel = Einkorn.expression(statement).with(tensors).result("csr").compile();
    Object[] first = arrays(kernel.run(tensors));
    long end = System.nanoTime() + LONGEST;
    while (chunksAsMachineCode(kernel, tensors) == 0) {
      assertThat(System.nanoTime()).isLessThan(end);
      assertThat(Arrays.deepEquals(arrays(kernel.run(tensors)), first)).isTrue();
    }
    for (int count : new int[] {1, 2}) {
      Einkorn.threads(count);
      Tensor spare = kernel.run(tensors);
      assertThat(Arrays.deepEquals(arrays(spare), first)).isTrue();
      for (int run = 0; run < 50; run++) {
        spare = kernel.run(tensors, spare);
        assertThat(Arrays.deepEquals(arrays(spare), first)).isTrue();
      }
    }
  }

  /** Copies of all arrays of a tensor, as far as they are used. */
  private static Object[] arrays(Tensor tensor) {
    CoordinateList entries = tensor.entries();
    int count = entries.count();
    return new Object[] {
      Arrays.copyOf(entries.coordinates(0), count),
      Arrays.copyOf(entries.coordinates(1), count),
      Arrays.copyOf((double[]) entries.values(), count)
    };
  }

  private static Map<String, Tensor> sparse() {
    SplittableRandom random = new SplittableRandom(2);
    Map<String, Tensor> tensors = new HashMap<>();
    for (String name : List.of("A", "B", "E")) {
      TensorBuilder matrix = Tensor.builder(ROWS, ROWS);
      for (int k = 0; k < 5 * ROWS; k++) {
        matrix.add(random.nextDouble(), random.nextInt(ROWS), random.nextInt(ROWS));
      }
      tensors.put(name, matrix.build("csr"));
    }
    return tensors;
  }

  private static long chunksAsMachineCode(Kernel kernel, Map<String, Tensor> tensors) {
    return kernel.analyze(tensors).analysis().orElseThrow().chunks().asMachineCode();
  }
}
