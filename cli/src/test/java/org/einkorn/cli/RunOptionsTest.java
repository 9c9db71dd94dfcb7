package org.einkorn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.cli.Ran.einkorn;

import org.einkorn.Einkorn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a statement runs: its schedule and its threads. */
class RunOptionsTest {
  private final int threads = Einkorn.threads();

  @AfterEach
  void restoreThreads() {
    Einkorn.threads(threads);
  }

  @Test
  void threads() {
    einkorn("eval", "a = sum(i, i)", "--dim", "i=5", "--threads", "3").wrote("10");
    assertThat(Einkorn.threads()).isEqualTo(3);
    assertThat(einkorn("explain", "a = x(i)", "x=[1,2,4]", "--threads", "2").code()).isZero();
    assertThat(Einkorn.threads()).isEqualTo(2);
    Einkorn.threads(3);
    einkorn("eval", "a = sum(i, i)", "--dim", "i=5").wrote("10");
    assertThat(Einkorn.threads()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"two", "2.5", "99999999999", ""})
  void whatIsNoNumberOfThreads(String text) {
    einkorn("eval", "a = 1", "--threads", text)
        .refused(
            "'--threads " + text + "' gives no number of threads; write for example --threads 4.");
  }

  @Test
  void tooFewThreads() {
    einkorn("eval", "a = 1", "--threads", "0").refused("A kernel needs at least 1 thread, not 0.");
    einkorn("eval", "a = 1", "--threads=-2").refused("A kernel needs at least 1 thread, not -2.");
    einkorn("eval", "a = 1", "--threads")
        .refused("Missing required parameter for option '--threads' (N); see einkorn eval --help.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"eval", "code"})
  void aMistakeInAScheduleIsShown(String command) {
    einkorn(command, "y(i) = x(i)", "--schedule", "unroll(i,2); splt(i,i0,i1,32)")
        .refused(
            """
            Column 14: there is no directive 'splt'; did you mean split(i,i0,i1,n)?
            unroll(i,2); splt(i,i0,i1,32)
                         ^\
            """);
  }

  @Test
  void anEmptyScheduleLeavesTheLoopsAsTheyAre() {
    einkorn("eval", "a = 1 + s", "s=1", "--schedule", "").wrote("2");
  }

  @Test
  void aScheduleTakesEffect() {
    String[] schedule = {"--schedule", "split(i,i0,i1,2); unroll(i1,2)"};
    einkorn("eval", "a = x(i)", "x=[1,2,4]", schedule[0], schedule[1]).wrote("7");
    assertThat(einkorn("code", "a = x(i)", "--show", "loops", schedule[0], schedule[1]).out())
        .contains("forall i0\n", "forall i from i0*2 to i0*2 + 2\n");
    assertThat(einkorn("explain", "a = x(i)", "x=[1,2,4]", schedule[0], schedule[1]).out())
        .contains("loop order: i0, i\n     The schedule says so.\n     Runner-up: i, ")
        .contains("threads: one\n     The schedule parallelizes no loop.\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"eval", "explain"})
  void aDirectiveThatDoesNotApplyIsRefused(String command) {
    einkorn(command, "a = x(i)", "x=[1,2]", "--schedule", "split(j,j0,j1,2)")
        .refused("'split(j,j0,j1,2)' does not apply: There is no loop over j; the loops are i.");
  }
}
