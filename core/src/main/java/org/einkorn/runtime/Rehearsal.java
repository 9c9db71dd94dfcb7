package org.einkorn.runtime;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.einkorn.backend.CompiledFunction;

/**
 * Runs another form of a function on a little of the work, again and again on a thread of its own,
 * until the JIT has made it faster than the first form, or is not going to.
 */
final class Rehearsal {
  /**
   * What the first form must have been at work for, so that the other is worth the effort. By then
   * the JIT is done with the first form: it would not get to it while it is busy with the other.
   */
  private static final long WORTHWHILE = TimeUnit.MILLISECONDS.toNanos(250);

  /** The same while it is the first call: many calls are the only one, and should not wait. */
  private static final long WORTHWHILE_AT_FIRST = TimeUnit.SECONDS.toNanos(2);

  /** The JIT takes a tenth of that on a machine that has nothing else to do. */
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(4);

  /** How many rehearsals may fail until the first form stays. */
  private static final int MOST_FAILURES = 10;

  /** How much faster it must be: less may be chance. */
  private static final double FASTER = 0.85;

  /**
   * How much work is done in each act, and how many times in a row it must be done faster. The JIT
   * takes for granted what it saw, such as loops that end at once, and begins anew when that turns
   * out wrong; better here than in the middle of real work.
   */
  private enum Act {
    SMALL(32, 20),
    LARGER(1 << 12, 8),
    REAL(1 << 16, 3);

    final int work;
    final int times;

    Act(int work, int times) {
      this.work = work;
      this.times = times;
    }
  }

  private final CompiledFunction first;
  private final Executor aside;
  private final Supplier<Optional<CompiledFunction>> other;
  private final AtomicLong spent = new AtomicLong();
  private final AtomicBoolean begun = new AtomicBoolean();
  private final AtomicInteger failures = new AtomicInteger();

  /** The other form, if it was made and there is one. */
  private volatile Optional<CompiledFunction> made;

  private volatile CompiledFunction ready;

  /**
   * @param other makes the other form, if there is one after all
   * @param unseen whether to take it as it is
   */
  Rehearsal(CompiledFunction first, Supplier<Optional<CompiledFunction>> other, boolean unseen) {
    this(first, other, Aside.executor());
    if (unseen) {
      ready = other.get().orElse(null);
    }
  }

  Rehearsal(CompiledFunction first, Supplier<Optional<CompiledFunction>> other, Executor aside) {
    this.first = first;
    this.other = other;
    this.aside = aside;
  }

  /** The other form, once it is the faster one; null before. */
  CompiledFunction ready() {
    return ready;
  }

  /**
   * The first form was at work for so long.
   *
   * @param again whether in another call than the first
   * @param sample arguments for about so much of the work
   */
  void spent(long nanoseconds, boolean again, IntFunction<Object[]> sample) {
    long all = spent.addAndGet(nanoseconds);
    if (all >= (again ? WORTHWHILE : WORTHWHILE_AT_FIRST) && begun.compareAndSet(false, true)) {
      aside.execute(() -> rehearse(sample));
    }
  }

  private void rehearse(IntFunction<Object[]> sample) {
    try {
      if (made == null) {
        made = other.get();
      }
      if (made.isPresent() && isFaster(made.get(), sample)) {
        ready = made.get();
      }
    } catch (RuntimeException | OutOfMemoryError e) {
      // The operands of a run that is over may have been given up meanwhile, and then anything may
      // stand there. Another run may be luckier.
      spent.set(0);
      begun.set(failures.incrementAndGet() >= MOST_FAILURES);
    }
  }

  private boolean isFaster(CompiledFunction function, IntFunction<Object[]> sample) {
    long end = System.nanoTime() + LONGEST;
    for (Act act : Act.values()) {
      Object[] arguments = sample.apply(act.work);
      int faster = 0;
      while (faster < act.times) {
        if (System.nanoTime() > end) {
          return false;
        }
        long otherTime = time(function, arguments);
        long firstTime = time(first, arguments);
        faster = otherTime < FASTER * firstTime ? faster + 1 : 0;
      }
    }
    return true;
  }

  private static long time(CompiledFunction function, Object[] arguments) {
    long begin = System.nanoTime();
    function.run(arguments);
    return System.nanoTime() - begin;
  }
}
