package org.einkorn.format;

import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;

/**
 * Everything about a tensor that a kernel is compiled for: the type of its values, its format, and
 * the value of every coordinate that is not stored.
 */
public record TensorType(ElementType element, Format format, Constant fill) {
  public TensorType {
    fill = fill.as(element);
  }

  /** A type whose fill value is zero. */
  public static TensorType of(ElementType element, Format format) {
    return new TensorType(element, format, Constant.zero(element));
  }

  public int order() {
    return format.order();
  }

  @Override
  public String toString() {
    return element + " " + format + (fill.asDouble() == 0 ? "" : " fill " + fill);
  }
}
