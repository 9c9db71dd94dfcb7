package org.einkorn.runtime;

import java.util.Map;
import java.util.Optional;
import org.einkorn.notation.IndexVariable;
import org.einkorn.storage.Storage;

/** Kernels in vectors of any width, whatever the machine has. */
public final class VectorKernels {
  private VectorKernels() {}

  /** The result, if there is something to compute in vectors. */
  public static Optional<Storage> run(
      Kernels.BoundKernel kernel,
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      int lanes) {
    return kernel.runInVectors(inputs, sizes, lanes);
  }
}
