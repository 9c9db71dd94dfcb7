package org.einkorn.storage;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;

/**
 * A stored tensor: for each level the arrays that its level format declares, and the values.
 * Published arrays are never written, unless their only owner gives them up.
 */
public record Storage(
    TensorType type, List<Integer> dimensions, List<List<Object>> levels, Object values) {
  public Storage {
    dimensions = List.copyOf(dimensions);
    List<List<Object>> copies = new ArrayList<>();
    levels.forEach(level -> copies.add(List.copyOf(level)));
    levels = List.copyOf(copies);
  }

  /** The tensor that has these arrays, in the order of {@link #arrays}. */
  public static Storage of(TensorType type, List<Integer> dimensions, List<Object> arrays) {
    List<List<Object>> levels = new ArrayList<>();
    int next = 0;
    for (LevelFormat level : type.format().levels()) {
      int count = level.arrays().size();
      levels.add(arrays.subList(next, next + count));
      next += count;
    }
    return new Storage(type, dimensions, levels, arrays.get(next));
  }

  /** All arrays: those of its levels, then the values. */
  public List<Object> arrays() {
    List<Object> arrays = new ArrayList<>();
    levels.forEach(arrays::addAll);
    arrays.add(values);
    return List.copyOf(arrays);
  }

  /** The same with another value where nothing is stored. */
  public Storage filled(Constant fill) {
    return as(new TensorType(type.element(), type.format(), fill));
  }

  /** The same with a type that has another value where nothing is stored, or is just another. */
  public Storage as(TensorType sameArrays) {
    return type == sameArrays ? this : new Storage(sameArrays, dimensions, levels, values);
  }

  /** Whether some array of its levels is one of the other's. */
  public boolean sharesLevels(Storage other) {
    for (List<Object> level : levels) {
      for (Object array : level) {
        if (other.hasInLevels(array)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean hasInLevels(Object array) {
    for (List<Object> level : levels) {
      for (Object own : level) {
        if (own == array) {
          return true;
        }
      }
    }
    return false;
  }

  /** How many values are stored. */
  public int count() {
    return Array.getLength(values);
  }

  /** The bytes of all arrays. */
  public long bytes() {
    return bytesBeside(List.of());
  }

  /** The bytes of those arrays that none of the others has too. */
  public long bytesBeside(Collection<Storage> others) {
    Set<Object> shared = Collections.newSetFromMap(new IdentityHashMap<>());
    others.forEach(other -> other.levels.forEach(shared::addAll));
    long bytes = (long) count() * type.element().bytes();
    for (List<Object> level : levels) {
      for (Object array : level) {
        int each = array instanceof long[] ? 8 : array instanceof boolean[] ? 1 : 4;
        bytes += shared.contains(array) ? 0 : (long) Array.getLength(array) * each;
      }
    }
    return bytes;
  }
}
