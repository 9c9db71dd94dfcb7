package org.einkorn.library;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.einkorn.CancelledException;
import org.einkorn.Computation;
import org.einkorn.Einkorn;
import org.einkorn.Kernel;
import org.einkorn.Tensor;
import org.einkorn.format.TensorType;

/**
 * A statement that is run in every round of an algorithm. It is compiled for the tensors that it
 * sees first, and again should others of another type come: what a tensor is where nothing is
 * stored belongs to its type, and may be otherwise after the first round.
 */
final class Step {
  private final String statement;
  private final Optional<String> format;
  private final Map<Map<String, TensorType>, Kernel> kernels = new HashMap<>();

  private Step(String statement, Optional<String> format) {
    this.statement = statement;
    this.format = format;
  }

  static Step of(String statement) {
    return new Step(statement, Optional.empty());
  }

  /** The same with the format of the result. */
  static Step of(String statement, String format) {
    return new Step(statement, Optional.of(format));
  }

  Tensor run(Map<String, Tensor> tensors) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancelledException();
    }
    Map<String, TensorType> types = new HashMap<>();
    tensors.forEach((name, tensor) -> types.put(name, tensor.type()));
    return kernels.computeIfAbsent(types, _ -> compiled(tensors)).run(tensors);
  }

  private Kernel compiled(Map<String, Tensor> tensors) {
    Computation computation = Einkorn.expression(statement).with(tensors);
    return format.map(computation::result).orElse(computation).compile();
  }

  /** The value of a scalar that is computed once. */
  static double value(String statement, Map<String, Tensor> tensors) {
    return of(statement).run(tensors).value();
  }
}
