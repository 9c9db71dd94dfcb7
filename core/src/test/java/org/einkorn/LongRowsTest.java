package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Products with rows so long that they are added up by turns, which rounds differently. */
class LongRowsTest {
  private static final int ROWS = 4000;
  private static final int LENGTH = 83;

  private final int threads = Einkorn.threads();
  private final int[] columns = new int[ROWS * LENGTH];
  private final double[] values = new double[ROWS * LENGTH];
  private final double[] vector = new SplittableRandom(1).doubles(ROWS).toArray();
  private final Map<String, Tensor> tensors;

  LongRowsTest() {
    int[] bounds = new int[ROWS + 1];
    Arrays.setAll(bounds, i -> i * LENGTH);
    SplittableRandom random = new SplittableRandom(2);
    for (int p = 0; p < values.length; p++) {
      columns[p] = Math.min(p / LENGTH, ROWS - LENGTH) + p % LENGTH;
      values[p] = random.nextDouble();
    }
    Storage matrix =
        Storage.of(
            TensorType.of(ElementType.FLOAT64, Formats.csr()),
            List.of(ROWS, ROWS),
            List.of(bounds, columns, values));
    this.tensors = Map.of("A", Tensor.of(matrix), "x", Tensor.vector(vector));
  }

  @AfterEach
  void asManyThreadsAsBefore() {
    Einkorn.threads(threads);
  }

  private double[] oneByOne() {
    double[] sums = new double[ROWS];
    for (int p = 0; p < values.length; p++) {
      sums[p / LENGTH] += values[p] * vector[columns[p]];
    }
    return sums;
  }

  private double[] byTurns() {
    double[] sums = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double[] turns = new double[4];
      for (int p = i * LENGTH; p < (i + 1) * LENGTH; p++) {
        turns[(p - i * LENGTH) % 4] += values[p] * vector[columns[p]];
      }
      sums[i] = turns[0] + turns[1] + (turns[2] + turns[3]);
    }
    return sums;
  }

  private Kernel product(String format) {
    return Einkorn.expression("y(i) = A(i,j) * x(j)").with(tensors).result(format).compile();
  }

  @Test
  void theSameBitsOnAnyNumberOfThreadsAndInAnyMemory() {
    Kernel product = product("d");
    for (int t = 1; t <= 3; t++) {
      Einkorn.threads(t);
      Tensor first = product.run(tensors);
      assertThat(first.toArray()).isEqualTo(byTurns()).isNotEqualTo(oneByOne());
      Tensor spare = product.run(tensors);
      assertThat(product.run(tensors, spare).toArray()).isEqualTo(byTurns());
    }
  }

  /** What is searched for in each row may stand in the way of the form, in one kind of memory. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "y(i) = A(i,j) * x(j) + A(i,i)",
        "y(i) = x(i) + (x(i) - A(i,j) * x(j)) / A(i,i)",
        "y(i) = A(i,j) * x(j) - x(i)"
      })
  void theSameBitsBesideOtherOperands(String statement) {
    Kernel kernel = Einkorn.expression(statement).with(tensors).result("d").compile();
    for (int t = 1; t <= 2; t++) {
      Einkorn.threads(t);
      double[] first = kernel.run(tensors).toArray();
      assertThat(kernel.run(tensors, kernel.run(tensors)).toArray()).isEqualTo(first);
    }
  }

  /** A sparse result is computed undivided where there is one thread, in one order for all. */
  @Test
  void sparseResultsAreAddedUpInOrder() {
    Kernel product = product("s");
    for (int t = 1; t <= 3; t++) {
      Einkorn.threads(t);
      assertThat(product.run(tensors).to("d").toArray()).isEqualTo(oneByOne());
    }
  }

  @Test
  void aSumOfAllRowsHasTheSameBitsOnAnyNumberOfThreads() {
    Kernel sum = Einkorn.expression("a = x(i) * A(i,j) * x(j)").with(tensors).result("").compile();
    Einkorn.threads(1);
    double expected = sum.run(tensors).value();
    Einkorn.threads(3);
    assertThat(sum.run(tensors).value()).isEqualTo(expected);
  }
}
