package org.einkorn.runtime;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.einkorn.imp.Function;

/**
 * What tells the data of one run of a function from those of another: a list of coordinates, by
 * identity. Results share the lists of operands, so data with the same pattern are the same here.
 */
final class Coordinates {
  private static final Object NONE = new int[0];

  private final int[] places;

  Coordinates(Function code) {
    this.places =
        code.segments().keySet().stream().mapToInt(code.parameters()::indexOf).sorted().toArray();
  }

  /** The longest list among the arguments; always the same object if there is none. */
  Object longest(Object[] arguments) {
    return Arrays.stream(places)
        .mapToObj(place -> arguments[place])
        .reduce(NONE, (a, b) -> Array.getLength(b) > Array.getLength(a) ? b : a);
  }
}
