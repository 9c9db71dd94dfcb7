package org.einkorn.lower;

import java.util.List;
import org.einkorn.imp.Function;
import org.einkorn.notation.IndexVariable;

/**
 * A kernel as imperative code, with the meaning of its parameters. Its results are the arrays of
 * the result's levels, outermost first, then the values.
 */
public record KernelCode(Function function, List<Parameter> parameters) {
  public KernelCode {
    parameters = List.copyOf(parameters);
  }

  /** What to pass for a parameter. */
  public sealed interface Parameter {}

  /** Array number {@code array} of a level of an input. */
  public record LevelArray(String tensor, int level, int array) implements Parameter {}

  /** The values of an input. */
  public record Values(String tensor) implements Parameter {}

  /** The size of an index variable. */
  public record Size(IndexVariable variable) implements Parameter {}

  /** Array number {@code array} of a level of a tensor that the result is written over. */
  public record SpareArray(int level, int array) implements Parameter {}

  /** The values of that tensor. */
  public record SpareValues() implements Parameter {}

  /** The values of the result as it was assembled, for a kernel that computes only values. */
  public record AssembledValues() implements Parameter {}
}
