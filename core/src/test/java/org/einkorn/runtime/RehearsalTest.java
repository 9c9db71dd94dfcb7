package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.einkorn.backend.jvm.CompiledFunction;
import org.junit.jupiter.api.Test;

/** When another form of a function takes over. */
class RehearsalTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final CompiledFunction SLOW =
      arguments -> {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        return arguments;
      };

  private static boolean becomesReady(Rehearsal rehearsal) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (rehearsal.ready().isEmpty() && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    return rehearsal.ready().isPresent();
  }

  @Test
  void theFasterFormTakesOverOnceTheFirstHadMuchToDo() throws InterruptedException {
    Rehearsal rehearsal = new Rehearsal(SLOW, () -> Optional.of(arguments -> arguments), false);
    rehearsal.spent(SECOND / 10, true, work -> new Object[] {work});
    assertThat(rehearsal.ready()).isEmpty();
    rehearsal.spent(SECOND, true, work -> new Object[] {work});
    assertThat(becomesReady(rehearsal)).isTrue();
  }

  @Test
  void theFirstCallIsLeftAloneForLonger() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    Rehearsal rehearsal =
        new Rehearsal(
            SLOW,
            () -> {
              asked.countDown();
              return Optional.empty();
            },
            false);
    rehearsal.spent(SECOND, false, work -> new Object[0]);
    assertThat(asked.await(100, TimeUnit.MILLISECONDS)).isFalse();
    rehearsal.spent(2 * SECOND, false, work -> new Object[0]);
    assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
  }

  /** Work of which no sample can be taken stays as it is. */
  @Test
  void aSampleThatFailsIsForgotten() throws InterruptedException {
    CountDownLatch tried = new CountDownLatch(1);
    Rehearsal rehearsal = new Rehearsal(SLOW, () -> Optional.of(arguments -> arguments), false);
    rehearsal.spent(
        SECOND,
        true,
        work -> {
          tried.countDown();
          throw new ArrayIndexOutOfBoundsException(work);
        });
    assertThat(tried.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(rehearsal.ready()).isEmpty();
  }
}
