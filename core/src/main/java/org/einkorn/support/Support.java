package org.einkorn.support;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.einkorn.EinkornException;

/** The functions that generated code calls; {@code RuntimeFunction} lists them. */
public final class Support {
  /** The longest array that every JVM can allocate. */
  public static final int MAX_LENGTH = Integer.MAX_VALUE - 16;

  private Support() {}

  public static Object grow(Object array, long needed) {
    int length = Array.getLength(array);
    if (needed <= length) {
      return array;
    }
    if (needed > MAX_LENGTH) {
      throw new EinkornException(
          "The result outgrew what an array can hold: it needs "
              + needed
              + " entries and "
              + MAX_LENGTH
              + " is the most.");
    }
    int larger =
        (int) Math.min(MAX_LENGTH, Math.max(needed, Math.max(16, length + (length >> 1) * 2L)));
    try {
      return copy(array, larger);
    } catch (OutOfMemoryError _) {
      throw new OutgrownError(length, larger);
    }
  }

  /** The elements from {@code from} up to {@code to} as an array of their own. */
  public static Object copyOfRange(Object array, int from, int to) {
    Object part = Array.newInstance(array.getClass().getComponentType(), to - from);
    System.arraycopy(array, from, part, 0, to - from);
    return part;
  }

  public static Object trim(Object array, int length) {
    if (Array.getLength(array) == length) {
      return array;
    }
    return copy(array, length);
  }

  /**
   * Arrays.copyOf writes each element once, where a new array of some type would be zeroed first.
   */
  private static Object copy(Object array, int length) {
    return switch (array) {
      case double[] a -> Arrays.copyOf(a, length);
      case float[] a -> Arrays.copyOf(a, length);
      case long[] a -> Arrays.copyOf(a, length);
      case int[] a -> Arrays.copyOf(a, length);
      case boolean[] a -> Arrays.copyOf(a, length);
      default ->
          throw new IllegalArgumentException("no kernel has an array of " + array.getClass());
    };
  }

  public static int lowerBound(int[] coordinates, int begin, int end, int coordinate) {
    int low = begin;
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (coordinates[middle] < coordinate) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  public static int probe(int[] coordinates, int begin, int end, int coordinate) {
    int mask = end - begin - 1;
    int start = (coordinate * 0x9E3779B9) >>> 7;
    for (int k = 0; k <= mask; k++) {
      int slot = begin + ((start + k) & mask);
      if (coordinates[slot] == coordinate || coordinates[slot] < 0) {
        return slot;
      }
    }
    return end;
  }

  public static int size(int a, int b) {
    long product = (long) a * b;
    if (product > MAX_LENGTH) {
      throw new EinkornException(
          "A dense part of the result needs "
              + product
              + " entries, more than the "
              + MAX_LENGTH
              + " an array can hold.");
    }
    return (int) product;
  }

  /** Twice the size of a hash table, whose length is a power of two. */
  static int tableSize(int length) {
    if (length >= 1 << 30) {
      throw new EinkornException(
          "A workspace outgrew what an array can hold: it had reached " + length / 2 + " entries.");
    }
    return length * 2;
  }

  public static int total(int a, int b) {
    long sum = (long) a + b;
    if (sum > MAX_LENGTH) {
      throw new EinkornException(
          "The result may need "
              + sum
              + " entries, more than the "
              + MAX_LENGTH
              + " an array can hold.");
    }
    return (int) sum;
  }

  public static int narrow(long value) {
    if (value != (int) value) {
      throw new EinkornException(
          "The value " + value + " does not fit into int32; store the result as int64.");
    }
    return (int) value;
  }

  public static void sortTouched(int[] touched, int n, long[] bits, int size) {
    Touched.sort(touched, n, bits, size);
  }

  public static void sortFew(int[] coordinates, int n) {
    Arrays.sort(coordinates, 0, n);
  }

  public static int places(int[] values, int value, int begin, int end, int[] list) {
    int count = 0;
    for (int place = begin; place < end; place++) {
      if (values[place] == value) {
        list[count++] = place;
      }
    }
    return count;
  }

  public static void storeFew(Object vector, Object to, int at, int n) {
    System.arraycopy(vector, 0, to, at, n);
  }

  public static int likeRows(
      int[] memory,
      int at,
      int[] rows,
      int row,
      int most,
      int[] entries,
      int[] positions,
      int[] coordinates,
      int[] begins) {
    return RowMemory.likeRows(memory, at, rows, row, most, entries, positions, coordinates, begins);
  }

  public static int[] remember(
      int[] memory,
      int hash,
      int[] begins,
      int[] lengths,
      int parts,
      int[] coordinates,
      int lanes) {
    return RowMemory.remember(memory, hash, begins, lengths, parts, coordinates, lanes);
  }

  public static int sortEntries(
      long[] keys, int n, int[] into, int[] coordinates, int[] positions) {
    Arrays.sort(keys, 0, n);
    int count = 0;
    for (int k = 0; k < n; k++) {
      int coordinate = (int) (keys[k] >>> 32);
      int position = (int) keys[k];
      if (count == 0 || coordinates[count - 1] != coordinate) {
        coordinates[count] = coordinate;
        positions[count++] = position;
      }
      into[position] = positions[count - 1];
    }
    return count;
  }

  public static IndexTable newTable(int size) {
    return new IndexTable(size);
  }

  public static IndexTable newLookup(int size, int finds) {
    return new IndexTable(size, finds);
  }

  public static int insert(IndexTable table, int parent, int coordinate) {
    return table.insert(parent, coordinate);
  }

  public static int find(IndexTable table, int parent, int coordinate) {
    return table.find(parent, coordinate);
  }

  public static int count(IndexTable table) {
    return table.count();
  }

  public static void seal(IndexTable table, int parents) {
    table.seal(parents);
  }

  public static int[] segments(IndexTable table) {
    return table.segments();
  }

  public static int[] coordinates(IndexTable table) {
    return table.coordinates();
  }

  public static int[] positions(IndexTable table) {
    return table.positions();
  }

  public static void clear(IndexTable table) {
    table.clear();
  }
}
