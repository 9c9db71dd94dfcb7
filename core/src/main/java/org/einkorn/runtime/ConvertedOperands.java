package org.einkorn.runtime;

import java.lang.ref.Cleaner;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.einkorn.Progress;
import org.einkorn.legalise.ConvertedOperand;
import org.einkorn.storage.Storage;
import org.einkorn.support.Workers;

/**
 * Converts operands into the order in which a kernel's loops read them. Many runs have the same
 * tensors, which never change, so what was converted last is kept as long as its tensor is, unless
 * the JVM is short of memory.
 */
final class ConvertedOperands {
  private static final Cleaner CLEANER = Cleaner.create();

  private final List<ConvertedOperand> operands;

  /** Operands whose arrays results may have: who gives up a result has them written over. */
  private final Supplier<Set<String>> lent;

  private final Map<String, Kept> kept = new ConcurrentHashMap<>();

  private record Kept(WeakReference<Storage> tensor, SoftReference<Storage> converted) {}

  /**
   * @param lent the names of those that are converted for one result alone
   */
  ConvertedOperands(List<ConvertedOperand> operands, Supplier<Set<String>> lent) {
    this.operands = operands;
    this.lent = lent;
  }

  boolean isEmpty() {
    return operands.isEmpty();
  }

  /** Whether these tensors can be converted without far more memory than they take. */
  boolean suit(Map<String, Storage> tensors) {
    for (ConvertedOperand operand : operands) {
      Storage tensor = tensors.get(operand.operand().tensor());
      if (tensor != null && !operand.suits(tensor.dimensions(), tensor.count())) {
        return false;
      }
    }
    return true;
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
    // Who listens wants to know how far the kernel is, not how often something was done before.
    Storage sorted =
        Workers.reporting(
            Progress.IGNORED, () -> Conversion.converted(tensor, operand.converted()));
    List<Integer> dimensions =
        operand.dimensions().stream().map(d -> tensor.dimensions().get(d)).toList();
    Storage made = new Storage(operand.type(), dimensions, sorted.levels(), sorted.values());
    if (!lent.get().contains(operand.name())) {
      keep(operand.name(), tensor, made);
    }
    return made;
  }

  private void keep(String name, Storage tensor, Storage converted) {
    Kept last = new Kept(new WeakReference<>(tensor), new SoftReference<>(converted));
    kept.put(name, last);
    Map<String, Kept> all = kept; // not this, which would be kept too
    CLEANER.register(tensor, () -> all.remove(name, last));
  }
}
