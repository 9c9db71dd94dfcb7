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
      fit.missed();
      assertThat(runsWithoutTrying()).isEqualTo(pause);
    }
  }

  @Test
  void resultsThatFitMakeItShorter() {
    fit.missed();
    fit.missed();
    assertThat(runsWithoutTrying()).isEqualTo(2);
    fit.fitted();
    fit.missed();
    assertThat(runsWithoutTrying()).isEqualTo(3);
    for (int run = 0; run < 100; run++) {
      fit.fitted();
    }
    fit.missed();
    assertThat(runsWithoutTrying()).isEqualTo(1);
  }

  /** Large and small results in turns: every other one does not fit. */
  @Test
  void fewRunsAreInVain() {
    int inVain = 0;
    for (int run = 0; run < 1000; run++) {
      if (fit.triesNext()) {
        if (run % 2 == 0) {
          fit.missed();
          inVain++;
        } else {
          fit.fitted();
        }
      }
    }
    assertThat(inVain).isLessThan(30);
  }

  @Test
  void partsBelongWhereTheLastOnesWere() {
    assertThat(fit.offsets(1, 0)).isEmpty();
    fit.joined(new AppendedPart[] {part(3), part(0), part(4)});
    assertThat(fit.offsets(3, 7))
        .hasValueSatisfying(p -> assertThat(p).containsExactly(0, 3, 3, 7));
    assertThat(fit.offsets(2, 7)).as("other chunks").isEmpty();
    assertThat(fit.offsets(3, 8)).as("another result").isEmpty();
  }

  private static AppendedPart part(int entries) {
    return new AppendedPart(new Object[1], new int[] {entries}, 0);
  }
}
