package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FitTest {
  private final Fit fit = new Fit();

  private int runsWithoutTrying() {
    int runs = 0;
    while (!fit.triesNext()) {
      runs++;
    }
    return runs;
  }

  @Test
  void eachResultThatIsLargerMakesThePauseLonger() {
    assertThat(runsWithoutTrying()).isZero();
    for (int pause : new int[] {1, 2, 4, 8, 16, 32, 64, 64}) {
      fit.outgrew();
      assertThat(runsWithoutTrying()).isEqualTo(pause);
    }
  }

  @Test
  void resultsThatFitMakeItShorter() {
    fit.outgrew();
    fit.outgrew();
    assertThat(runsWithoutTrying()).isEqualTo(2);
    fit.fitted();
    fit.outgrew();
    assertThat(runsWithoutTrying()).isEqualTo(3);
    for (int run = 0; run < 100; run++) {
      fit.fitted();
    }
    fit.outgrew();
    assertThat(runsWithoutTrying()).isEqualTo(1);
  }

  /** Large and small results in turns: every other one does not fit. */
  @Test
  void fewRunsAreInVain() {
    int inVain = 0;
    for (int run = 0; run < 1000; run++) {
      if (fit.triesNext()) {
        if (run % 2 == 0) {
          fit.outgrew();
          inVain++;
        } else {
          fit.fitted();
        }
      }
    }
    assertThat(inVain).isLessThan(30);
  }
}
