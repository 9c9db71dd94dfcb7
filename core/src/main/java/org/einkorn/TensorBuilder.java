package org.einkorn;

import java.util.Objects;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;

/**
 * Collects nonzeros in any order; what is added twice at a coordinate is summed. Floats are rounded
 * to the tensor's type; an integer type must be able to hold the value, and bool holds 0 and 1.
 *
 * <pre>{@code
 * Tensor b = Tensor.builder(1000, 1000).add(2.5, 0, 7).add(1, 3, 3).build("csc");
 * }</pre>
 */
public final class TensorBuilder {
  private final CoordinateList entries;

  TensorBuilder(ElementType type, int[] dimensions) {
    Objects.requireNonNull(type, "the element type is null");
    Tensor.checkSizes(dimensions);
    this.entries = new CoordinateList(type, dimensions);
  }

  public TensorBuilder add(double value, int... coordinate) {
    checkBool(value == 0 || value == 1, value);
    entries.add(value, coordinate);
    return this;
  }

  /** The same for an integer, which a tensor of int64 holds exactly. */
  public TensorBuilder add(long value, int... coordinate) {
    checkBool(value == 0 || value == 1, value);
    entries.add(value, coordinate);
    return this;
  }

  private void checkBool(boolean isBool, Number value) {
    if (entries.type() == ElementType.BOOL && !isBool) {
      throw new EinkornException("A tensor of bool cannot hold the value " + value + ".");
    }
  }

  /**
   * The tensor in a format, as {@link Tensor#to(String)} takes it. Many nonzeros in no order are
   * sorted on several threads, which ends with a {@link CancelledException} if the calling one is
   * interrupted.
   */
  public Tensor build(String format) {
    return Tensor.of(entries, Tensor.format(format, entries));
  }

  /** The tensor as CSR if it is a matrix, else as CSF. */
  public Tensor build() {
    return Tensor.of(entries, Tensor.defaultFormat(entries.order()));
  }
}
