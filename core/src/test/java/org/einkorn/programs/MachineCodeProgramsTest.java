package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.einkorn.backend.x64.MachineCode;
import org.junit.jupiter.api.Test;

/**
 * Random programs as machine code, where there is any. Whole chunks write to arrays that are there,
 * so results are dense for these; of programs with other results the main loop is machine code.
 */
class MachineCodeProgramsTest {
  private static final int COUNT = RandomProgramsTest.COUNT / 20;

  @Test
  void machineCodeGivesWhatTheOracleGives() {
    assumeTrue(MachineCode.isPresent());
    AtomicInteger programs = new AtomicInteger();
    AtomicInteger forms = new AtomicInteger();
    RandomPrograms.check(
        RandomProgramsTest.SEED,
        COUNT,
        (program, seed) -> {
          int count = program.dense().checkAsMachineCode();
          programs.addAndGet(count > 0 ? 1 : 0);
          forms.addAndGet(count);
        });
    assertThat(programs.get()).isGreaterThan(COUNT / 4);
    assertThat(forms.get()).isGreaterThan(2 * programs.get());
  }

  @Test
  void loopsThatStopForWhatTheyCannotDoGiveWhatTheOracleGives() {
    assumeTrue(MachineCode.isPresent());
    AtomicInteger programs = new AtomicInteger();
    RandomPrograms.check(
        RandomProgramsTest.SEED,
        COUNT,
        (program, seed) -> programs.addAndGet(program.checkWithMachineLoop() ? 1 : 0));
    assertThat(programs.get()).isGreaterThan(COUNT / 4);
  }
}
