package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.RowForm;

/**
 * A function as machine code, with the same bits. It is made aside when the function has had some
 * time's worth to do, in several forms ({@link MachineForms}).
 */
final class MachineTwin {
  /** What is worth the effort: some milliseconds, at first a tenth of a second, all aside. */
  private static final long WORTHWHILE = TimeUnit.MILLISECONDS.toNanos(50);

  /** The same while it is the first call: many calls are the only one, and should not wait. */
  private static final long WORTHWHILE_AT_FIRST = TimeUnit.MILLISECONDS.toNanos(300);

  /**
   * The JVM cannot stop a thread in machine code, and so neither collect garbage nor anything else
   * that all threads wait for. Chunks that take so long are left to it.
   */
  private static final long LONGEST_CHUNK = TimeUnit.MILLISECONDS.toNanos(500);

  /** How many calls each form gets at most: many, for chunks differ and other programs run. */
  private static final int TURNS = 112;

  private final MadeAside made;

  /**
   * @param forms that all do the same; the first is the plainest
   */
  MachineTwin(Supplier<List<Function>> forms, Executor aside) {
    this.made = new MadeAside(always -> compiled(forms.get(), always), TURNS, false, aside);
  }

  /**
   * For a function and rows of these sizes, if it can run so.
   *
   * @param code without partial sums
   * @param form in which loops over rows add up
   * @param use how soon
   */
  static MachineTwin of(
      Function code, Map<Variable, Integer> sizes, int shortest, RowForm form, Use use) {
    MachineTwin twin =
        new MachineTwin(
            () -> MachineForms.of(code, sizes, MachineCode::lanes, shortest, form),
            Aside.executor());
    if (use == Use.ALWAYS) {
      twin.made.makeNow();
    }
    return twin;
  }

  /**
   * The machine code for as many threads as there are now, once it is there; null before.
   *
   * @param data told apart by identity: which form is fastest depends on them
   */
  DataContest ready(Object data) {
    Contests ready = made.ready();
    return ready == null ? null : ready.now(data);
  }

  /** Whether it was found out that there is none, or should be none. */
  boolean isImpossible() {
    return made.isImpossible();
  }

  /** A chunk took so long as machine code. */
  void ran(long nanoseconds) {
    if (nanoseconds > LONGEST_CHUNK) {
      made.giveUp();
    }
  }

  /**
   * The function was at work for so long as code of the JVM.
   *
   * @param again whether in another call than the first
   */
  void spent(long nanoseconds, boolean again) {
    ran(nanoseconds);
    made.spent(nanoseconds, again ? WORTHWHILE : WORTHWHILE_AT_FIRST);
  }

  private static List<CompiledFunction> compiled(List<Function> forms, boolean always) {
    List<CompiledFunction> compiled = new ArrayList<>();
    forms.forEach(form -> MachineCode.compile(form).ifPresent(compiled::add));
    if (!compiled.isEmpty() && !always) {
      MachineCode.rehearseCalls(forms.getFirst());
    }
    return compiled;
  }
}
