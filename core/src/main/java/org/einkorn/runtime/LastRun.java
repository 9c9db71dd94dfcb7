package org.einkorn.runtime;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.einkorn.notation.IndexVariable;
import org.einkorn.storage.Storage;

/**
 * What a kernel ran on last. Many kernels run on the same tensors again and again; from the third
 * time on they do not look at them any more. No tensor is kept for that: this is forgotten whenever
 * the JVM collects garbage.
 */
final class LastRun {
  private final Function<Seen, Reference<Seen>> keeping;
  private volatile Reference<Seen> last = new WeakReference<>(null);

  LastRun() {
    this(WeakReference::new);
  }

  /** For tests, which cannot do with anything that may be gone at any time. */
  LastRun(Function<Seen, Reference<Seen>> keeping) {
    this.keeping = keeping;
  }

  /**
   * @param inputs told apart by identity: whoever calls gives the same map for the same tensors
   * @param twice whether they came more than once
   * @param route how to run on them, if that can be told
   */
  record Seen(
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      Storage result,
      boolean twice,
      Optional<Route> route) {
    boolean isFor(Map<String, Storage> others, Map<IndexVariable, Integer> otherSizes) {
      return inputs == others && sizes == otherSizes;
    }
  }

  /** The result if it is known how to run on these tensors, and null otherwise. */
  Storage again(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Optional<Spare> spare) {
    Seen seen = last.get();
    return seen != null
            && seen.isFor(inputs, sizes)
            && seen.route.isPresent()
            && seen.route.get().suits(spare)
        ? seen.route.get().run(spare, seen.result)
        : null;
  }

  /** A run on these tensors gave that. */
  void ran(
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      Storage result,
      Supplier<Optional<Route>> route) {
    Seen seen = last.get();
    boolean twice = seen != null && seen.isFor(inputs, sizes);
    if (!twice || !seen.twice || seen.route.filter(Route::isOutdated).isPresent()) {
      Optional<Route> found = twice ? route.get() : Optional.empty();
      last = keeping.apply(new Seen(inputs, sizes, result, twice, found));
    }
  }
}
