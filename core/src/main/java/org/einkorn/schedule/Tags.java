package org.einkorn.schedule;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.loops.Hints;
import org.einkorn.notation.IndexVariable;

/** How single loops of a nest run. */
record Tags(
    Map<IndexVariable, Integer> unrolled,
    Set<IndexVariable> vectorized,
    Optional<Directive.Parallelize> parallel,
    Map<IndexVariable, Directive.Merging> merges) {
  static final Tags NONE = new Tags(Map.of(), Set.of(), Optional.empty(), Map.of());

  Tags {
    unrolled = Map.copyOf(unrolled);
    vectorized = Set.copyOf(vectorized);
    merges = Map.copyOf(merges);
  }

  Tags unroll(IndexVariable v, int times) {
    Map<IndexVariable, Integer> more = new LinkedHashMap<>(unrolled);
    more.put(v, times);
    return new Tags(more, vectorized, parallel, merges);
  }

  /** How often what the loops do is written down. */
  long copies() {
    return unrolled.values().stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
  }

  Tags vectorize(IndexVariable v) {
    Set<IndexVariable> more = new HashSet<>(vectorized);
    more.add(v);
    return new Tags(unrolled, more, parallel, merges);
  }

  Tags parallelize(Directive.Parallelize d) {
    return new Tags(unrolled, vectorized, Optional.of(d), merges);
  }

  Tags merge(Set<IndexVariable> variables, Directive.Merging merging) {
    Map<IndexVariable, Directive.Merging> more = new LinkedHashMap<>(merges);
    variables.forEach(v -> more.put(v, merging));
    return new Tags(unrolled, vectorized, parallel, more);
  }

  /** What was said about a loop is said about one that is still there. */
  void check(LoopNest nest) {
    List<IndexVariable> order = nest.main().order();
    if (parallel.isPresent()
        && (order.isEmpty() || !order.getFirst().equals(parallel.get().variable()))) {
      throw new Refusal(
          parallel.get().variable()
              + " runs in parallel and must stay the outermost loop; write parallelize last.");
    }
    for (IndexVariable v : vectorized) {
      List<IndexVariable> inside =
          nest.groupOf(v)
              .map(g -> g.order().subList(g.order().indexOf(v) + 1, g.order().size()))
              .orElse(null);
      if (inside == null || !inside.stream().allMatch(nest.graph()::isShort)) {
        throw new Refusal(v + " runs in vectors and must stay innermost; write vectorize last.");
      }
    }
    for (IndexVariable v : unrolled.keySet()) {
      if (nest.groupOf(v).isEmpty()) {
        throw new Refusal(v + " is unrolled already; write unroll after what changes its loop.");
      }
    }
  }

  /**
   * The same for the loops that these became.
   *
   * @param loops the variable of the loop that each variable of the schedule became
   */
  Hints hints(Map<IndexVariable, IndexVariable> loops) {
    Map<IndexVariable, Integer> times = new LinkedHashMap<>();
    unrolled.forEach((v, count) -> times.put(loops.get(v), count));
    Set<IndexVariable> merged = new HashSet<>();
    Set<IndexVariable> searched = new HashSet<>();
    merges.forEach((v, how) -> (how == Directive.Merging.TWO_FINGER ? merged : searched).add(v));
    return new Hints(times, merged, searched);
  }
}
