package org.einkorn.io;

import java.util.Arrays;
import org.einkorn.EinkornException;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;

/**
 * Entries while they are read. Grows with what has been found, whatever a header promised, so a
 * file takes memory in proportion to its own length.
 */
final class EntryBuffer {
  private static final int FIRST_CAPACITY = 1 << 16;
  private static final int LARGEST_CAPACITY = Integer.MAX_VALUE - 16;

  /** {@code coordinates[d][k]}, 0-based. */
  final int[][] coordinates;

  /** The values of a float64 file, null for another. */
  double[] reals;

  /** The values of an int64 file, null for another. */
  long[] integers;

  private final String name;
  private final long most;
  private long expected;
  private int capacity;
  private int count;

  /** {@code most}: how many entries there can be. */
  EntryBuffer(String name, ElementType type, int order, long most) {
    this.name = name;
    this.most = most;
    this.capacity = (int) Math.min(most, FIRST_CAPACITY / (order + 1));
    this.coordinates = new int[order][capacity];
    switch (type) {
      case FLOAT64 -> reals = new double[capacity];
      case INT64 -> integers = new long[capacity];
      case BOOL, INT32, FLOAT32 -> throw new IllegalArgumentException("no file holds " + type);
    }
  }

  int count() {
    return count;
  }

  /** Keeps so many entries, and the room for the others. */
  void truncate(int entries) {
    count = entries;
  }

  /**
   * Says how many times as much text is still to come as was read so far, so that room for the
   * entries in it can be made at once.
   */
  void expectMore(double times) {
    // A little more than that is less than half of it twice.
    expected = (long) (count * (1 + 1.05 * times));
  }

  /** Makes room for one more entry and returns its number. */
  int add() {
    if (count == capacity) {
      grow(count + 1L);
    }
    return count++;
  }

  /** Makes room for so many more entries and returns the number of the first. */
  int add(int entries) {
    if (capacity - count < entries) {
      grow((long) count + entries);
    }
    count += entries;
    return count - entries;
  }

  /** Adds all entries of another buffer; if that one has values alone, no coordinates. */
  void append(EntryBuffer part) {
    int first = add(part.count);
    for (int d = 0; d < part.coordinates.length; d++) {
      System.arraycopy(part.coordinates[d], 0, coordinates[d], first, part.count);
    }
    if (reals != null) {
      System.arraycopy(part.reals, 0, reals, first, part.count);
    } else {
      System.arraycopy(part.integers, 0, integers, first, part.count);
    }
  }

  /** Adds matrix entry k again with row and column exchanged and returns the number of the copy. */
  int addTransposed(int k) {
    int copy = add();
    coordinates[0][copy] = coordinates[1][k];
    coordinates[1][copy] = coordinates[0][k];
    copyValue(this, k, copy);
    return copy;
  }

  /** Gives an entry the value that an entry of another buffer has. */
  void copyValue(EntryBuffer from, int entry, int to) {
    if (reals != null) {
      reals[to] = from.reals[entry];
    } else {
      integers[to] = from.integers[entry];
    }
  }

  boolean isZero(int k) {
    return reals != null ? reals[k] == 0 : integers[k] == 0;
  }

  void negate(int k) {
    if (reals != null) {
      reals[k] = -reals[k];
    } else {
      integers[k] = -integers[k];
    }
  }

  CoordinateList toList(int... dimensions) {
    return reals != null
        ? new CoordinateList(ElementType.FLOAT64, dimensions, coordinates, reals, count)
        : new CoordinateList(ElementType.INT64, dimensions, coordinates, integers, count);
  }

  private void grow(long needed) {
    long wanted = Math.max(Math.max(16, needed), Math.max(2L * capacity, expected));
    // The most is worth stopping at, exactly, once it comes near.
    if (needed <= most) {
      wanted = Math.min(wanted, most);
    }
    int larger = (int) Math.min(LARGEST_CAPACITY, wanted);
    if (larger < needed) {
      throw new EinkornException(
          name + " holds more entries than the " + LARGEST_CAPACITY + " that Einkorn can hold.");
    }
    try {
      for (int d = 0; d < coordinates.length; d++) {
        coordinates[d] = Arrays.copyOf(coordinates[d], larger);
      }
      if (reals != null) {
        reals = Arrays.copyOf(reals, larger);
      } else {
        integers = Arrays.copyOf(integers, larger);
      }
    } catch (OutOfMemoryError e) {
      throw new EinkornException(
          name
              + " holds more entries than fit into memory, which gave out after "
              + count
              + "; give the JVM more with -Xmx.",
          e);
    }
    capacity = larger;
  }
}
