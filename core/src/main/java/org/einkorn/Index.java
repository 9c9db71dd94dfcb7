package org.einkorn;

import java.util.Objects;
import org.einkorn.notation.IndexVariable;

/** An index variable for expressions written in Java: {@code a.at(i, j).times(x.at(j))}. */
public record Index(String name) {
  public Index {
    Objects.requireNonNull(name, "an index has a name, not null");
    if (!IndexVariable.isName(name)) {
      throw new EinkornException(
          "'" + name + "' cannot be the name of an index; write for example i, j2 or row.");
    }
  }

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
