package org.einkorn.element;

import java.lang.reflect.Array;

/**
 * The type of a tensor's values, as data: everything that differs between element types is asked
 * here, so no other code exists once per type.
 */
public enum ElementType {
  BOOL("bool", boolean.class, 1),
  INT32("int32", int.class, 4),
  INT64("int64", long.class, 8),
  FLOAT32("float32", float.class, 4),
  FLOAT64("float64", double.class, 8);

  private final String text;
  private final Class<?> javaType;
  private final int bytes;

  ElementType(String text, Class<?> javaType, int bytes) {
    this.text = text;
    this.javaType = javaType;
    this.bytes = bytes;
  }

  /** The Java primitive that carries a value of this type. */
  public Class<?> javaType() {
    return javaType;
  }

  public int bytes() {
    return bytes;
  }

  public boolean isFloat() {
    return this == FLOAT32 || this == FLOAT64;
  }

  /** The type that holds the values of both; two of one type stay as they are. */
  public static ElementType common(ElementType a, ElementType b) {
    return a == b ? a : promote(a, b);
  }

  /**
   * The type that arithmetic on values of the two types is done in: bool and int compute as int64.
   */
  public static ElementType promote(ElementType a, ElementType b) {
    if (a == FLOAT64 || b == FLOAT64) {
      return FLOAT64;
    }
    if (a == FLOAT32 || b == FLOAT32) {
      return FLOAT32;
    }
    return INT64;
  }

  /** The type of a primitive array's elements. */
  public static ElementType ofArray(Object array) {
    for (ElementType type : values()) {
      if (type.javaType == array.getClass().getComponentType()) {
        return type;
      }
    }
    throw new IllegalArgumentException("no element type is held by " + array.getClass());
  }

  /** A zeroed primitive array of this type. */
  public Object allocate(int length) {
    return Array.newInstance(javaType, length);
  }

  /** The element of a primitive array of this type. */
  public Constant get(Object array, int index) {
    return switch (this) {
      case BOOL -> Constant.of(((boolean[]) array)[index]);
      case INT32 -> Constant.of(((int[]) array)[index]).as(INT32);
      case INT64 -> Constant.of(((long[]) array)[index]);
      case FLOAT32 -> Constant.of(((float[]) array)[index]).as(FLOAT32);
      case FLOAT64 -> Constant.of(((double[]) array)[index]);
    };
  }

  /** Stores a value, converted to this type, in a primitive array of this type. */
  public void set(Object array, int index, Constant value) {
    switch (this) {
      case BOOL -> ((boolean[]) array)[index] = value.asDouble() != 0;
      case INT32 -> ((int[]) array)[index] = Math.toIntExact(value.asLong());
      case INT64 -> ((long[]) array)[index] = value.asLong();
      case FLOAT32 -> ((float[]) array)[index] = (float) value.asDouble();
      case FLOAT64 -> ((double[]) array)[index] = value.asDouble();
    }
  }

  /** The first elements of an array of this type as an array of that length, maybe the same. */
  public Object resize(Object array, int length) {
    if (Array.getLength(array) == length) {
      return array;
    }
    Object copy = allocate(length);
    System.arraycopy(array, 0, copy, 0, Math.min(length, Array.getLength(array)));
    return copy;
  }

  /** The elements of an array of this type at the given indices. */
  public Object gather(Object array, int[] indices) {
    Object result = allocate(indices.length);
    gather(array, indices, 0, indices.length, result);
    return result;
  }

  /** The same for some of the indices; each element goes to where its index stands. */
  public void gather(Object array, int[] indices, int from, int to, Object result) {
    switch (this) {
      case BOOL -> {
        for (int k = from; k < to; k++) {
          ((boolean[]) result)[k] = ((boolean[]) array)[indices[k]];
        }
      }
      case INT32 -> {
        for (int k = from; k < to; k++) {
          ((int[]) result)[k] = ((int[]) array)[indices[k]];
        }
      }
      case INT64 -> {
        for (int k = from; k < to; k++) {
          ((long[]) result)[k] = ((long[]) array)[indices[k]];
        }
      }
      case FLOAT32 -> {
        for (int k = from; k < to; k++) {
          ((float[]) result)[k] = ((float[]) array)[indices[k]];
        }
      }
      case FLOAT64 -> {
        for (int k = from; k < to; k++) {
          ((double[]) result)[k] = ((double[]) array)[indices[k]];
        }
      }
    }
  }

  /** The first elements of an array of this type, each moved to the index given for it. */
  public Object scatter(Object array, int[] indices) {
    Object result = allocate(indices.length);
    scatter(array, indices, 0, indices.length, result);
    return result;
  }

  /** The same for some of the elements. */
  public void scatter(Object array, int[] indices, int from, int to, Object result) {
    switch (this) {
      case BOOL -> {
        for (int k = from; k < to; k++) {
          ((boolean[]) result)[indices[k]] = ((boolean[]) array)[k];
        }
      }
      case INT32 -> {
        for (int k = from; k < to; k++) {
          ((int[]) result)[indices[k]] = ((int[]) array)[k];
        }
      }
      case INT64 -> {
        for (int k = from; k < to; k++) {
          ((long[]) result)[indices[k]] = ((long[]) array)[k];
        }
      }
      case FLOAT32 -> {
        for (int k = from; k < to; k++) {
          ((float[]) result)[indices[k]] = ((float[]) array)[k];
        }
      }
      case FLOAT64 -> {
        for (int k = from; k < to; k++) {
          ((double[]) result)[indices[k]] = ((double[]) array)[k];
        }
      }
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
