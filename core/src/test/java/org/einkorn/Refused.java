package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;

/** Statements to schedule, and what must be said when a directive does not apply to them. */
final class Refused {
  static final String SPMV = "y(i) = A(i,j) * x(j)";

  private Refused() {}

  static Computation typed(String statement, Map<String, String> formats, String result) {
    Computation computation = Einkorn.expression(statement);
    for (Map.Entry<String, String> f : formats.entrySet()) {
      int order =
          switch (f.getKey()) {
            case "x", "s" -> 1;
            case "B" -> 3;
            default -> 2;
          };
      computation =
          computation.withType(
              f.getKey(), TensorType.of(ElementType.FLOAT64, Formats.parse(f.getValue(), order)));
    }
    return computation.result(result);
  }

  static Computation spmv() {
    return typed(SPMV, Map.of("A", "csr", "x", "d"), "d");
  }

  static Computation product() {
    return typed("C(i,j) = A(i,k) * D(k,j)", Map.of("A", "csr", "D", "csr"), "csr");
  }

  static Computation ttv() {
    return typed("C(i,j) = B(i,j,k) * x(k)", Map.of("B", "csf", "x", "d"), "dd");
  }

  /** The last directive is refused with that reason, when asked and when compiled. */
  static void refused(Computation computation, String schedule, String reason) {
    String last = schedule.substring(schedule.lastIndexOf(';') + 1).strip();
    refusedAll(computation, schedule, "'" + last + "' does not apply: " + reason);
  }

  static void refusedAll(Computation computation, String schedule, String sentence) {
    assertThat(computation.refusal(schedule)).contains(sentence);
    assertThatThrownBy(() -> computation.schedule(schedule).compile())
        .isInstanceOf(EinkornException.class)
        .hasMessage(sentence);
  }
}
