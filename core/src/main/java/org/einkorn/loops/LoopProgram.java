package org.einkorn.loops;

import java.util.LinkedHashMap;
import java.util.Map;
import org.einkorn.element.Constant;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * A statement with the types of the tensors it reads and writes. The target's name differs from
 * every input's, so that the right side reads values from before the statement. A variable that the
 * notation does not have has the size of the one that {@code sameSize} gives for it.
 */
public record LoopProgram(
    Access target,
    TensorType targetType,
    Map<String, TensorType> inputs,
    Statement body,
    Map<IndexVariable, IndexExpression<IndexVariable>> derivedSizes,
    Hints hints) {
  /** A program whose loops run as the planner thinks best. */
  public LoopProgram(
      Access target,
      TensorType targetType,
      Map<String, TensorType> inputs,
      Statement body,
      Map<IndexVariable, IndexExpression<IndexVariable>> derivedSizes) {
    this(target, targetType, inputs, body, derivedSizes, Hints.NONE);
  }

  public LoopProgram {
    derivedSizes = Map.copyOf(derivedSizes);
    inputs = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
  }

  /** The types of inputs, target and every workspace. */
  public Map<String, TensorType> types() {
    Map<String, TensorType> all = new LinkedHashMap<>(inputs);
    all.put(target.tensor(), targetType);
    collect(body, all);
    return all;
  }

  /**
   * What the result holds where nothing is assigned: the identity if it is accumulated into, else
   * its fill value.
   */
  public Constant background() {
    return Statements.accumulator(body, target.tensor())
        .flatMap(op -> op.identity(targetType.element()))
        .orElse(targetType.fill());
  }

  private static void collect(Statement statement, Map<String, TensorType> types) {
    switch (statement) {
      case Statement.Forall f -> collect(f.body(), types);
      case Statement.Bind b -> collect(b.body(), types);
      case Statement.Where w -> {
        types.put(w.workspace().name(), w.workspace().type());
        collect(w.consumer(), types);
        collect(w.producer(), types);
      }
      case Statement.Sequence s -> s.parts().forEach(p -> collect(p, types));
      case Statement.Assign a -> {}
    }
  }
}
