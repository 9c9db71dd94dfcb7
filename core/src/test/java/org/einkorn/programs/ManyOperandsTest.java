package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.imp.Printer;
import org.einkorn.notation.Parser;
import org.einkorn.runtime.Compiler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Code stays linear in the number of operands. */
class ManyOperandsTest {
  private static String statement(String operator, int operands) {
    return "y(i) = "
        + IntStream.range(0, operands)
            .mapToObj(k -> "x" + k + "(i)")
            .collect(Collectors.joining(operator));
  }

  private static Compiler.Compilation compile(String operator, int operands, String format) {
    TensorType type = TensorType.of(ElementType.FLOAT64, Formats.parse(format, 1));
    Map<String, TensorType> types = new HashMap<>();
    for (int k = 0; k < operands; k++) {
      types.put("x" + k, type);
    }
    return Compiler.compile(Parser.parse(statement(operator, operands)), types, type);
  }

  @ParameterizedTest
  @CsvSource({"+, 20, s", "+, 20, d", "-, 20, s", "*, 12, s", "*, 20, s", "+, 60, s", "*, 60, s"})
  void giveTheRightResult(String operator, int operands, String result) {
    Program program = Program.of(statement(operator, operands), result);
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
  @ValueSource(strings = {"+", "*", "-"})
  void codeGrowsWithTheOperandsAlone(String operator) {
    int ten = Printer.print(compile(operator, 10, "s").code().function()).length();
    int twenty = Printer.print(compile(operator, 20, "s").code().function()).length();
    assertThat((double) twenty / ten).isLessThan(2.3);
  }
}
