package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.einkorn.Progress;
import org.einkorn.support.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TogetherTest {
  private static final long MILLISECOND = 1_000_000;
  private final int threads = Workers.threads();

  @AfterEach
  void restoreThreads() {
    Workers.setThreads(threads);
  }

  private static Together after(long nanoseconds, int chunks) {
    Together together = new Together();
    together.took(nanoseconds, chunks);
    return together;
  }

  @Test
  void chunksRunOneByOneUntilItIsKnownWhatTheyTake() {
    Workers.setThreads(1);
    assertThat(new Together().of(64)).isOne();
  }

  @Test
  void shortOnesRunTogether() {
    Workers.setThreads(1);
    assertThat(after(64 * MILLISECOND, 64).of(64)).isEqualTo(4);
    assertThat(after(6 * MILLISECOND, 64).of(64)).isEqualTo(42);
    assertThat(after(1, 64).of(6)).isEqualTo(6);
    assertThat(after(64 * 5 * MILLISECOND, 64).of(64)).isOne();
  }

  @Test
  void severalThreadsHaveSomeToChooseFrom() {
    Workers.setThreads(2);
    assertThat(after(MILLISECOND, 64).of(64)).isEqualTo(4);
    assertThat(after(MILLISECOND, 64).of(6)).isOne();
  }

  @Test
  void whoCountsThemSeesEach() {
    Workers.setThreads(1);
    Together together = after(MILLISECOND, 64);
    Progress progress = (done, all) -> {};
    assertThat((int) Workers.reporting(progress, () -> together.of(64))).isOne();
    assertThat((int) Workers.reporting(Progress.IGNORED, () -> together.of(64))).isEqualTo(64);
  }
}
