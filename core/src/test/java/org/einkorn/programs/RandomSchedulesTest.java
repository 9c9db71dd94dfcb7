package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
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

  /** Schedules reach into sums within a term, and into the loops of the workspaces they make. */
  @Test
  void loopsThatFillWorkspacesAreDrawn() {
    TensorType matrix = TensorType.of(ElementType.FLOAT64, Formats.parse("csr", 2));
    TensorType vector = TensorType.of(ElementType.FLOAT64, Formats.dense(1));
    Set<String> drawn = new HashSet<>();
    for (int seed = 0; seed < 300; seed++) {
      RandomSchedule.of(
              new SplittableRandom(seed),
              Parser.parse("y(i) = b(i) - A(i,j) * x(j)"),
              Map.of("A", matrix, "b", vector, "x", vector),
              vector,
              Map.of(new IndexVariable("i"), 4, new IndexVariable("j"), 4))
          .orElseThrow()
          .forEach(d -> drawn.add(d.text().replaceAll("x\\d+", "w").replaceAll("\\d", "")));
    }
    assertThat(drawn)
        .contains(
            "split(j,jw,jw,)",
            "split(jw,jw,jw,)",
            "pos(j,jw,A(i,j))",
            "unroll(j,)",
            "precompute(A(i,j) * x(j), i, iw)",
            "split(iw,iw,iw,)",
            "reorder(j,iw)");
  }
}
