package org.einkorn.runtime;

import java.util.List;
import java.util.Map;
import org.einkorn.lower.KernelCode;
import org.einkorn.notation.IndexVariable;
import org.einkorn.storage.Storage;

/**
 * What a kernel runs on.
 *
 * @param tensors those that it reads, by the names it has for them
 * @param arguments their arrays, and sizes, in the order of its parameters
 */
record Operands(Map<String, Storage> tensors, Object[] arguments) {
  static Operands of(
      List<KernelCode.Parameter> parameters,
      Map<String, Storage> tensors,
      Map<IndexVariable, Integer> sizes) {
    return of(parameters, tensors, sizes, null);
  }

  /**
   * @param old a result that was assembled, or is written over, if the code takes one
   */
  static Operands of(
      List<KernelCode.Parameter> parameters,
      Map<String, Storage> tensors,
      Map<IndexVariable, Integer> sizes,
      Storage old) {
    Object[] arguments = new Object[parameters.size()];
    for (int k = 0; k < arguments.length; k++) {
      arguments[k] =
          switch (parameters.get(k)) {
            case KernelCode.LevelArray a ->
                tensors.get(a.tensor()).levels().get(a.level()).get(a.array());
            case KernelCode.Values v -> tensors.get(v.tensor()).values();
            case KernelCode.Size s -> sizes.get(s.variable());
            case KernelCode.AssembledValues _, KernelCode.SpareValues _ -> old.values();
            case KernelCode.SpareArray a -> old.levels().get(a.level()).get(a.array());
          };
    }
    return new Operands(tensors, arguments);
  }
}
