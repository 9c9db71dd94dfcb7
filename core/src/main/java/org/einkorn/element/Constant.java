package org.einkorn.element;

/**
 * A value of an element type: a {@link Long} for bool (0 or 1) and the integers, a {@link Double}
 * for the floats. Equality is of type and bits; {@link #sameValue} compares as numbers.
 */
public record Constant(ElementType type, Number value) {
  public Constant {
    if (type.isFloat() != (value instanceof Double)
        || !type.isFloat() && !(value instanceof Long)) {
      throw new IllegalArgumentException(type + " cannot hold " + value);
    }
  }

  public static Constant of(double value) {
    return new Constant(ElementType.FLOAT64, value);
  }

  public static Constant of(long value) {
    return new Constant(ElementType.INT64, value);
  }

  public static Constant of(boolean value) {
    return new Constant(ElementType.BOOL, value ? 1L : 0L);
  }

  public static Constant zero(ElementType type) {
    return of(0L).as(type);
  }

  public double asDouble() {
    return value.doubleValue();
  }

  public long asLong() {
    return value.longValue();
  }

  /** The value converted to another type, as a cast in generated code would. */
  public Constant as(ElementType target) {
    if (target == type) {
      return this;
    }
    return switch (target) {
      case BOOL -> new Constant(target, asDouble() != 0 ? 1L : 0L);
      case INT32 -> new Constant(target, (long) (int) asLong());
      case INT64 -> new Constant(target, asLong());
      case FLOAT32 -> new Constant(target, (double) (float) asDouble());
      case FLOAT64 -> new Constant(target, asDouble());
    };
  }

  /** Whether both are the same number, whatever their types; 0.0 and -0.0 are. */
  public boolean sameValue(Constant other) {
    if (!type.isFloat() && !other.type.isFloat()) {
      return asLong() == other.asLong();
    }
    return asDouble() == other.asDouble()
        || Double.isNaN(asDouble()) && Double.isNaN(other.asDouble());
  }

  @Override
  public String toString() {
    if (type == ElementType.BOOL) {
      return asLong() != 0 ? "true" : "false";
    }
    return value.toString();
  }
}
