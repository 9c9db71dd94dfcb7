package org.einkorn.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.support.Workers;

/**
 * Forms of a function. Which is fastest depends on the data, and on how many threads share the
 * memory; so each have a contest of their own. Data that come when others have been there begin
 * with the form that was best for those, and compare when they have run for some time.
 */
final class Contests {
  /** More data than that at a time are not told apart for long. */
  private static final int MOST = 16;

  /** What data have to do before it is found out which form suits them. */
  private static final long WORTHWHILE = TimeUnit.MILLISECONDS.toNanos(50);

  private final List<CompiledFunction> forms;
  private final int turns;
  private final boolean areLong;

  /** The last ones that came, in their order; replaced as a whole. */
  private volatile List<Own> known = List.of();

  /** The contest of some data, which are not kept for it. */
  private record Own(WeakReference<Object> data, int threads, Contest contest) {}

  /**
   * @param turns how many calls each form gets in a contest at most
   * @param areLong whether calls are so long that who is far slower should get few
   */
  Contests(List<CompiledFunction> forms, int turns, boolean areLong) {
    this.forms = List.copyOf(forms);
    this.turns = turns;
    this.areLong = areLong;
  }

  /**
   * The contest for as many threads as there are now.
   *
   * @param data told apart by identity
   */
  Contest now(Object data) {
    int threads = Workers.threads();
    return find(data, threads).orElseGet(() -> add(data, threads));
  }

  private Optional<Contest> find(Object data, int threads) {
    for (Own own : known) {
      if (own.threads == threads && own.data.refersTo(data)) {
        return Optional.of(own.contest);
      }
    }
    return Optional.empty();
  }

  private synchronized Contest add(Object data, int threads) {
    Optional<Contest> meanwhile = find(data, threads);
    if (meanwhile.isPresent()) {
      return meanwhile.get();
    }
    Optional<Contest> before =
        known.reversed().stream()
            .filter(own -> own.threads == threads)
            .map(Own::contest)
            .max(Comparator.comparing(Contest::hasDecided)); // of equals the last that came
    Contest contest =
        before
            .map(other -> new Contest(forms, turns, areLong, other.winner(), WORTHWHILE))
            .orElseGet(() -> new Contest(forms, turns, areLong));
    List<Own> all = new ArrayList<>(known);
    all.removeIf(own -> own.data.refersTo(null));
    if (all.size() >= MOST) {
      all.removeFirst();
    }
    all.add(new Own(new WeakReference<>(data), threads, contest));
    known = List.copyOf(all);
    return contest;
  }
}
