package org.einkorn.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Compiled kernels by everything that they follow from; those not used for long are forgotten. */
final class KernelCache {
  private final Map<String, Executable> kernels;

  KernelCache(int capacity) {
    this.kernels =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Executable> eldest) {
            return size() > capacity;
          }
        };
  }

  /** The kernel for a key; compiled, outside of the lock, if there is none yet. */
  Executable get(String key, Supplier<Executable> compile) {
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
