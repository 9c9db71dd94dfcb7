package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FitTest {
  private final Fit fit = new Fit();

  private int runsWithoutTrying() {
    int runs = 0;
    while (!fit.isLikely()) {
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
  void aResultThatFitsMakesItShort() {
    fit.outgrew();
    fit.outgrew();
    assertThat(runsWithoutTrying()).isEqualTo(2);
    fit.fitted();
    fit.outgrew();
    assertThat(runsWithoutTrying()).isEqualTo(1);
  }
}
