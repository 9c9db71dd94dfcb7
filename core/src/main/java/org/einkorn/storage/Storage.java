package org.einkorn.storage;

import java.lang.reflect.Array;
import java.util.List;
import org.einkorn.element.Constant;
import org.einkorn.format.TensorType;

/**
 * A stored tensor: for each level the arrays that its level format declares, and the values.
 * Published arrays are never written.
 */
public record Storage(
    TensorType type, List<Integer> dimensions, List<List<Object>> levels, Object values) {
  public Storage {
    dimensions = List.copyOf(dimensions);
    levels = levels.stream().map(List::copyOf).toList();
  }

  /** The same with another value where nothing is stored. */
  public Storage filled(Constant fill) {
    TensorType filled = new TensorType(type.element(), type.format(), fill);
    return new Storage(filled, dimensions, levels, values);
  }

  /** How many values are stored. */
  public int count() {
    return Array.getLength(values);
  }

  /** The bytes of all arrays. */
  public long bytes() {
    long bytes = (long) count() * type.element().bytes();
    for (List<Object> level : levels) {
      for (Object array : level) {
        int each = array instanceof long[] ? 8 : array instanceof boolean[] ? 1 : 4;
        bytes += (long) Array.getLength(array) * each;
      }
    }
    return bytes;
  }
}
