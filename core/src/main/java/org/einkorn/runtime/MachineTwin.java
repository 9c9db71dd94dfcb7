package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.ElementType;
import org.einkorn.imp.AlikeRows;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.HeldVectors;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.Prefetching;
import org.einkorn.imp.RowForm;
import org.einkorn.imp.RowsAhead;
import org.einkorn.imp.Searches;
import org.einkorn.imp.ShortLoops;
import org.einkorn.imp.Streaming;
import org.einkorn.imp.VectorForm;

/**
 * A function as machine code, with the same bits. It is made aside when the function has had some
 * time's worth to do, in several forms: some that fetch ahead what they will read, one that does
 * not, and others for rows that are short or hard to foresee.
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

  /** How much of a row is held in registers at a time. */
  private static final int BYTES_OF_ROW = 512;

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
            () -> forms(code, sizes, MachineCode::lanes, shortest, form), Aside.executor());
    if (use == Use.ALWAYS) {
      twin.made.makeNow();
    }
    return twin;
  }

  /**
   * What is compiled, in all its forms; the first is the plainest.
   *
   * @param lanes how many elements of a type a register takes
   */
  static List<Function> forms(
      Function code,
      Map<Variable, Integer> sizes,
      ToIntFunction<ElementType> lanes,
      int shortest,
      RowForm form) {
    Optional<Function> vectors =
        VectorForm.of(code).flatMap(rows -> rows.with(sizes, lanes, shortest, BYTES_OF_ROW));
    // Only a loop over all entries of a row can fetch ahead.
    RowForm whole = form.keepsOrder() ? RowForm.CONTINUED : form;
    int registers = MachineCode.vectorRegisters();
    Function plain =
        HeldVectors.of(
            written(vectors.orElseGet(() -> whole.of(Optimiser.split(code)))), registers);
    Set<Function> forms = new LinkedHashSet<>(List.of(plain));
    List<Function> ahead = Prefetching.forms(plain);
    forms.addAll(ahead);
    List<Function> streamed = new ArrayList<>(List.of(plain));
    // Where a result is large, so are most operands: nobody fetches them into the nearest cache.
    streamed.addAll(ahead.subList(Math.min(1, ahead.size()), ahead.size()));
    RowsAhead.of(plain).ifPresent(streamed::add);
    forms.addAll(streamed);
    streamed.forEach(f -> Streaming.of(f).ifPresent(forms::add));
    AlikeRows.of(plain, registers).ifPresent(forms::add);
    if (vectors.isEmpty()) {
      worthTrying(form).forEach(f -> forms.add(written(f.of(Optimiser.split(code)))));
    }
    return List.copyOf(forms);
  }

  /** What may be faster than one row after the other, or slower; with the same bits. */
  private static List<RowForm> worthTrying(RowForm suited) {
    return switch (suited) {
      case LONG -> List.of();
      case CONTINUED, FETCHED -> List.of(RowForm.PEELED, RowForm.FETCHED);
      case PEELED, PAIRED -> List.of(RowForm.PEELED, RowForm.FETCHED, RowForm.PAIRED);
      case FLAT -> List.of(RowForm.PEELED, RowForm.FETCHED, RowForm.FLAT);
    };
  }

  private static Function written(Function form) {
    return ShortLoops.written(Searches.written(form));
  }

  /**
   * The machine code for as many threads as there are now, once it is there; null before.
   *
   * @param data told apart by identity: which form is fastest depends on them
   */
  Contest ready(Object data) {
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
