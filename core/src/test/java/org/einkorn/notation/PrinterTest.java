package org.einkorn.notation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrinterTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "A(i,j) = B(i,k) * C(k,j)",
        "a = b",
        "A(i) += x(i)",
        "A(i) *= x(i)",
        "A(i) min= A(i)",
        "s = a + b - (c - d) * (e + f) / g",
        "s = a / (b / c) / (d * e)",
        "s = a - (b + c) + (d + e)",
        "s = -a * -(b + c) - -d",
        "s = --a + -5 - -(5) - --5",
        "s = a * -5 / -2.5",
        "s = 1.0E100 - 1.0E-7 + -0.0",
        "s = sum(j,k, A(j,k) * x(k)) * b",
        "s = sum(k, sum(k, x(k)))",
        "s = sum(j, max(k, A(j,k)))",
        "y(k) = max((k), x(k)) + max(x(k), k) + max(k, a)",
        "y(i) = min(x(i) + 1, (2 - i) * a)",
        "s = sum(k, -k)",
      })
  void printsWhatWasWritten(String text) {
    assertThat(Printer.print(Parser.parse(text))).isEqualTo(text);
  }

  @Test
  void leavesOutParenthesesThatSayNothing() {
    assertThat(Printer.print(Parser.parse("s = ((a*(b)))+(c*d)+(-(e))")))
        .isEqualTo("s = a * b + c * d + -e");
    assertThat(Printer.print(Parser.parse("a -= (b + c)"))).isEqualTo("a += -(b + c)");
    assertThat(Printer.print(Parser.parse("a = b").value())).isEqualTo("b");
  }

  @Test
  void anyStatementCanBeReadBack() {
    for (int seed = 0; seed < 20_000; seed++) {
      Assignment statement = new RandomStatements(seed).next();
      String text = Printer.print(statement);
      assertThat(Parser.parse(text)).as("seed %d: %s", seed, text).isEqualTo(statement);
    }
  }
}
