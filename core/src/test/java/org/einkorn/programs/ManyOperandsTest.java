package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.backend.jvm.MethodSizes;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Function;
import org.einkorn.imp.Printer;
import org.einkorn.notation.Parser;
import org.einkorn.runtime.Compiler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Code stays linear in the number of operands. */
class ManyOperandsTest {
  private static String statement(String operator, int operands, int order) {
    String indices = "(" + "i,j,k".substring(0, 2 * order - 1) + ")";
    return "y"
        + indices
        + " = "
        + IntStream.range(0, operands)
            .mapToObj(k -> "x" + k + indices)
            .collect(Collectors.joining(operator));
  }

  private static Function compile(String operator, int operands, int order) {
    TensorType type = TensorType.of(ElementType.FLOAT64, Formats.csf(order));
    Map<String, TensorType> types = new HashMap<>();
    for (int k = 0; k < operands; k++) {
      types.put("x" + k, type);
    }
    return Compiler.compile(Parser.parse(statement(operator, operands, order)), types, type)
        .code()
        .function();
  }

  @ParameterizedTest
  @CsvSource({"+, 20, s", "+, 20, d", "-, 20, s", "*, 12, s", "*, 20, s", "+, 60, s", "*, 60, s"})
  void giveTheRightResult(String operator, int operands, String result) {
    Program program = Program.of(statement(operator, operands, 1), result);
    for (int k = 0; k < operands; k++) {
      int step = k;
      // Every operand has 0 and 30; otherwise each has its own coordinates.
      String entries =
          IntStream.range(0, 31)
              .filter(c -> c % 30 == 0 || (c * 7 + step * 5) % 11 < 4)
              .mapToObj(c -> c + ":" + (operator.equals("*") ? 1 + c % 2 : 1 + (c + step) % 5))
              .collect(Collectors.joining(" "));
      program = program.tensor("x" + k, ElementType.FLOAT64, k % 5 == 4 ? "d" : "s", "31", entries);
    }
    program.check();
  }

  @ParameterizedTest
  @CsvSource({"+, 1", "*, 1", "-, 1", "+, 2", "*, 2", "+, 3", "*, 3"})
  void codeGrowsWithTheOperandsAlone(String operator, int order) {
    Function ten = compile(operator, 10, order);
    Function twenty = compile(operator, 20, order);
    double growth = (double) Printer.print(twenty).length() / Printer.print(ten).length();
    assertThat(growth).isLessThan(2.3);
    assertThat(MethodSizes.allCompile(twenty)).isTrue();
  }

  /** The fastest of some, so that a busy machine does not decide. */
  @ParameterizedTest
  @CsvSource({"+, 20", "*, 12"})
  void compileInUnderAHundredMilliseconds(String operator, int operands) {
    long fastest = Long.MAX_VALUE;
    for (int k = 0; k < 10; k++) {
      long start = System.nanoTime();
      JvmCompiler.compile(compile(operator, operands, 1));
      fastest = Math.min(fastest, System.nanoTime() - start);
    }
    assertThat(fastest / 1_000_000).isLessThan(100);
  }
}
