package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.einkorn.backend.jvm.VectorUnit;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.ChunkLowering.Memory;
import org.einkorn.notation.Parser;
import org.einkorn.runtime.TwinFunction.Use;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A chunk of a product computes the same bits in vectors and without. */
class TwinFunctionTest {
  private static final int ROWS = 40;
  private static final int COLUMNS = 30;

  private static TensorType type(String format) {
    return new TensorType(
        ElementType.FLOAT64, Formats.parse(format, 2), Constant.zero(ElementType.FLOAT64));
  }

  private static ChunkCode chunks(Memory memory) {
    Map<String, TensorType> inputs = new LinkedHashMap<>(); // in the order of the arguments
    inputs.put("A", type("csr"));
    inputs.put("B", type("dense"));
    return Compiler.divide(
            Compiler.compile(Parser.parse("C(i,j) = A(i,k) * B(k,j)"), inputs, type("dense")),
            memory)
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

  private static double[] fromZero(int length) {
    Object[] arguments = arguments(length);
    arguments[7] = new double[ROWS * length];
    run(twin(Memory.NEW, Use.NEVER), arguments);
    return (double[]) arguments[7];
  }

  private static TwinFunction twin(Memory memory, Use use) {
    ChunkCode code = chunks(memory);
    return new TwinFunction(code.chunk(), code.parameters(), () -> true, use);
  }

  private static void run(TwinFunction twin, Object[] arguments) {
    twin.run(
        twin.plain(new Operands(Map.of(), arguments), arguments),
        arguments,
        true,
        work -> arguments.clone());
  }

  private static double[] theSameBits(int length, Memory memory) {
    TwinFunction vectors = twin(memory, Use.ALWAYS);
    TwinFunction plain = twin(memory, Use.NEVER);
    Object[] ofVectors = arguments(length);
    Object[] ofPlain = arguments(length);
    run(vectors, ofVectors);
    run(plain, ofPlain);
    assertThat((double[]) ofVectors[7]).isEqualTo((double[]) ofPlain[7]);
    assertThat(plain.runs()).isEqualTo(new VectorRuns(1, 0));
    assertThat(vectors.runs())
        .isEqualTo(new VectorRuns(1, VectorUnit.isPresent() && length >= 2 ? 1 : 0));
    return (double[]) ofVectors[7];
  }
}
