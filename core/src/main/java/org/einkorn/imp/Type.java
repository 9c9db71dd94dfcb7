package org.einkorn.imp;

import org.einkorn.element.ElementType;

/**
 * The type of an imperative expression: a scalar, several scalars side by side in a register, a
 * primitive array, or a table that hands out positions.
 */
public sealed interface Type {
  Type BOOL = new Scalar(ElementType.BOOL);
  Type INT32 = new Scalar(ElementType.INT32);
  Type INT64 = new Scalar(ElementType.INT64);
  Type INT32_ARRAY = new Array(ElementType.INT32);
  Type TABLE = new Table();

  record Scalar(ElementType element) implements Type {
    @Override
    public String toString() {
      return element.javaType().getName();
    }
  }

  /** So many elements that are computed at once; there is more than one. */
  record Vector(ElementType element, int lanes) implements Type {
    @Override
    public String toString() {
      return element.javaType().getName() + "<" + lanes + ">";
    }
  }

  record Array(ElementType element) implements Type {
    @Override
    public String toString() {
      return element.javaType().getName() + "[]";
    }
  }

  /** An {@link org.einkorn.support.IndexTable}. */
  record Table() implements Type {
    @Override
    public String toString() {
      return "IndexTable";
    }
  }

  static Type of(ElementType element) {
    return new Scalar(element);
  }

  static Type arrayOf(ElementType element) {
    return new Array(element);
  }

  /** The element type of a scalar, or of the elements of a vector or an array. */
  default ElementType element() {
    return switch (this) {
      case Scalar s -> s.element;
      case Vector v -> v.element;
      case Array a -> a.element;
      case Table t -> throw new IllegalArgumentException("a table has no element type");
    };
  }
}
