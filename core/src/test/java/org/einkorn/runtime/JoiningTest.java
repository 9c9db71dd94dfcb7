package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Printer;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.ChunkLowering.Memory;
import org.einkorn.notation.Parser;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of a result that are written to where another one has them. */
class JoiningTest {
  private static final int ROWS = 1000;
  private static final int COLUMNS = 64;
  private static final int CHUNKS = 8;

  private static TensorType type(String format) {
    return new TensorType(
        ElementType.FLOAT64, Formats.parse(format, 2), Constant.zero(ElementType.FLOAT64));
  }

  private static Compiler.Compilation compilation(String statement, String format) {
    Map<String, TensorType> inputs = new LinkedHashMap<>(); // in the order of the arguments
    inputs.put("A", type(format));
    inputs.put("B", type("csr"));
    return Compiler.compile(Parser.parse(statement), inputs, type("csr"));
  }

  private static final Compiler.Compilation SUM = compilation("C(i,j) = A(i,j) + B(i,j)", "csr");

  /** Rows with one entry each, but a few with some more. */
  private static Object[] csr(int from, int to, int length) {
    int[] pos = new int[ROWS + 1];
    for (int i = 0; i < ROWS; i++) {
      pos[i + 1] = pos[i] + (from <= i && i < to ? length : 1);
    }
    int[] crd = new int[pos[ROWS]];
    double[] values = new double[pos[ROWS]];
    for (int i = 0; i < ROWS; i++) {
      for (int p = pos[i]; p < pos[i + 1]; p++) {
        crd[p] = p - pos[i];
        values[p] = i + p;
      }
    }
    return new Object[] {pos, crd, values};
  }

  private static Operands operands(Object[] a, Object[] b) {
    return new Operands(
        Map.of("A", stored(a), "B", stored(b)),
        new Object[] {a[0], a[1], a[2], b[0], b[1], b[2], ROWS, COLUMNS});
  }

  private static Storage stored(Object[] arrays) {
    return Storage.of(type("csr"), List.of(ROWS, COLUMNS), Arrays.asList(arrays));
  }

  private final Fit fit = new Fit();
  private final AtomicInteger asked = new AtomicInteger();
  private final ChunkedKernel kernel =
      new ChunkedKernel(
          Compiler.divide(SUM, Memory.SPARE).orElseThrow(),
          () -> {
            asked.incrementAndGet();
            return Compiler.divideInPlace(SUM);
          },
          () -> false);

  private List<Object> run(Operands operands, Optional<List<Object>> old) {
    return Arrays.asList(kernel.run(operands, CHUNKS, Optional.empty(), old, fit));
  }

  private List<Object> expected(Operands operands) {
    return Arrays.asList(
        new ChunkedKernel(Compiler.divide(SUM).orElseThrow(), Optional::empty, () -> false)
            .runWhole(operands));
  }

  private static void spoil(List<Object> arrays) {
    Arrays.fill((int[]) arrays.get(0), -1);
    Arrays.fill((int[]) arrays.get(1), -1);
    Arrays.fill((double[]) arrays.get(2), -1);
  }

  @Test
  void partsThatAreAsLongAsBeforeNeedNotBeJoined() {
    Operands operands = operands(csr(100, 200, 9), csr(150, 700, 5));
    List<Object> first = run(operands, Optional.empty());
    assertThat(asked).hasValue(0);
    for (int again = 0; again < 3; again++) {
      spoil(first);
      List<Object> next = run(operands, Optional.of(first));
      for (int array = 0; array < 3; array++) {
        assertThat(next.get(array)).isSameAs(first.get(array));
      }
      assertThat(next).usingRecursiveComparison().isEqualTo(expected(operands));
    }
    assertThat(asked).hasValue(1);
    assertThat(fit.triesNext()).isTrue();
  }

  /** The result has as many entries as the one before, but elsewhere. */
  @ParameterizedTest
  @CsvSource({"0, 100", "450, 550", "900, 1000"})
  void partsOfOtherLengthsAreJoined(int from, int to) {
    Object[] b = csr(0, 0, 1);
    Operands before = operands(csr(300, 400, 9), b);
    Operands operands = operands(csr(from, to, 9), b);
    List<Object> old = run(before, Optional.empty());
    List<Object> result = run(operands, Optional.of(old));
    assertThat(asked).hasValue(1);
    assertThat(result).usingRecursiveComparison().isEqualTo(expected(operands));
    assertThat(fit.triesNext()).as("tries again at once").isFalse();
  }

  @Test
  void whereEntriesGoIsGiven() {
    ChunkCode code = Compiler.divideInPlace(SUM).orElseThrow();
    assertThat(Printer.print(code.chunk()))
        .contains("int C2_n = first_entry;")
        .doesNotContain("grow");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "C(i,j) = A(i,k) * B(k,j) | csr  | true",
        "C(i,j) = A(i,k) * B(k,j) | dcsr | false", // some rows are never visited
        "C(i,j) = A(i,j) + B(i,j) | coo  | true",
      })
  void everyParentTellsWhereItsEntriesEnd(String statement, String format, boolean possible) {
    assertThat(Compiler.divideInPlace(compilation(statement, format)).isPresent())
        .isEqualTo(possible);
  }
}
