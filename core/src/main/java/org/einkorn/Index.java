package org.einkorn;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Window;

/** An index variable for expressions written in Java: {@code a.at(i, j).times(x.at(j))}. */
public record Index(String name) implements Subscript {
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

  /** A window: the coordinates from {@code from} up to, but without, {@code to}. */
  public Subscript slice(int from, int to) {
    return Subscript.slice(this, from, OptionalInt.of(to), 1);
  }

  /** The same by {@code step}. */
  public Subscript slice(int from, int to, int step) {
    return Subscript.slice(this, from, OptionalInt.of(to), step);
  }

  /** A window: the coordinates from {@code from} to the end of the dimension. */
  public Subscript from(int from) {
    return Subscript.slice(this, from, OptionalInt.empty(), 1);
  }

  /** A window: these coordinates, in this order. */
  public Subscript select(int... coordinates) {
    for (int c : coordinates) {
      Subscript.at(c);
    }
    return new Subscript.Computed(
        List.of(this), new Window.Selection(0, Arrays.stream(coordinates).boxed().toList()));
  }

  IndexVariable variable() {
    return new IndexVariable(name);
  }
}
