package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.einkorn.backend.jvm.VectorUnit;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Printer;
import org.einkorn.imp.RowForm;
import org.einkorn.imp.VectorForm;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.ChunkLowering.Memory;
import org.einkorn.notation.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A chunk of a product computes the same bits in vectors, as machine code and without. */
class TwinFunctionTest {
  private static final int ROWS = 40;
  private static final int COLUMNS = 30;

  private static TensorType type(ElementType element, String format) {
    return TensorType.of(element, Formats.parse(format, 2));
  }

  private static ChunkCode chunks(String product, ElementType element, Memory memory) {
    return chunks(product, element, "csr", memory);
  }

  private static ChunkCode chunks(
      String product, ElementType element, String format, Memory memory) {
    Map<String, TensorType> inputs = new LinkedHashMap<>(); // in the order of the arguments
    inputs.put("A", type(element, format));
    inputs.put("B", type(element, "dense"));
    return Compiler.divide(
            Compiler.compile(Parser.parse(product), inputs, type(element, "dense")), memory)
        .orElseThrow();
  }

  /** The arguments for all rows, with a result that is not empty. */
  private static Object[] arguments(int length) {
    SplittableRandom random = new SplittableRandom(length);
    int[] pos = new int[ROWS + 1];
    Arrays.setAll(pos, i -> i / 2 * 5);
    int[] crd = new int[pos[ROWS]];
    Arrays.setAll(crd, p -> p % 5 * 6);
    return new Object[] {
      pos,
      crd,
      random.doubles(crd.length).toArray(),
      random.doubles((long) COLUMNS * length).toArray(),
      ROWS,
      length,
      COLUMNS,
      random.doubles((long) ROWS * length).toArray(),
      0,
      ROWS
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 8, 20, 64, 70, 129})
  void theSameBits(int length) {
    theSameBits(length, Memory.NEW);
  }

  /** Here it makes no difference what stood in the result. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 8, 20, 64, 70, 129})
  void theSameBitsInSpareMemory(int length) {
    assertThat(theSameBits(length, Memory.SPARE)).isEqualTo(fromZero(length));
  }

  /** Rows that begin with a constant are never read; those that are added to are. */
  @Test
  void onlyWhatIsNeverReadIsTriedPastTheCaches() {
    List<Boolean> streamed =
        List.of(false, false, false, false, false, true, true, true, true, true, false);
    List<Boolean> far =
        List.of(false, false, true, true, false, false, false, true, true, false, false);
    List<Boolean> narrow = Collections.nCopies(11, false);
    for (Memory memory : Memory.values()) {
      assertThat(forms("csr", memory))
          .extracting(form -> form.contains("stream C_vals["))
          .containsExactlyElementsOf(twice(streamed, List.of(false, true)));
      assertThat(forms("csr", memory))
          .extracting(form -> form.contains("prefetch far B_vals["))
          .containsExactlyElementsOf(twice(far, List.of(false, false)));
      assertThat(forms("csr", memory))
          .extracting(form -> form.contains("double<4>"))
          .containsExactlyElementsOf(twice(narrow, List.of(true, true)));
      assertThat(forms("csr", memory).get(4))
          .contains("B_vals[A2_crd_ahead * 32 + 31]", "A2_pos_ahead");
      assertThat(forms("csr", memory).get(10)).contains("alike");
      assertThat(forms("csr", memory).getLast()).contains("alike", "line 4 of B_vals");
      assertThat(forms("dcsr", memory)).hasSize(11).noneMatch(form -> form.contains("stream"));
    }
  }

  /** Forms whose vectors begin with rows, then other ones, then those that begin with lines. */
  private static List<Boolean> twice(List<Boolean> forms, List<Boolean> between) {
    return Stream.of(forms, between, forms).flatMap(List::stream).toList();
  }

