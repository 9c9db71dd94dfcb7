package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Random programs under random schedules: directives that apply never change a result. {@code
 * -Deinkorn.programs=…} sets how many get a schedule, {@code -Deinkorn.seed=…} where to start.
 */
class RandomSchedulesTest {
  private static final int STEP = 2_000;

  @Test
  void scheduledProgramsGiveWhatTheOracleGives() {
    AtomicInteger scheduled = new AtomicInteger();
    AtomicInteger directives = new AtomicInteger();
    long seed = RandomProgramsTest.SEED;
    int wanted = RandomProgramsTest.COUNT;
    while (scheduled.get() < wanted) {
      int missing = wanted - scheduled.get();
      int count = Math.min(STEP, missing);
      RandomPrograms.check(
          seed,
          count,
          (program, s) -> {
            int size = program.checkScheduled(new SplittableRandom(s));
            if (size > 0) {
              scheduled.incrementAndGet();
              directives.addAndGet(size);
            }
          });
      seed += count;
    }
    assertThat(directives.get()).isGreaterThan(2 * wanted);
  }
}
