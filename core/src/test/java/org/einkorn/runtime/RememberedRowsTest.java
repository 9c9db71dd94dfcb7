package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Function;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.Printer;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Type;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Parser;
import org.einkorn.schedule.Guidance;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.ScheduleParser;
import org.einkorn.storage.Storage;
import org.einkorn.support.RowMemory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Products many of whose rows lie alike, so that what is remembered of one serves for others. */
class RememberedRowsTest {
  private final SplittableRandom random = new SplittableRandom(6);

  @BeforeEach
  void isThere() {
    assumeTrue(
        MachineCode.isPresent()
            && MachineCode.isSuitable(
                Imp.run(
                    RuntimeFunction.SORT_FEW,
                    Imp.variable("list", Type.INT32_ARRAY),
                    Imp.constant(0))));
  }

  private static Function whole(String product, ElementType type) {
    TensorType csr = TensorType.of(type, Formats.parse("csr", 2));
    TensorType dense = TensorType.of(type, Formats.parse("dense", 1));
    Map<String, TensorType> types = new HashMap<>(Map.of("B", csr, "C", csr));
    Stream.of("a", "d").filter(v -> product.contains(v + "(")).forEach(v -> types.put(v, dense));
    Compiler.Chosen loops =
        Compiler.loops(
            Parser.parse(product),
            types,
            csr,
            csr.format(),
            ScheduleParser.parse("reorder(i,k,j); workspace(j,dense)"));
    return Compiler.lower(loops, csr, Projection.FUSED).code().function();
  }

  /** A square matrix in bands, some entries of which are missing; or a grid with its ends. */
  private Object[] band(int rows, ElementType type) {
    int[] distances = random.ints(2 + random.nextInt(20), -30, 30).distinct().sorted().toArray();
    int missing = 2 + random.nextInt(500);
    int period = random.nextBoolean() ? rows : 5 + random.nextInt(50);
    int[] pos = new int[rows + 1];
    int[] crd = new int[rows * distances.length];
    for (int i = 0; i < rows; i++) {
      pos[i + 1] = pos[i];
      for (int distance : distances) {
        int j = i + distance;
        boolean isOnGrid = distance < 5 || i % period < period - distance;
        if (0 <= j && j < rows && isOnGrid && random.nextInt(missing) > 0) {
          crd[pos[i + 1]++] = j;
        }
      }
    }
    int[] exact = Arrays.copyOf(crd, pos[rows]);
    return new Object[] {pos, exact, values(exact.length, type)};
  }

  private Object values(int size, ElementType type) {
    Object values = type.allocate(size);
    for (int k = 0; k < size; k++) {
      double value = random.nextInt(20) == 0 ? -0.0 : random.nextInt(-100, 100) / 4.0;
      switch (type) {
        case FLOAT64 -> Array.setDouble(values, k, value);
        case FLOAT32 -> Array.setFloat(values, k, (float) value);
        case INT64 -> Array.setLong(values, k, random.nextLong());
        case INT32 -> Array.setInt(values, k, random.nextInt());
        case BOOL -> Array.setBoolean(values, k, random.nextBoolean());
      }
    }
    return values;
  }

  private static Map<String, Object> matrices(Object[] b, Object[] c, int rows) {
    return Map.of(
        "B2_pos", b[0], "B2_crd", b[1], "B_vals", b[2], "C2_pos", c[0], "C2_crd", c[1], "C_vals",
        c[2], "iSize", rows, "jSize", rows, "kSize", rows);
  }

  private static boolean remembers(LoopFunction form) {
    return Printer.print(form.loopCode()).contains("spread(");
  }

