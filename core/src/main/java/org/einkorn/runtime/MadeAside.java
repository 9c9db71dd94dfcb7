package org.einkorn.runtime;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.einkorn.backend.CompiledFunction;

/**
 * Other forms of a function, which are made once, aside, when the function has had some time's
 * worth to do.
 */
final class MadeAside {
  private final Forms forms;
  private final int turns;
  private final boolean areLong;
  private final Executor aside;
  private final AtomicLong spent = new AtomicLong();
  private final AtomicBoolean begun = new AtomicBoolean();

  /** All forms as long as they are good for something; null before. */
  private volatile Contests ready;

  private volatile boolean impossible;

  /** Makes the forms; the list is empty if there are none. */
  interface Forms {
    /**
     * @param always whether somebody counts on them, however fast they are
     */
    List<CompiledFunction> make(boolean always);
  }

  /**
   * @param turns how many calls each form gets at most, to see which is fastest
   * @param areLong whether calls are so long that who is far slower should get few
   */
  MadeAside(Forms forms, int turns, boolean areLong, Executor aside) {
    this.forms = forms;
    this.turns = turns;
    this.areLong = areLong;
    this.aside = aside;
  }

  /** The forms once they are there, and null before. */
  Contests ready() {
    return ready;
  }

  /** Whether it was found out that there are none, or should be none. */
  boolean isImpossible() {
    return impossible;
  }

  /** Whether it does not matter any more what the function spends. */
  boolean hasBegun() {
    return begun.get();
  }

  /** Nobody should use them, now or later. */
  synchronized void giveUp() {
    begun.set(true);
    impossible = true;
    ready = null;
  }

  /** Makes them at once, or says why not. */
  void makeNow() {
    begun.set(true);
    set(forms.make(true));
  }

  /** The function was at work for so long; they are worth the effort after as much. */
  void spent(long nanoseconds, long worthwhile) {
    if (spent.addAndGet(nanoseconds) >= worthwhile && begun.compareAndSet(false, true)) {
      aside.execute(this::tryToMake);
    }
  }

  private void tryToMake() {
    try {
      set(forms.make(false));
    } catch (RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
      // The system may not let a process make code. Then the function stays as it is.
      impossible = true;
    }
  }

  private synchronized void set(List<CompiledFunction> made) {
    if (made.isEmpty()) {
      impossible = true;
    } else if (!impossible) {
      ready = new Contests(made, turns, areLong);
    }
  }
}
