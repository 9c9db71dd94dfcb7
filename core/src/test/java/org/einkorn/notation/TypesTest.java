package org.einkorn.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.element.ElementType.BOOL;
import static org.einkorn.element.ElementType.FLOAT32;
import static org.einkorn.element.ElementType.FLOAT64;
import static org.einkorn.element.ElementType.INT32;
import static org.einkorn.element.ElementType.INT64;

import java.util.Map;
import org.einkorn.element.ElementType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypesTest {
  private static final Map<String, ElementType> TENSORS =
      Map.of("b", BOOL, "m", INT32, "n", INT64, "f", FLOAT32, "d", FLOAT64);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b(i)              | BOOL",
        "m(i)              | INT32",
        "i + 0 * n(i)      | INT64",
        "1                 | INT64",
        "1.0               | FLOAT64",
        "b(i) + b(i)       | INT64",
        "m(i) * m(i)       | INT64",
        "-m(i)             | INT64",
        "f(i) + n(i)       | FLOAT32",
        "f(i) * d(i)       | FLOAT64",
        "n(i) / m(i)       | FLOAT64",
        "f(i) / m(i)       | FLOAT32",
        "sum(i, b(i))      | INT64",
        "min(i, m(i))      | INT64",
        "prod(i, f(i))     | FLOAT32",
        "max(b(i), d(i))   | FLOAT64",
      })
  void infers(String expression, ElementType type) {
    assertThat(Types.typeOf(Parser.parse("y(i) = " + expression).value(), TENSORS::get))
        .isEqualTo(type);
  }
}
