package org.einkorn;

import org.einkorn.notation.IndexVariable;

/** An index variable for expressions written in Java: {@code a.at(i, j).times(x.at(j))}. */
public record Index(String name) {
  public static Index of(String name) {
    return new Index(name);
  }

  /** The index as a value: the coordinate, counted from 0. */
  public Operand value() {
    return Operand.ofIndex(this);
  }

  IndexVariable variable() {
    return new IndexVariable(name);
  }
}
