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
  private final long promised;
  private int capacity;
  private int count;

  /** {@code promised}: how many entries to expect. */
  EntryBuffer(String name, ElementType type, int order, long promised) {
    this.name = name;
    this.promised = promised;
    this.capacity = (int) Math.min(promised, FIRST_CAPACITY / (order + 1));
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

  /** Makes room for one more entry and returns its number. */
  int add() {
    if (count == capacity) {
      grow();
    }
    return count++;
  }

  /** Adds matrix entry k again with row and column exchanged and returns the number of the copy. */
  int addTransposed(int k) {
    int copy = add();
    coordinates[0][copy] = coordinates[1][k];
    coordinates[1][copy] = coordinates[0][k];
    if (reals != null) {
      reals[copy] = reals[k];
    } else {
      integers[copy] = integers[k];
    }
    return copy;
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

  private void grow() {
    long wanted = Math.max(16, 2L * capacity);
    // The promise is worth stopping at, exactly, once it comes near.
    if (capacity < promised) {
      wanted = Math.min(wanted, promised);
    }
    int larger = (int) Math.min(LARGEST_CAPACITY, wanted);
    if (larger == capacity) {
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
