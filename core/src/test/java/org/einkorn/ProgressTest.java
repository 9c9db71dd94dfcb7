package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs that are watched, and runs that are stopped. */
class ProgressTest {
  private static final int SIZE = 1000;

  private final int threads = Einkorn.threads();

  @BeforeEach
  void fewerThreadsThanChunks() {
    Einkorn.threads(2);
  }

  @AfterEach
  void restoreThreads() {
    Einkorn.threads(threads);
  }

  /** Large enough to be divided. */
  private static Computation large() {
    double[][] ones = new double[SIZE][SIZE];
    Arrays.stream(ones).forEach(row -> Arrays.fill(row, 1));
    return Einkorn.expression("y(i) = A(i,j)").with("A", Tensor.matrix(ones));
  }

  @Test
  void aRunTellsHowManyChunksAreDone() {
    List<Long> done = new ArrayList<>();
    List<Long> totals = new ArrayList<>();
    Tensor y =
        large()
            .onProgress(
                (d, total) -> {
                  done.add(d);
                  totals.add(total);
                })
            .evaluate();
    assertThat(y.toArray()).hasSize(SIZE).containsOnly(SIZE);
    assertThat(done).hasSizeGreaterThan(1).isSorted().doesNotHaveDuplicates();
    assertThat(totals).containsOnly((long) done.size());
  }

  @Test
  void littleWorkTellsNothing() {
    Tensor x = Tensor.vector(1, 2, 3);
    List<Long> heard = new ArrayList<>();
    Kernel sum =
        Einkorn.expression("s = x(i)")
            .with("x", x)
            .onProgress((done, _) -> heard.add(done))
            .compile();
    assertThat(sum.run(Map.of("x", x)).value()).isEqualTo(6);
    assertThat(heard).isEmpty();
  }

  @Test
  void anInterruptedThreadStopsBetweenChunks() {
    List<Long> done = new ArrayList<>();
    Thread caller = Thread.currentThread();
    Computation watched =
        large()
            .onProgress(
                (d, _) -> {
                  done.add(d);
                  caller.interrupt();
                });
    assertThatThrownBy(watched::evaluate)
        .isInstanceOf(CancelledException.class)
        .hasMessage("The computation was stopped because its thread was interrupted.");
    assertThat(Thread.interrupted()).as("the mark is left for others to see").isTrue();
    assertThat(done).isNotEmpty();
    assertThat(large().evaluate().get(0)).isEqualTo(SIZE);
  }
}
