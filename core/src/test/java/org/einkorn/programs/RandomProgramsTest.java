package org.einkorn.programs;

import org.junit.jupiter.api.Test;

/**
 * Random programs against the oracle. {@code -Deinkorn.programs=…} sets how many, {@code
 * -Deinkorn.seed=…} where to start.
 */
class RandomProgramsTest {
  static final long SEED = Long.getLong("einkorn.seed", 1_000_000);
  static final int COUNT = Integer.getInteger("einkorn.programs", 20_000);

  @Test
  void compiledProgramsGiveWhatTheOracleGives() {
    RandomPrograms.check(SEED, COUNT, RandomPrograms.inManyWays(_ -> 1));
  }
}
