package org.einkorn.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.support.Workers;

/**
 * Forms of a function. Which is fastest depends on the data, and on how many threads share the
 * memory. All data have one contest for each number of threads; those that run for long have one of
 * their own besides ({@link DataContest}).
 */
final class Contests {
  /** Of so many data it is known how long they have run. */
  private static final int MOST = 64;

  private final List<CompiledFunction> forms;
  private final int turns;
  private final boolean areLong;
  private final Map<Integer, Contest> common = new ConcurrentHashMap<>();
  private final AtomicLong clock = new AtomicLong();

  /** Replaced as a whole. */
  private volatile List<Known> known = List.of();

  /** Data are not kept for it. */
  private record Known(
      WeakReference<Object> data, int threads, DataContest contest, AtomicLong used) {}

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
  DataContest now(Object data) {
    int threads = Workers.threads();
    DataContest found = find(data, threads);
    return found != null ? found : add(data, threads);
  }

  private DataContest find(Object data, int threads) {
    for (Known k : known) {
      if (k.threads == threads && k.data.refersTo(data)) {
        k.used.set(clock.incrementAndGet());
        return k.contest;
      }
    }
    return null;
  }

  private synchronized DataContest add(Object data, int threads) {
    DataContest meanwhile = find(data, threads);
    if (meanwhile != null) {
      return meanwhile;
    }
    boolean isFirst = !common.containsKey(threads);
    Contest shared = common.computeIfAbsent(threads, t -> contest());
    DataContest contest = new DataContest(shared, isFirst, this::contest);
    List<Known> all = new ArrayList<>(known);
    all.removeIf(k -> k.data.refersTo(null));
    if (all.size() >= MOST) {
      all.remove(all.stream().min(Comparator.comparingLong(k -> k.used.get())).orElseThrow());
    }
    AtomicLong used = new AtomicLong(clock.incrementAndGet());
    all.add(new Known(new WeakReference<>(data), threads, contest, used));
    known = List.copyOf(all);
    return contest;
  }

  private Contest contest() {
    return new Contest(forms, turns, areLong);
  }
}
