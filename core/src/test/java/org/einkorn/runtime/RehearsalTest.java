package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.einkorn.backend.CompiledFunction;
import org.junit.jupiter.api.Test;

/** When another form of a function takes over; rehearsals run at once here. */
class RehearsalTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final CompiledFunction FAST = arguments -> arguments;
  private static final CompiledFunction SLOW =
      arguments -> {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        return arguments;
      };

  @Test
  void theFasterFormTakesOverOnceTheFirstHadMuchToDo() {
    Rehearsal rehearsal = new Rehearsal(SLOW, () -> Optional.of(FAST), Runnable::run);
    rehearsal.spent(SECOND / 10, true, work -> new Object[] {work});
    assertThat(rehearsal.ready()).isNull();
    rehearsal.spent(SECOND, true, work -> new Object[] {work});
    assertThat(rehearsal.ready()).isSameAs(FAST);
  }

  @Test
  void theFirstCallIsLeftAloneForLonger() {
    AtomicInteger asked = new AtomicInteger();
    Rehearsal rehearsal = rehearsal(asked, Optional.empty());
    rehearsal.spent(SECOND, false, work -> new Object[0]);
    assertThat(asked).hasValue(0);
    rehearsal.spent(2 * SECOND, false, work -> new Object[0]);
    rehearsal.spent(2 * SECOND, true, work -> new Object[0]);
    assertThat(asked).hasValue(1);
    assertThat(rehearsal.ready()).isNull();
  }

  /** As when the operands were given up and written over while it ran. */
  @Test
  void aSampleThatFailsIsTakenAgain() {
    AtomicInteger made = new AtomicInteger();
    Rehearsal rehearsal = rehearsal(made, Optional.of(FAST));
    rehearsal.spent(SECOND, true, work -> failing(work, new AtomicInteger()));
    assertThat(rehearsal.ready()).isNull();
    rehearsal.spent(SECOND, true, work -> new Object[] {work});
    assertThat(rehearsal.ready()).isSameAs(FAST);
    assertThat(made).hasValue(1);
  }

  /** Work of which no sample can be taken stays as it is. */
  @Test
  void samplesThatAlwaysFailAreForgotten() {
    AtomicInteger tried = new AtomicInteger();
    Rehearsal rehearsal = new Rehearsal(SLOW, () -> Optional.of(FAST), Runnable::run);
    for (int k = 0; k < 30; k++) {
      rehearsal.spent(SECOND, true, work -> failing(work, tried));
    }
    assertThat(tried).hasValue(10);
    assertThat(rehearsal.ready()).isNull();
  }

  /** One that counts how often it asks for the other form. */
  private static Rehearsal rehearsal(AtomicInteger asked, Optional<CompiledFunction> other) {
    return new Rehearsal(
        SLOW,
        () -> {
          asked.incrementAndGet();
          return other;
        },
        Runnable::run);
  }

  private static Object[] failing(int work, AtomicInteger tried) {
    tried.incrementAndGet();
    throw new ArrayIndexOutOfBoundsException(work);
  }
}
