package org.einkorn.storage;

import java.util.Arrays;
import org.einkorn.EinkornException;
import org.einkorn.element.ElementType;

/**
 * The nonzeros of a tensor as a list of coordinates and values: what files give, what users build,
 * what every format is packed from. Coordinates are 0-based, one array per dimension; order and
 * duplicates are free. Arrays may be longer than the count.
 */
public final class CoordinateList {
  private final int[] dimensions;
  private final ElementType type;
  private int[][] coordinates;
  private Object values;
  private int count;

  public CoordinateList(ElementType type, int... dimensions) {
    this(type, dimensions, 16);
  }

  public CoordinateList(ElementType type, int[] dimensions, int capacity) {
    this.type = type;
    this.dimensions = dimensions.clone();
    this.coordinates = new int[dimensions.length][capacity];
    this.values = type.allocate(capacity);
  }

  /**
   * Wraps arrays without copying them; {@code coordinates[d][k]} is the coordinate of entry k in
   * dimension d.
   */
  public CoordinateList(
      ElementType type, int[] dimensions, int[][] coordinates, Object values, int count) {
    this.type = type;
    this.dimensions = dimensions.clone();
    this.coordinates = coordinates;
    this.values = values;
    this.count = count;
  }

  public ElementType type() {
    return type;
  }

  public int order() {
    return dimensions.length;
  }

  public int[] dimensions() {
    return dimensions.clone();
  }

  public int count() {
    return count;
  }

  /** The same entries with values of another type, converted as code would. */
  public CoordinateList as(ElementType other) {
    if (other == type) {
      return this;
    }
    Object converted = other.allocate(count);
    for (int k = 0; k < count; k++) {
      other.set(converted, k, type.get(values, k).as(other));
    }
    return new CoordinateList(other, dimensions, coordinates, converted, count);
  }

  /** The coordinates in one dimension, not copied. */
  public int[] coordinates(int dimension) {
    return coordinates[dimension];
  }

  /** The values as a primitive array of the type, not copied. */
  public Object values() {
    return values;
  }

  /**
   * Adds an entry. Floats are rounded to the type and to bool every number but 0 is true; integers
   * must be what the type can hold.
   */
  public void add(double value, int... coordinate) {
    if (!type.isFloat() && type != ElementType.BOOL) {
      // 2^63 is the first double that is too large.
      if (value != Math.rint(value) || value < Long.MIN_VALUE || value >= 0x1p63) {
        throw cannotHold(value);
      }
      add((long) value, coordinate);
      return;
    }
    if (type == ElementType.FLOAT32 && Float.isInfinite((float) value) && Double.isFinite(value)) {
      throw cannotHold(value);
    }
    int k = append(coordinate);
    switch (type) {
      case BOOL -> ((boolean[]) values)[k] = value != 0;
      case FLOAT32 -> ((float[]) values)[k] = (float) value;
      case FLOAT64 -> ((double[]) values)[k] = value;
      case INT32, INT64 -> throw new AssertionError("added as a long");
    }
  }

  /** Adds an entry, exactly if the type is one of integers. */
  public void add(long value, int... coordinate) {
    if (type == ElementType.INT32 && value != (int) value) {
      throw cannotHold(value);
    }
    int k = append(coordinate);
    switch (type) {
      case BOOL -> ((boolean[]) values)[k] = value != 0;
      case INT32 -> ((int[]) values)[k] = (int) value;
      case INT64 -> ((long[]) values)[k] = value;
      case FLOAT32 -> ((float[]) values)[k] = value;
      case FLOAT64 -> ((double[]) values)[k] = value;
    }
  }

  /** Adds an entry with the value that entry k of a list of the same type has. */
  public void append(CoordinateList from, int k, int... coordinate) {
    int at = append(coordinate);
    System.arraycopy(from.values, k, values, at, 1);
  }

  private EinkornException cannotHold(Number value) {
    return new EinkornException("A tensor of " + type + " cannot hold the value " + value + ".");
  }

  private int append(int[] coordinate) {
    if (coordinate.length != dimensions.length) {
      throw new EinkornException(
          "An entry of a tensor of order "
              + dimensions.length
              + " needs as many coordinates, not "
              + coordinate.length
              + ".");
    }
    for (int d = 0; d < coordinate.length; d++) {
      if (coordinate[d] < 0 || coordinate[d] >= dimensions[d]) {
        throw new EinkornException(
            "Coordinate "
                + Arrays.toString(coordinate)
                + " lies outside a tensor of size "
                + Arrays.toString(dimensions)
                + ".");
      }
    }
    int capacity = java.lang.reflect.Array.getLength(values);
    if (count == capacity) {
      int larger = (int) Math.min(Integer.MAX_VALUE - 16, Math.max(16, capacity * 2L));
      for (int d = 0; d < coordinates.length; d++) {
        coordinates[d] = Arrays.copyOf(coordinates[d], larger);
      }
      Object copy = type.allocate(larger);
      System.arraycopy(values, 0, copy, 0, count);
      values = copy;
    }
    for (int d = 0; d < coordinate.length; d++) {
      coordinates[d][count] = coordinate[d];
    }
    return count++;
  }

  /** The same list with arrays of exactly the count's length; shared where they are that long. */
  public CoordinateList trimmed() {
    int[][] trimmed = coordinates.clone();
    for (int d = 0; d < trimmed.length; d++) {
      trimmed[d] = trimmed[d].length == count ? trimmed[d] : Arrays.copyOf(trimmed[d], count);
    }
    return new CoordinateList(type, dimensions, trimmed, type.resize(values, count), count);
  }

  /** A list of its own, with arrays of exactly the count's length. */
  public CoordinateList copy() {
    int[][] copied = new int[coordinates.length][];
    for (int d = 0; d < copied.length; d++) {
      copied[d] = Arrays.copyOf(coordinates[d], count);
    }
    Object values = type.allocate(count);
    System.arraycopy(this.values, 0, values, 0, count);
    return new CoordinateList(type, dimensions, copied, values, count);
  }

  /**
   * The number of the entry at a coordinate, or -1; the list must be in the order of its
   * dimensions.
   */
  public int find(int... coordinate) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int compared = 0;
      for (int d = 0; compared == 0 && d < coordinate.length; d++) {
        compared = Integer.compare(coordinates[d][middle], coordinate[d]);
      }
      if (compared == 0) {
        return middle;
      }
      if (compared < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }
}
