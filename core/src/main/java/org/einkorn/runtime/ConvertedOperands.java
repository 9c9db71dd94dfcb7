package org.einkorn.runtime;

import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.einkorn.legalise.ConvertedOperand;
import org.einkorn.storage.Storage;

/**
 * Converts operands into the order in which a kernel's loops read them. Many runs have the same
 * tensors, which never change, so what was converted last is kept; the JVM may have it whenever it
 * is short of memory.
 */
final class ConvertedOperands {
  private final List<ConvertedOperand> operands;
  private final Map<String, Kept> kept = new ConcurrentHashMap<>();

  private record Kept(WeakReference<Storage> tensor, SoftReference<Storage> converted) {}

  ConvertedOperands(List<ConvertedOperand> operands) {
    this.operands = operands;
  }

  boolean isEmpty() {
    return operands.isEmpty();
  }

  /** The tensors with the converted ones besides. */
  Map<String, Storage> with(Map<String, Storage> tensors) {
    if (isEmpty()) {
      return tensors;
    }
    Map<String, Storage> all = new HashMap<>(tensors);
    for (ConvertedOperand operand : operands) {
      all.put(operand.name(), converted(operand, tensors.get(operand.operand().tensor())));
    }
    return all;
  }

  private Storage converted(ConvertedOperand operand, Storage tensor) {
    Kept last = kept.get(operand.name());
    Storage known = last != null && last.tensor.refersTo(tensor) ? last.converted.get() : null;
    if (known != null) {
      return known;
    }
    kept.remove(operand.name()); // before memory is taken for another
    Storage sorted = Conversion.converted(tensor, operand.converted());
    List<Integer> dimensions =
        operand.dimensions().stream().map(d -> tensor.dimensions().get(d)).toList();
    Storage made = new Storage(operand.type(), dimensions, sorted.levels(), sorted.values());
    kept.put(operand.name(), new Kept(new WeakReference<>(tensor), new SoftReference<>(made)));
    return made;
  }

  /** Forgets what a result has arrays of: they may be written over when it is given up. */
  void leaveTo(Storage result) {
    kept.values()
        .removeIf(
            k -> {
              Storage made = k.converted.get();
              return made == null || result.values() == made.values() || result.sharesLevels(made);
            });
  }
}