  /**
   * What is remembered of one matrix meets another one. What is added may depend on the row by more
   * than its entries.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "A(i,j) = B(i,k) * C(k,j)",
        "A(i,j) = a(i) * B(i,k) * C(k,j)",
        "A(i,j) = a(i) * (B(i,k) * C(k,j))",
        "A(i,j) = B(i,k) * d(k) * C(k,j)",
        "A(i,j) = B(i,k) * (C(k,j) * d(k) * B(i,k)) * C(k,j)"
      })
  void rowsAreTheSameAsEver(String product) {
    for (ElementType type : List.of(ElementType.FLOAT64, ElementType.FLOAT32, ElementType.INT64)) {
      Function function = whole(product, type);
      LoopFunction machine =
          LoopFunction.forms(function, Function.NOTHING).stream()
              .filter(RememberedRowsTest::remembers)
              .findFirst()
              .orElseThrow();
      int known = 0;
      for (int turn = 0; turn < 25; turn++) {
        int rows = 100 + random.nextInt(500);
        Map<String, Object> byName =
            new HashMap<>(matrices(band(rows, type), band(rows, type), rows));
        byName.put("a_vals", values(rows, type));
        byName.put("d_vals", values(rows, type));
        Object[] arguments =
            function.parameters().stream().map(v -> byName.get(v.name())).toArray();
        Object[] expected = JvmCompiler.compile(function).run(arguments);
        for (int run = 0; run < 2; run++) {
          assertThat(machine.run(arguments)).isEqualTo(expected);
        }
        known = Math.max(known, ((int[]) machine.left()[0]).length);
      }
      assertThat(known).isGreaterThan(5 * RowMemory.EMPTY);
    }
  }

  /**
   * Where what is added depends on the row by its entries alone, four rows are computed at once.
   */
  @Test
  void rowsThatDependOnTheirNumberAreComputedOneByOne() {
    String product = "A(i,j) = B(i,k) * C(k,j)";
    assertThat(remembering(product)).contains("ready").contains("sums_4");
    assertThat(remembering("A(i,j) = a(i) * (B(i,k) * C(k,j))"))
        .contains("spread(")
        .doesNotContain("ready")
        .doesNotContain("sums_2");
  }

  private static String remembering(String product) {
    return LoopFunction.forms(whole(product, ElementType.FLOAT64), Function.NOTHING).stream()
        .filter(RememberedRowsTest::remembers)
        .map(form -> Printer.print(form.loopCode()))
        .findFirst()
        .orElseThrow();
  }

  /** A part of a result is followed by another one, which may be there already. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT64", "FLOAT32", "INT64"})
  void nothingIsWrittenBehindWhatIsAppended(ElementType type) {
    TensorType csr = TensorType.of(type, Formats.parse("csr", 2));
    List<Integer> sizes = List.of(40_000, 40_000);
    Storage large = Storage.of(csr, sizes, Arrays.asList(band(40_000, type)));
    Assignment product = Parser.parse("A(i,j) = B(i,k) * C(k,j)");
    Guidance guidance =
        Guidance.of(product.value(), Measurements.of(Map.of("B", large, "C", large)));
    Compiler.Chosen loops = Compiler.loops(product, Map.of("B", csr, "C", csr), csr, guidance);
    ChunkCode code =
        Compiler.divideInPlace(Compiler.lower(loops, csr, Projection.FUSED)).orElseThrow();
    Function chunk = Optimiser.split(code.chunk());
    List<LoopFunction> forms = LoopFunction.forms(chunk, code.workspaces());
    assertThat(forms).anyMatch(RememberedRowsTest::remembers);
    for (int turn = 0; turn < 10; turn++) {
      int rows = 400;
      Map<String, Object> bounds =
          Map.of("i_begin", random.nextInt(20), "i_end", 250 + random.nextInt(150));
      Object[] b = band(rows, type);
      Object[] c = band(rows, type);
      Object[] expected = part(code, chunk, JvmCompiler.compile(chunk), b, c, rows, bounds);
      for (LoopFunction form : forms) {
        for (int run = 0; run < 2; run++) {
          Object[] found = part(code, chunk, form, b, c, rows, bounds);
          // Arrays with all that is behind what was appended.
          assertThat(found).isEqualTo(expected);
        }
      }
    }
  }

  /** What a chunk gives that appends to arrays which are full of something else. */
  private static Object[] part(
      ChunkCode code,
      Function chunk,
      CompiledFunction compiled,
      Object[] b,
      Object[] c,
      int rows,
      Map<String, Object> bounds) {
    int[] coordinates = new int[rows * rows];
    Arrays.fill(coordinates, -7);
    Object values =
        ((Type.Array) chunk.parameters().getLast().type()).element().allocate(rows * rows);
    for (int k = 0; k < rows * rows; k++) {
      Array.setByte(values, k, (byte) 77);
    }
    Map<String, Object> byName = new HashMap<>(bounds);
    byName.putAll(matrices(b, c, rows));
    byName.put("first_entry", 3);
    byName.put("A2_crd_spare", coordinates);
    byName.put("A_vals_spare", values);
    Object[] arguments = chunk.parameters().stream().map(v -> byName.get(v.name())).toArray();
    return new Workspaces(code.workspaces(), code.chunk()).run(arguments, compiled::run);
  }
}