  /** A row and one vector more, as memory has its lines; each of these is read once. */
  @Test
  void vectorsMayBeginWhereLinesDo() {
    String form = forms("csr", Memory.SPARE).get(13);
    assertThat(form)
        .contains("B_vals[k * 32 : 32 | line 0 of B_vals]")
        .contains("B_vals[k * 32 : 32 | line 4 of B_vals]")
        .doesNotContain("line 5")
        .contains(
            "C_vals[i * 32 : 32 | lines of B_vals] = C_row, C_row_2, C_row_3, C_row_4, C_row_5;");
  }

  /** No more than a row has lines, and the last element of it. */
  @Test
  void allLinesOfARowAreFetched() {
    assertThat(forms("csr", Memory.SPARE).get(15))
        .contains("prefetch far B_vals[A2_crd_ahead * 32]")
        .contains("A2_crd_ahead * 32 + 24]", "A2_crd_ahead * 32 + 31]")
        .doesNotContain("+ 32]", "+ 30]");
  }

  /** As machine code, for registers of any machine. */
  private static List<String> forms(String format, Memory memory) {
    Function chunk =
        chunks("C(i,j) = A(i,k) * B(k,j)", ElementType.FLOAT64, format, memory).chunk();
    Map<Variable, Integer> sizes = new HashMap<>();
    VectorForm.of(chunk).orElseThrow().sizes().forEach(size -> sizes.put(size, 32));
    return MachineForms.of(chunk, sizes, type -> 8, 2, RowForm.CONTINUED).stream()
        .map(Printer::print)
        .toList();
  }

  private static double[] fromZero(int length) {
    Object[] arguments = arguments(length);
    arguments[7] = new double[ROWS * length];
    run(twin(Memory.NEW, Use.NEVER, Use.NEVER), arguments);
    return (double[]) arguments[7];
  }

  private static TwinFunction twin(Memory memory, Use vectors, Use machineCode) {
    ChunkCode code = chunks("C(i,j) = A(i,k) * B(k,j)", ElementType.FLOAT64, memory);
    return new TwinFunction(code, () -> true, vectors, machineCode);
  }

  private static void run(TwinFunction twin, Object[] arguments) {
    twin.prepare(new Operands(Map.of(), arguments), arguments)
        .run(arguments, true, 1, work -> arguments.clone());
  }

  /** What machine code cannot do is left to vectors. */
  @Test
  void aFunctionThatIsNoMachineCode() {
    ChunkCode code = chunks("C(i,j) = A(i,k) * -B(k,j)", ElementType.INT64, Memory.NEW);
    TwinFunction negative = new TwinFunction(code, () -> true, Use.ALWAYS, Use.ALWAYS);
    Object[] arguments = arguments(20);
    for (int k : new int[] {2, 3, 7}) {
      arguments[k] = DoubleStream.of((double[]) arguments[k]).mapToLong(x -> (long) x).toArray();
    }
    run(negative, arguments);
    if (VectorUnit.isPresent()) {
      assertThat(negative.runs()).isEqualTo(new ChunkRuns(1, 1, 0));
    }
  }

  private static double[] theSameBits(int length, Memory memory) {
    TwinFunction vectors = twin(memory, Use.ALWAYS, Use.NEVER);
    TwinFunction machineCode = twin(memory, Use.NEVER, Use.ALWAYS);
    TwinFunction plain = twin(memory, Use.NEVER, Use.NEVER);
    Object[] ofVectors = arguments(length);
    Object[] ofMachineCode = arguments(length);
    Object[] ofPlain = arguments(length);
    run(vectors, ofVectors);
    run(machineCode, ofMachineCode);
    run(plain, ofPlain);
    assertThat((double[]) ofVectors[7]).isEqualTo((double[]) ofPlain[7]);
    assertThat((double[]) ofMachineCode[7]).isEqualTo((double[]) ofPlain[7]);
    assertThat(plain.runs()).isEqualTo(ChunkRuns.NONE);
    if (VectorUnit.isPresent()) {
      assertThat(vectors.runs()).isEqualTo(new ChunkRuns(1, length >= 2 ? 1 : 0, 0));
    }
    if (MachineCode.isPresent()) {
      assertThat(machineCode.runs()).isEqualTo(new ChunkRuns(1, 0, 1));
    }
    return (double[]) ofVectors[7];
  }
}
