package org.einkorn.programs;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The first of the random programs once more, in a JVM that compiles a kernel to machine code after
 * very few runs. Elsewhere most kernels run once and are only interpreted.
 */
@Tag("jit")
class JitProgramsTest {
  private static final int COUNT = Integer.getInteger("einkorn.programs", 20_000) / 30;

  /** More runs than the optimising compiler waits for; the quick one waits for one. */
  private static final int OPTIMISED = 40;

  private static final int QUICK = 4;

  @Test
  void machineCodeGivesWhatTheOracleGives() {
    RandomPrograms.check(
        RandomProgramsTest.SEED,
        COUNT,
        (program, seed) -> program.check(seed % 10 == 0 ? OPTIMISED : QUICK));
  }
}
