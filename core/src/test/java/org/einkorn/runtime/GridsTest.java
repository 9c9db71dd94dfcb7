package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.lower.ChunkCode;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.Test;

class GridsTest {
  private static final int ROWS = 1000;

  private static final TensorType MATRIX = TensorType.of(ElementType.FLOAT64, Formats.csr());
  private static final TensorType VECTOR = TensorType.of(ElementType.FLOAT64, Formats.dense(1));

  private static final ChunkCode CODE =
      Compiler.divide(
              Compiler.compile(
                  Parser.parse("y(i) = A(i,j) * x(j)"), Map.of("A", MATRIX, "x", VECTOR), VECTOR))
          .orElseThrow();

  private final AtomicInteger weighed = new AtomicInteger();
  private final Grids grids;

  GridsTest() {
    CompiledFunction weight = JvmCompiler.compile(CODE.weight());
    this.grids =
        new Grids(
            CODE,
            arguments -> {
              weighed.incrementAndGet();
              return weight.run(arguments);
            });
  }

  /** All entries in the first rows, so many in each. */
  private static int[] bounds(int rows, int length) {
    int[] bounds = new int[ROWS + 1];
    for (int i = 0; i <= ROWS; i++) {
      bounds[i] = Math.min(i, rows) * length;
    }
    return bounds;
  }

  private static Storage matrix(int[] bounds) {
    int entries = bounds[ROWS];
    return Storage.of(
        MATRIX, List.of(ROWS, ROWS), List.of(bounds, new int[entries], new double[entries]));
  }

  private static Storage vector() {
    return new Storage(VECTOR, List.of(ROWS), List.of(List.of()), new double[ROWS]);
  }

  private static Operands operands(Storage a, Storage x) {
    Map<String, Storage> tensors = Map.of("A", a, "x", x);
    return Operands.of(CODE.parameters(), tensors, sizes());
  }

  private static Map<IndexVariable, Integer> sizes() {
    return Map.of(
        new IndexVariable("i"), ROWS,
        new IndexVariable("j"), ROWS);
  }

  @Test
  void chunksHaveTheSameToDo() {
    ChunkWeights.Grid grid = grids.grid(operands(matrix(bounds(100, 90)), vector()), ROWS, 10);
    assertThat(grid.count()).isEqualTo(10);
    assertThat(grid.heaviest()).isBetween(1.0, 1.1);
    assertThat(Arrays.stream(grid.bounds()).filter(i -> i <= 100).count()).isEqualTo(10);
  }

  @Test
  void theSameMatrixIsWeighedOnce() {
    Storage a = matrix(bounds(100, 90));
    ChunkWeights.Grid first = grids.grid(operands(a, vector()), ROWS, 10);
    int before = weighed.get();
    assertThat(before).isPositive();
    assertThat(grids.grid(operands(a, vector()), ROWS, 10)).isSameAs(first);
    assertThat(weighed).hasValue(before);
    assertThat(grids.grid(operands(a, vector()), ROWS, 4).count()).isEqualTo(4);
    assertThat(grids.grid(operands(a, vector()), ROWS, 10)).isSameAs(first);
  }

  /** What a kernel wrote over the arrays of another result is another matrix. */
  @Test
  void arraysThatWereWrittenOverAreWeighedAgain() {
    int[] bounds = bounds(1000, 9);
    ChunkWeights.Grid before = grids.grid(operands(matrix(bounds), vector()), ROWS, 10);
    System.arraycopy(bounds(100, 90), 0, bounds, 0, ROWS + 1);
    ChunkWeights.Grid after = grids.grid(operands(matrix(bounds), vector()), ROWS, 10);
    assertThat(after.bounds()).isNotEqualTo(before.bounds());
    assertThat(after.bounds())
        .isEqualTo(grids.grid(operands(matrix(bounds(100, 90)), vector()), ROWS, 10).bounds());
  }

  @Test
  void fewCoordinatesMakeFewChunks() {
    ChunkWeights.Grid grid = grids.grid(operands(matrix(bounds(1, 9000)), vector()), ROWS, 10);
    assertThat(grid.heaviest()).as("one row has nearly all").isGreaterThan(8);
    assertThat(grid.count()).isLessThan(10);
  }
}
