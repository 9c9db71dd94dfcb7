package org.einkorn.runtime;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.support.Workers;

/** Forms of a function; which is fastest depends on how many threads share the memory too. */
final class Contests {
  private final List<CompiledFunction> forms;
  private final int turns;
  private final boolean areLong;
  private final Map<Integer, Contest> byThreads = new ConcurrentHashMap<>();

  /**
   * @param turns how many calls each form gets in a contest at most
   * @param areLong whether calls are so long that who is far slower should get few
   */
  Contests(List<CompiledFunction> forms, int turns, boolean areLong) {
    this.forms = List.copyOf(forms);
    this.turns = turns;
    this.areLong = areLong;
  }

  /** The contest for as many threads as there are now. */
  Contest now() {
    int threads = Workers.threads();
    Contest known = byThreads.get(threads);
    return known != null
        ? known
        : byThreads.computeIfAbsent(threads, count -> new Contest(forms, turns, areLong));
  }
}
