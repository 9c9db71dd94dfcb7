package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Random programs that convert operands before their loops run, as is done with large ones. */
class ConvertedProgramsTest {
  private static final int COUNT = RandomProgramsTest.COUNT / 10;

  @Test
  void convertedOperandsGiveWhatTheOracleGives() {
    AtomicInteger converting = new AtomicInteger();
    RandomPrograms.check(
        RandomProgramsTest.SEED,
        COUNT,
        (program, seed) -> converting.addAndGet(program.checkConverting() ? 1 : 0));
    assertThat(converting).as("programs that convert").hasValueGreaterThan(COUNT / 20);
  }
}
