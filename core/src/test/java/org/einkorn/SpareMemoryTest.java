package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results in the memory of tensors that nobody needs any more. */
class SpareMemoryTest {
  private static final int SIZE = 600;

  /** Every third row has no entries. */
  private static Tensor matrix(long seed, String format) {
    SplittableRandom random = new SplittableRandom(seed);
    TensorBuilder builder = Tensor.builder(SIZE, SIZE);
    for (int k = 0; k < 100 * SIZE; k++) {
      int i = random.nextInt(SIZE);
      if (i % 3 != 0) {
        builder.add(random.nextInt(1, 9), i, random.nextInt(SIZE));
      }
    }
    return builder.build(format);
  }

  private static Tensor dense(long seed, int columns) {
    return Tensor.dense(
        new SplittableRandom(seed).ints((long) SIZE * columns, 0, 9).asDoubleStream().toArray(),
        SIZE,
        columns);
  }

  /** The result of a run in the memory of one before, which takes as much. */
  private static Tensor writtenOver(Kernel kernel, Map<String, Tensor> tensors) {
    Tensor expected = kernel.run(tensors);
    Tensor spare = kernel.run(tensors);
    List<Object> memory = perEntry(spare);
    Tensor result = kernel.run(tensors, spare);
    for (int k = 0; k < memory.size(); k++) {
      assertThat(perEntry(result).get(k)).isSameAs(memory.get(k));
    }
    assertSame(result, expected);
    return result;
  }

  /** The values and, where the result is sparse, the coordinates of its last sparse level. */
  private static List<Object> perEntry(Tensor tensor) {
    List<Object> arrays = tensor.storage().arrays();
    return arrays.subList(Math.max(0, arrays.size() - 2), arrays.size());
  }

