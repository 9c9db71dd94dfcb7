package org.einkorn.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Random programs against the oracle. {@code -Deinkorn.programs=…} sets how many, {@code
 * -Deinkorn.seed=…} where to start.
 */
class RandomProgramsTest {
  private static final int COUNT = Integer.getInteger("einkorn.programs", 20_000);
  private static final long SEED = Long.getLong("einkorn.seed", 1_000_000);

  @Test
  void compiledProgramsGiveWhatTheOracleGives() {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    LongStream.range(SEED, SEED + COUNT)
        .parallel()
        .forEach(
            seed -> {
              Program program = RandomProgram.of(seed);
              try {
                program.check();
              } catch (Throwable e) {
                StringBuilder t = new StringBuilder("seed " + seed + "\n" + program + e + "\n");
                for (int k = 0; k < Math.min(6, e.getStackTrace().length); k++) {
                  t.append("   ").append(e.getStackTrace()[k]).append("\n");
                }
                failures.add(t.toString());
              }
            });
    System.out.println(failures.size() + " failures");
    failures.stream()
        .sorted(java.util.Comparator.comparing(String::length))
        .limit(10)
        .forEach(System.out::println);
    org.junit.jupiter.api.Assertions.assertEquals(0, failures.size());
  }
}
