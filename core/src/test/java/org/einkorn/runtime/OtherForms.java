package org.einkorn.runtime;

import java.util.Map;
import java.util.Optional;
import org.einkorn.imp.RowForm;
import org.einkorn.notation.IndexVariable;
import org.einkorn.storage.Storage;

/** Kernels in forms that they take on other machines, or for other tensors. */
public final class OtherForms {
  private OtherForms() {}

  /** The result in vectors of any width, if there is something to compute in vectors. */
  public static Optional<Storage> inVectors(
      Kernels.BoundKernel kernel,
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      int lanes) {
    return kernel.runInVectors(inputs, sizes, lanes);
  }

  /** The result with loops over rows in that form, if there are any. */
  public static Optional<Storage> inForm(
      Kernels.BoundKernel kernel,
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      RowForm form) {
    return kernel.runInForm(inputs, sizes, form);
  }
}
