package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.legalise.ConvertedOperand;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.einkorn.schedule.Measurements;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;
import org.einkorn.support.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConvertedOperandsTest {
  private static final int ROWS = 3000;
  private static final int ENTRIES = 40_000;

  private static Storage tensor(int seed, String format, int... dimensions) {
    SplittableRandom random = new SplittableRandom(seed);
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, dimensions);
    for (int k = 0; k < ENTRIES; k++) {
      int[] coordinate = Arrays.stream(dimensions).map(random::nextInt).toArray();
      list.add(random.nextInt(1, 9), coordinate);
    }
    return Conversion.pack(list, Formats.parse(format, dimensions.length));
  }

  private static Map<IndexVariable, Integer> sizes(String variables) {
    Map<IndexVariable, Integer> sizes = new HashMap<>();
    for (String size : variables.split(" ")) {
      String[] parts = size.split("=");
      sizes.put(new IndexVariable(parts[0]), Integer.valueOf(parts[1]));
    }
    return sizes;
  }

  private static BoundKernel kernel(String statement, Map<String, Storage> inputs, String format) {
    Assignment assignment = Parser.parse(statement);
    Map<String, TensorType> types = new HashMap<>();
    inputs.forEach((name, tensor) -> types.put(name, tensor.type()));
    TensorType result =
        TensorType.of(ElementType.FLOAT64, Formats.parse(format, assignment.target().order()));
    return Kernels.get(assignment, types, result, Projection.FUSED, Measurements.of(inputs));
  }

  private static List<String> conversions(BoundKernel kernel) {
    return kernel.compilation().converted().stream().map(ConvertedOperand::toString).toList();
  }

  private static void assertSame(Storage actual, Storage expected) {
    assertThat(actual.arrays()).usingRecursiveComparison().isEqualTo(expected.arrays());
  }

  @Test
  void aLargeOperandInAnotherOrderIsConverted() {
    Map<String, Storage> inputs =
        Map.of("A", tensor(1, "csc", ROWS, ROWS), "B", tensor(2, "csr", ROWS, ROWS));
    BoundKernel kernel = kernel("C(i,j) = A(i,k) * B(k,j)", inputs, "csr");
    assertThat(conversions(kernel)).hasSize(1).allMatch(text -> text.contains(" to csr, as "));
    Map<String, Storage> sorted = Map.of("A", tensor(1, "csr", ROWS, ROWS), "B", inputs.get("B"));
    Map<IndexVariable, Integer> sizes = sizes("i=3000 j=3000 k=3000");
    BoundKernel other = kernel("C(i,j) = A(i,k) * B(k,j)", sorted, "csr");
    assertThat(conversions(other)).isEmpty();
    assertSame(kernel.run(inputs, sizes), other.run(sorted, sizes));
  }

  @Test
  void rowsAreListedWhereThereAreFarMoreThanEntries() {
    int many = 100 * ENTRIES;
    Map<String, Storage> inputs = Map.of("A", tensor(1, "dcsc", many, many));
    assertThat(conversions(kernel("B(i,j) = A(i,j)", inputs, "dcsr")))
        .hasSize(1)
        .allMatch(text -> text.contains(" to dcsr, as "));
  }

  @Test
  void threeDimensionsInAnotherOrder() {
    Map<String, Storage> inputs = Map.of("A", tensor(3, "sss", 40, 50, 60));
    BoundKernel kernel = kernel("B(k,i,j) = A(i,j,k)", inputs, "sss");
    assertThat(conversions(kernel)).hasSize(1);
    Map<IndexVariable, Integer> sizes = sizes("i=40 j=50 k=60");
    Storage expected = Conversion.converted(inputs.get("A"), inputs.get("A").type());
    CoordinateList entries = Conversion.unpack(expected);
    CoordinateList turned =
        new CoordinateList(
            ElementType.FLOAT64,
            new int[] {60, 40, 50},
            new int[][] {entries.coordinates(2), entries.coordinates(0), entries.coordinates(1)},
            entries.values(),
            entries.count());
    assertSame(kernel.run(inputs, sizes), Conversion.pack(turned, Formats.csf(3)));
  }

  @Test
  void aSmallOperandIsCopiedByTheLoops() {
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, new int[] {ROWS, ROWS});
    list.add(1, 2, 3);
    Map<String, Storage> inputs = Map.of("A", Conversion.pack(list, Formats.csc()));
    assertThat(conversions(kernel("B(i,j) = A(i,j)", inputs, "csr"))).isEmpty();
  }

  @Test
  void otherTensorsAreConvertedAnew() {
    Map<IndexVariable, Integer> sizes = sizes("i=3000 j=3000");
    Map<String, Storage> first = Map.of("A", tensor(1, "csc", ROWS, ROWS));
    Map<String, Storage> second = Map.of("A", tensor(2, "csc", ROWS, ROWS));
    BoundKernel kernel = kernel("B(i,j) = A(i,j)", first, "csr");
    for (int turn = 0; turn < 2; turn++) {
      assertSame(kernel.run(first, sizes), tensor(1, "csr", ROWS, ROWS));
      assertSame(kernel.run(second, sizes), tensor(2, "csr", ROWS, ROWS));
    }
  }

  @Test
  void whatIsKeptIsConvertedOnce() {
    Storage tensor = tensor(1, "csc", ROWS, ROWS);
    ConvertedOperands operands = operands(tensor, Set.of());
    Map<String, Storage> tensors = Map.of("A", tensor);
    Storage converted = operands.with(tensors).get("w");
    assertThat(operands.with(tensors).get("w")).isSameAs(converted);
    assertThat(operands.with(tensors)).containsEntry("A", tensor);
    assertThat(converted.type().format()).isEqualTo(Formats.csr());
  }

  /** Two results at the same time would have the same arrays, and either may be written over. */
  @Test
  void whatResultsHaveArraysOfIsConvertedForEach() {
    Storage tensor = tensor(1, "csc", ROWS, ROWS);
    ConvertedOperands operands = operands(tensor, Set.of("w"));
    Map<String, Storage> tensors = Map.of("A", tensor);
    assertThat(operands.with(tensors).get("w")).isNotSameAs(operands.with(tensors).get("w"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "B(i,j) = 2 * A(i,j)       | true",
        "B(i,j) = A(i,j)           | true",
        "B(i,j) = A(i,k) * A(k,j)  | false",
        "B(i,j) = A(i,j) + A(j,i)  | false",
      })
  void resultsHaveArraysOfACopyWhoseEntriesTheyHave(String statement, boolean lent) {
    BoundKernel kernel = kernel(statement, Map.of("A", tensor(1, "csc", ROWS, ROWS)), "csr");
    assertThat(kernel.compilation().converted()).isNotEmpty();
    Executable executable = new Executable(kernel.compilation(), Projection.FUSED);
    assertThat(!executable.lent().isEmpty()).isEqualTo(lent);
  }

  /** What was compiled for a few thousand rows runs on as many as there can be. */
  @ParameterizedTest
  @ValueSource(ints = {ROWS, 100_000_000, Integer.MAX_VALUE})
  void tensorsWithFarMoreRowsAreNotConverted(int size) {
    String statement = "C(i,j) = A(i,j) * B(i,j)";
    BoundKernel kernel =
        kernel(
            statement,
            Map.of("A", tensor(1, "dcsc", ROWS, ROWS), "B", tensor(1, "dcsr", ROWS, ROWS)),
            "dcsr");
    assertThat(conversions(kernel)).hasSize(1).allMatch(text -> text.contains(" to csr, as "));
    CoordinateList few = new CoordinateList(ElementType.FLOAT64, new int[] {size, size});
    for (int k = 0; k < 1000; k++) {
      few.add(k, k * (size / 1000), 7);
    }
    Map<String, Storage> inputs =
        Map.of(
            "A", Conversion.pack(few, Formats.parse("dcsc", 2)),
            "B", Conversion.pack(few, Formats.parse("dcsr", 2)));
    Storage result = kernel.run(inputs, sizes("i=" + size + " j=" + size));
    assertThat(result.count()).isEqualTo(1000);
    assertThat(((double[]) result.values())[999]).isEqualTo(999.0 * 999);
  }

  /** A progress bar goes once from the beginning to the end. */
  @Test
  void conversionsTellNobodyHowFarTheyAre() {
    Map<String, Storage> inputs =
        Map.of("A", tensor(1, "csc", ROWS, ROWS), "B", tensor(2, "csr", ROWS, ROWS));
    BoundKernel kernel = kernel("C(i,j) = A(i,k) * B(k,j)", inputs, "csr");
    assertThat(conversions(kernel)).isNotEmpty();
    List<Integer> heard = new ArrayList<>();
    Workers.reporting(
        (done, all) -> heard.add((int) done),
        () -> kernel.run(inputs, sizes("i=3000 j=3000 k=3000")));
    assertThat(heard).isNotEmpty().isSorted().doesNotHaveDuplicates();
  }

  /** A result that has the pattern of what was converted may be written over one day. */
  @Test
  void whatAResultHasArraysOfIsNotKept() {
    Map<IndexVariable, Integer> sizes = sizes("i=3000 j=3000");
    Map<String, Storage> inputs = Map.of("A", tensor(1, "csc", ROWS, ROWS));
    BoundKernel kernel = kernel("B(i,j) = A(i,j)", inputs, "csr");
    Storage expected = tensor(1, "csr", ROWS, ROWS);
    Storage result = kernel.run(inputs, sizes);
    for (int turn = 0; turn < 3; turn++) {
      assertSame(result, expected);
      Arrays.fill((int[]) result.levels().get(1).get(1), 7);
      Arrays.fill((double[]) result.values(), 7);
      result = kernel.run(inputs, sizes, Optional.of(new Spare(result, true)));
    }
    assertSame(result, expected);
  }

  private static ConvertedOperands operands(Storage tensor, Set<String> lent) {
    return new ConvertedOperands(
        kernel("B(i,j) = A(i,j)", Map.of("A", tensor), "csr").compilation().converted().stream()
            .map(o -> new ConvertedOperand("w", renamed(o), o.order(), o.type()))
            .toList(),
        () -> lent);
  }

  /** Kernels have names of their own for operands. */
  private static Access renamed(ConvertedOperand operand) {
    return new Access("A", operand.operand().indices());
  }
}
