package org.einkorn.support;

/** Functions of numbers that {@link Math} does not have, or has under other names. */
public final class Numbers {
  private Numbers() {}

  public static double abs(double x) {
    return Math.abs(x);
  }

  public static long abs(long x) {
    return Math.abs(x);
  }

  public static double mod(double x, double y) {
    double remainder = x % y;
    return remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : remainder;
  }

  public static long mod(long x, long y) {
    return y == 0 ? 0 : Math.floorMod(x, y);
  }
}
