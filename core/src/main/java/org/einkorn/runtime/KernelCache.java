package org.einkorn.runtime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.einkorn.operator.Operator;

/** Compiled kernels by everything that they follow from; those not used for long are forgotten. */
final class KernelCache {
  /**
   * What a kernel follows from.
   *
   * @param operators in the order of the text, which has no more than their names: two functions
   *     may be called the same
   */
  record Key(String text, List<Operator> operators) {
    Key with(String more) {
      return new Key(text + "|" + more, operators);
    }
  }

  private final Map<Key, Executable> kernels;

  KernelCache(int capacity) {
    this.kernels =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Key, Executable> eldest) {
            return size() > capacity;
          }
        };
  }

  /** The kernel for a key; compiled, outside of the lock, if there is none yet. */
  Executable get(Key key, Supplier<Executable> compile) {
    synchronized (kernels) {
      Executable known = kernels.get(key);
      if (known != null) {
        return known;
      }
    }
    Executable compiled = compile.get();
    synchronized (kernels) {
      kernels.put(key, compiled);
    }
    return compiled;
  }
}
