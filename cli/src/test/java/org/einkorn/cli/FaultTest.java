package org.einkorn.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

/** What cannot be provoked from outside, given to {@link Failures} directly. */
class FaultTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(said, true, UTF_8);

  @Test
  void aFaultAsksForAReport() {
    assertThat(Failures.report(new IllegalStateException("odd"), false, err)).isEqualTo(1);
    assertThat(said.toString(UTF_8))
        .isEqualTo(
            "einkorn: Something went wrong inside Einkorn (java.lang.IllegalStateException: odd);"
                + " please report it, with what the same command says when --trace is added.\n");
  }

  @Test
  void traceShowsWhereItHappened() {
    Failures.report(new IllegalStateException("odd"), true, err);
    assertThat(said.toString(UTF_8))
        .contains("\tat org.einkorn.cli.FaultTest")
        .endsWith("(java.lang.IllegalStateException: odd); please report it.\n");
  }

  @Test
  void fullMemoryTellsTheWayOut() {
    assertThat(Failures.report(new OutOfMemoryError(), false, err)).isEqualTo(2);
    assertThat(said.toString(UTF_8))
        .matches(
            "einkorn: Memory ran out: the JVM may use [0-9.]+ GB. Choose sparser formats, or give"
                + " it more: JAVA_OPTS=-Xmx\\d+g ./einkorn …\n");
  }
}