  private static void assertSame(Tensor actual, Tensor expected) {
    assertThat(actual.stored()).isEqualTo(expected.stored());
    assertThat(actual.toArray()).isEqualTo(expected.toArray());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "C(i,r) = A(i,j) * D(j,r) | dense",
        "C(i,r) = A(i,j) * D(j,r) | dd:1,0",
        "C(r,i) = A(i,j) * D(j,r) | dense",
        "C(j,r) = A(i,j) * D(i,r) | dense",
        "C(i,r) = min(j, A(i,j) + D(j,r)) | dense",
        "C(i,j) = A(i,j) * D(i,r) * D(j,r) | csr",
        "y(i) = A(i,j) * D(j,r) | d",
        "y(j) = A(i,j) * D(i,r) | d",
      })
  void whatStoodThereMakesNoDifference(String statement, String format) {
    Map<String, Tensor> first = Map.of("A", matrix(1, "csr"), "D", dense(2, 20));
    Map<String, Tensor> second = Map.of("A", matrix(3, "csr"), "D", dense(4, 20));
    Kernel kernel = Einkorn.expression(statement).with(first).result(format).compile();
    Tensor result = writtenOver(kernel, first);
    assertSame(kernel.run(second, result), kernel.run(second));
  }

  /** One row holds nearly all entries, so that the entries are divided, and not the rows. */
  @Test
  void entriesOfALongRowAreAddedUp() {
    int columns = 20_000;
    TensorBuilder builder = Tensor.builder(50, columns);
    for (int j = 0; j < columns; j++) {
      builder.add(j % 5 + 1, j % 400 == 0 ? j / 400 : 7, j);
    }
    double[] values = new SplittableRandom(6).ints(columns * 64L, 0, 9).asDoubleStream().toArray();
    Map<String, Tensor> tensors =
        Map.of("A", builder.build("csr"), "D", Tensor.dense(values, columns, 64));
    Kernel kernel =
        Einkorn.expression("C(i,r) = A(i,j) * D(j,r)").with(tensors).result("dense").compile();
    writtenOver(kernel, tensors);
    assertThat(kernel.explain(tensors).toString()).contains("chunks of the entries of an operand");
  }

  private final int threads = Einkorn.threads();

  @AfterEach
  void asManyThreadsAsBefore() {
    Einkorn.threads(threads);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "C(i,j) = A(i,j) + B(i,j) | csr",
        "C(i,j) = A(i,j) + B(i,j) | coo",
        "C(i,j) = A(i,j) + B(i,j) + E(i,j) | csr",
        "C(i,j) = A(i,j) * B(i,j) + E(i,j) | dcsr",
        "C(i,j) = A(i,k) * B(k,j) | csr",
        "C(i,j) = A(i,k) * B(k,j) | csc",
        "C(i,j,k) = A(i,j) + B(j,i) * D(j,k) | ssd",
      })
  void sparseResultsAreAppendedToWhatWasThere(String statement, String format) {
    Einkorn.threads(1);
    Map<String, Tensor> first = operands(1);
    Map<String, Tensor> second = operands(10);
    Kernel kernel = Einkorn.expression(statement).with(first).result(format).compile();
    Tensor expected = kernel.run(first);
    Tensor result = writtenOver(kernel, first);
    assertSame(kernel.run(second, result), kernel.run(second));
    Einkorn.threads(2);
    Tensor kept = kernel.run(second);
    Tensor written = kernel.run(first, kernel.run(first));
    assertSame(written, expected);
    written = kernel.run(second, written);
    assertSame(written, kept);
    assertSame(kernel.run(first, written), expected);
    assertSame(kept, kernel.run(second));
  }

  /** After a result that was larger than the memory for it, some runs do not try. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "C(i,j) = A(i,j) + B(i,j)",
        "C(i,j) = A(i,j) + B(i,j) + E(i,j)",
      })
  void aResultMayGrowFromRunToRun(String statement) {
    Einkorn.threads(1);
    Kernel kernel = Einkorn.expression(statement).with(banded(1)).result("csr").compile();
    Tensor result = kernel.run(banded(1));
    for (int width : new int[] {2, 3, 3, 3, 4, 5, 6, 6, 6, 6, 6, 6, 2, 6, 7}) {
      result = kernel.run(banded(width), result);
      assertSame(result, kernel.run(banded(width)));
    }
  }

  /** The result is as large, but its parts are not: there is more of it in other rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "C(i,j) = A(i,j) + B(i,j)",
        "C(i,j) = A(i,j) + B(i,j) + A(i,j) * B(i,j)",
        "C(i,j) = B(i,k) * E(k,j) + A(i,j)",
      })
  void partsMayBeLongerOrShorterThanThoseBefore(String statement) {
    Einkorn.threads(2);
    Map<String, Tensor> above = halves(true);
    Map<String, Tensor> below = halves(false);
    Kernel kernel = Einkorn.expression(statement).with(above).result("csr").compile();
    Tensor expected = kernel.run(above);
    Tensor other = kernel.run(below);
    assertThat(other.stored()).isEqualTo(expected.stored());
    Tensor result = kernel.run(above);
    for (boolean first : new boolean[] {true, false, false, false, true, true, true, false}) {
      result = kernel.run(first ? above : below, result);
      assertSame(result, first ? expected : other);
    }
  }

  /** A and B have entries at the same places, but for the rows of one half. */
  private static Map<String, Tensor> halves(boolean above) {
    int rows = 6000;
    TensorBuilder a = Tensor.builder(rows, 200);
    TensorBuilder b = Tensor.builder(rows, 200);
    TensorBuilder e = Tensor.builder(200, 200);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < 60; j++) {
        a.add(1 + i + j, i, 2 * j); // no two rows are the same
        b.add(2 + i, i, i < rows / 2 == above ? 2 * j + 1 : 2 * j);
      }
      e.add(1, i % 200, i % 200);
    }
    return Map.of("A", a.build("csr"), "B", b.build("csr"), "E", e.build("csr"));
  }

  /** Also if the result has other parts than the one before. */
  @Test
  void whoListensHearsOfOneRun() {
    Einkorn.threads(2);
    List<Long> heard = new ArrayList<>();
    Kernel kernel =
        Einkorn.expression("C(i,j) = A(i,j) + B(i,j)")
            .with(halves(true))
            .result("csr")
            .onProgress((done, all) -> heard.add(done))
            .compile();
    Tensor result = kernel.run(halves(true), kernel.run(halves(true)));
    for (boolean above : new boolean[] {true, false, false, true}) {
      heard.clear();
      result = kernel.run(halves(above), result);
      assertThat(heard).hasSizeGreaterThan(2).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  void whatAListenerThrowsEndsTheRun() {
    Einkorn.threads(2);
    AtomicBoolean enough = new AtomicBoolean();
    Kernel kernel =
        Einkorn.expression("C(i,j) = A(i,j) + B(i,j)")
            .with(halves(true))
            .result("csr")
            .onProgress(
                (done, all) -> {
                  if (enough.get() && done == 2) {
                    throw new IndexOutOfBoundsException("enough");
                  }
                })
            .compile();
    Tensor result = kernel.run(halves(true), kernel.run(halves(true)));
    enough.set(true);
    assertThatThrownBy(() -> kernel.run(halves(true), result)).hasMessageContaining("enough");
  }

  private static Map<String, Tensor> banded(int width) {
    int rows = 12_000;
    int columns = 60;
    Map<String, Tensor> tensors = new HashMap<>();
    for (String name : List.of("A", "B", "E")) {
      TensorBuilder builder = Tensor.builder(rows, columns);
      for (int i = 0; i < rows; i++) {
        for (int j = i; j < i + width; j++) {
          builder.add(i % 7 + 1, i, (j + tensors.size()) % columns);
        }
      }
      tensors.put(name, builder.build("csr"));
    }
    return tensors;
  }

  /** Parts of sparse results are kept for the next run: one run has them, the others make new. */
  @Test
  void manyMayRunAtOnceEachInMemoryOfItsOwn() {
    Einkorn.threads(2);
    Map<String, Tensor> tensors = operands(20);
    Kernel kernel =
        Einkorn.expression("C(i,j) = A(i,k) * B(k,j)").with(tensors).result("csr").compile();
    Tensor expected = kernel.run(tensors);
    List<Tensor> results =
        IntStream.range(0, 8)
            .parallel()
            .mapToObj(
                k -> {
                  Tensor result = kernel.run(tensors);
                  for (int run = 0; run < 5; run++) {
                    result = kernel.run(tensors, result);
                  }
                  return result;
                })
            .toList();
    assertThat(results).allSatisfy(result -> assertSame(result, expected));
  }

  private static Map<String, Tensor> operands(long seed) {
    return Map.of(
        "A", matrix(seed, "csr"),
        "B", matrix(seed + 1, "csr"),
        "E", matrix(seed + 2, "csr"),
        "D", dense(seed + 3, 3));
  }

  @Test
  void aPatternThatOthersHaveIsNotWrittenTo() {
    Einkorn.threads(1);
    Map<String, Tensor> tensors = Map.of("A", matrix(1, "csr"), "B", matrix(2, "csr"));
    Kernel sum =
        Einkorn.expression("C(i,j) = A(i,j) + B(i,j)").with(tensors).result("csr").compile();
    Tensor c = sum.run(tensors);
    Tensor twice = Einkorn.evaluate("D(i,j) = 2 * C(i,j)", Map.of("C", c));
    assertThat(twice.storage().sharesLevels(c.storage())).isTrue();
    double[] before = twice.toArray();
    Map<String, Tensor> others = Map.of("A", matrix(3, "csr"), "B", matrix(4, "csr"));
    sum.run(others, c);
    assertThat(twice.toArray()).isEqualTo(before);
    Tensor computed = sum.compute(sum.run(tensors), tensors);
    sum.run(others, computed);
    assertThat(sum.run(others, twice).toArray()).isEqualTo(sum.run(others).toArray());
  }

  @Test
  void neitherIsOneThatAnAssembledResultHas() {
    Map<String, Tensor> tensors = Map.of("A", matrix(1, "csr"), "B", matrix(2, "csr"));
    Kernel sum =
        Einkorn.expression("C(i,j) = A(i,j) + B(i,j)").with(tensors).result("csr").compile();
    Tensor c = sum.run(tensors);
    Map<String, Tensor> operand = Map.of("C", c);
    Kernel twice = Einkorn.expression("D(i,j) = 2 * C(i,j)").with(operand).result("csr").compile();
    Tensor pattern = twice.assemble(operand);
    Tensor d = twice.compute(pattern, operand);
    assertThat(d.storage().sharesLevels(c.storage())).isTrue();
    double[] before = d.toArray();
    for (int threads : new int[] {1, 2}) {
      Einkorn.threads(threads);
      Tensor given = threads == 1 ? c : pattern;
      sum.run(Map.of("A", matrix(3, "csr"), "B", matrix(4, "csr")), given);
      assertThat(d.toArray()).isEqualTo(before);
    }
  }

  /** From a fifth of the memory on, arrays are made as long as they must be. */
  @ParameterizedTest
  @CsvSource({"1000", "20000", "60000"})
  void aSmallerTensorMakesNoDifference(int entries) {
    Einkorn.threads(1);
    TensorBuilder few = Tensor.builder(SIZE, SIZE);
    for (int k = 0; k < entries; k++) {
      few.add(1, k / SIZE, k % SIZE);
    }
    Map<String, Tensor> small = Map.of("A", few.build("csr"), "B", few.build("csr"));
    Map<String, Tensor> large = Map.of("A", matrix(1, "csr"), "B", matrix(2, "csr"));
    Kernel sum = Einkorn.expression("C(i,j) = A(i,j) + B(i,j)").with(large).result("csr").compile();
    Tensor spare = sum.run(small);
    assertThat(spare.stored()).isEqualTo(entries);
    assertSame(sum.run(large, spare), sum.run(large));
  }

  @Test
  void memoryThatDoesNotSuitIsLeftAlone() {
    Map<String, Tensor> tensors = Map.of("A", matrix(1, "csr"), "D", dense(2, 20));
    Kernel kernel =
        Einkorn.expression("C(i,r) = A(i,j) * D(j,r)").with(tensors).result("dense").compile();
    Tensor expected = kernel.run(tensors);
    Tensor shorter = Einkorn.evaluate("y(i) = A(i,j) * D(j,r)", tensors);
    Tensor given = dense(5, 20);
    assertThat(kernel.run(tensors, shorter).toArray()).isEqualTo(expected.toArray());
    assertThat(kernel.run(tensors, given).toArray()).isEqualTo(expected.toArray());
    Tensor shared = kernel.run(tensors);
    Tensor same = shared.to("dense");
    assertThat(kernel.run(tensors, shared).storage().values()).isNotSameAs(same.storage().values());
    assertThat(same.toArray()).isEqualTo(expected.toArray());
    Kernel square =
        Einkorn.expression("C(i,j) = A(i,k) * A(k,j)").with(tensors).result("csr").compile();
    Tensor before = square.run(tensors);
    double[] product = before.toArray();
    assertThat(square.run(tensors, before).toArray()).isEqualTo(product);
  }

  @Test
  void aTensorThatWasGivenUpSaysSo() {
    Tensor x = Tensor.vector(1, 2, 3);
    Kernel kernel = Einkorn.expression("y(i) = 2 * x(i)").with("x", x).compile();
    Tensor old = kernel.run(Map.of("x", x));
    assertThat(kernel.run(Map.of("x", x), old).toArray()).containsExactly(2, 4, 6);
    for (Runnable use :
        new Runnable[] {
          old::toArray,
          old::entries,
          () -> old.get(1),
          () -> old.resized(3),
          old::pruned,
          () -> kernel.run(Map.of("x", old)),
          () -> kernel.run(Map.of("x", x), old)
        }) {
      assertThatThrownBy(use::run)
          .isInstanceOf(EinkornException.class)
          .hasMessage(
              "This tensor's memory was given up to a run of a kernel, which may have written over"
                  + " it; use the result of that run, or give up a tensor that is not needed any"
                  + " more.");
    }
    assertThat(old.toString()).isEqualTo("3 float64 d, 3 stored");
  }

  @Test
  void whatIsReadCannotBeWrittenOver() {
    Tensor x = Tensor.vector(1, 2, 3);
    Kernel kernel = Einkorn.expression("y(i) = 2 * x(i)").with("x", x).compile();
    Tensor y = kernel.run(Map.of("x", x));
    assertThatThrownBy(() -> kernel.run(Map.of("x", y), y))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "The memory of x cannot take the result, as the kernel reads x while it writes; give a"
                + " tensor that is not read, such as the result of the run before last.");
    assertThat(y.toArray()).containsExactly(2, 4, 6);
  }

  @Test
  void nothingCannotBeWrittenOver() {
    Tensor x = Tensor.vector(1, 2, 3);
    Kernel kernel = Einkorn.expression("y(i) = 2 * x(i)").with("x", x).compile();
    assertThatThrownBy(() -> kernel.run(Map.of("x", x), null))
        .isInstanceOf(EinkornException.class)
        .hasMessage("No tensor was given to write the result over; without one, use run(tensors).");
  }
}
