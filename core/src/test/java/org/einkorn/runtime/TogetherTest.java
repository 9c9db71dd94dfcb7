package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.einkorn.Progress;
import org.einkorn.support.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TogetherTest {
  private static final long MILLISECOND = 1_000_000;
  private final int threads = Workers.threads();
  private final int[] bounds = new int[65];

  @AfterEach
  void restoreThreads() {
    Workers.setThreads(threads);
  }

  private Together after(long nanoseconds) {
    Together together = new Together();
    together.took(bounds, 64, nanoseconds);
    return together;
  }

  @Test
  void chunksRunOneByOneUntilItIsKnownWhatTheyTake() {
    Workers.setThreads(1);
    assertThat(new Together().groups(bounds, 64, false)).isEqualTo(64);
  }

  @Test
  void shortOnesRunTogether() {
    Workers.setThreads(1);
    assertThat(after(64 * MILLISECOND).groups(bounds, 64, false)).isEqualTo(16);
    assertThat(after(6 * MILLISECOND).groups(bounds, 64, false)).isEqualTo(2);
    assertThat(after(1).groups(bounds, 64, false)).isOne();
    assertThat(after(64 * 5 * MILLISECOND).groups(bounds, 64, false)).isEqualTo(64);
  }

  /** Forms are known sooner if there is more to compare them on. */
  @Test
  void fewerRunTogetherWhileFormsAreCompared() {
    Workers.setThreads(1);
    assertThat(after(4 * MILLISECOND).groups(bounds, 64, true)).isEqualTo(16);
    assertThat(after(MILLISECOND / 8).groups(bounds, 64, true)).isOne();
  }

  /** Small tensors would say that the chunks of large ones are short. */
  @Test
  void thoseOfOtherTensorsDoNot() {
    Workers.setThreads(1);
    Together together = after(MILLISECOND);
    assertThat(together.groups(new int[65], 64, false)).isEqualTo(64);
    together.took(new int[65], 64, MILLISECOND);
    assertThat(together.groups(bounds, 64, false)).isEqualTo(64);
  }

  @Test
  void severalThreadsHaveSomeToChooseFrom() {
    Workers.setThreads(2);
    assertThat(after(MILLISECOND).groups(bounds, 64, false)).isEqualTo(32);
    assertThat(after(MILLISECOND).groups(bounds, 6, false)).isEqualTo(6);
    assertThat(after(16 * MILLISECOND).groups(bounds, 64, false)).isEqualTo(64);
  }

  @Test
  void whoCountsThemSeesEach() {
    Workers.setThreads(1);
    Together together = after(MILLISECOND);
    Progress progress = (done, all) -> {};
    assertThat((int) Workers.reporting(progress, () -> together.groups(bounds, 64, false)))
        .isEqualTo(64);
    assertThat((int) Workers.reporting(Progress.IGNORED, () -> together.groups(bounds, 64, false)))
        .isOne();
  }
}
