package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.variable;

import java.lang.reflect.Array;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Evaluator;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@EnabledIf("org.einkorn.backend.x64.MachineCode#isPresent")
class StreamedTest {
  private static final int ROWS = 3;

  private final Variable i = variable("i", Type.INT32);
  private final Variable n = variable("n", Type.INT32);

  /** From every place of a line on, so that pieces fit, begin in the middle of one, or neither. */
  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"FLOAT64", "FLOAT32", "INT64", "INT32"})
  void vectorsMayBeginAnywhere(ElementType element) {
    Variable from = variable("from", Type.arrayOf(element));
    Variable to = variable("to", Type.arrayOf(element));
    for (int lanes = 16 / element.bytes(); lanes <= MachineCode.lanes(element); lanes *= 2) {
      Exp row = multiply(i, constant(lanes));
      Stmt copied = new Stmt.Store(to, add(row, n), new Exp.LoadVector(from, row, lanes), true);
      Function copy =
          new Function(
              "f",
              List.of(n, from, to),
              List.of(to),
              block(forLoop(i, constant(0), constant(ROWS), copied)));
      // On every way out.
      assertThat(MachineCode.listing(copy))
          .contains("vmovntps")
          .containsPattern("end\\d+:\\s+sfence");
      for (int first = 0; first < 64 / element.bytes(); first++) {
        Object source = Array.newInstance(element.javaType(), ROWS * lanes);
        for (int k = 0; k < ROWS * lanes; k++) {
          Array.set(source, k, number(element, k));
        }
        int length = first + ROWS * lanes + 1;
        Object expected = Array.newInstance(element.javaType(), length);
        Object result = Array.newInstance(element.javaType(), length);
        Evaluator.run(copy, new Object[] {first, source, expected});
        for (Processor processor : processors(lanes * element.bytes())) {
          MachineCode.compile(copy, processor)
              .orElseThrow()
              .run(new Object[] {first, source, result});
          assertThat(result).as("%d lanes from %d", lanes, first).isEqualTo(expected);
          clear(result);
        }
      }
    }
  }

  /** This one, and a lesser one if it has registers of so many bytes. */
  private static Set<Processor> processors(int bytes) {
    Set<Processor> all = new HashSet<>(Set.of(Processor.present().orElseThrow()));
    if (bytes <= new Processor(false).vectorBytes()) {
      all.add(new Processor(false));
    }
    return all;
  }

  private static void clear(Object array) {
    System.arraycopy(
        Array.newInstance(array.getClass().getComponentType(), Array.getLength(array)),
        0,
        array,
        0,
        Array.getLength(array));
  }

  private static Object number(ElementType element, int k) {
    return switch (element) {
      case FLOAT64 -> k + 0.5;
      case FLOAT32 -> k + 0.5f;
      case INT64 -> (long) k;
      case INT32 -> k;
      case BOOL -> throw new IllegalArgumentException("no vectors of bools");
    };
  }
}
