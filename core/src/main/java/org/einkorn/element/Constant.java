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
      case INT32 ->
          new Constant(target, (long) (type.isFloat() ? (int) asDouble() : (int) asLong()));
      case INT64 -> new Constant(target, asLong());
      case FLOAT32 ->
          new Constant(target, (double) (type.isFloat() ? (float) asDouble() : (float) asLong()));
      case FLOAT64 -> new Constant(target, asDouble());
    };
  }

  /** The value as Java boxes it. */
  public Object boxed() {
    return switch (type) {
      case BOOL -> asLong() != 0;
      case INT32 -> (int) asLong();
      case INT64 -> asLong();
      case FLOAT32 -> (float) asDouble();
      case FLOAT64 -> asDouble();
    };
  }

  /** A value of the type that Java boxed. */
  public static Constant unboxed(ElementType type, Object value) {
    return switch (type) {
      case BOOL -> of((boolean) value);
      case INT32 -> new Constant(type, (long) (int) value);
      case INT64 -> of((long) value);
      case FLOAT32 -> new Constant(type, (double) (float) value);
      case FLOAT64 -> of((double) value);
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
