package org.einkorn.backend.x64;

/** From one number to another, both included. */
record Range(long least, long greatest) {
  /** How far an index may lie outside of the ints, where it is outside of all arrays. */
  private static final long BEYOND = 1L << 30;

  static final Range INT = new Range(Integer.MIN_VALUE, Integer.MAX_VALUE);

  Range plus(Range other) {
    return new Range(least + other.least, greatest + other.greatest);
  }

  Range times(long factor) {
    return new Range(
        Math.min(least * factor, greatest * factor), Math.max(least * factor, greatest * factor));
  }

  Range or(Range other) {
    return new Range(Math.min(least, other.least), Math.max(greatest, other.greatest));
  }

  boolean isHarmless() {
    return least >= Integer.MIN_VALUE - BEYOND && greatest <= Integer.MAX_VALUE + BEYOND;
  }

  boolean contains(Range other) {
    return least <= other.least && other.greatest <= greatest;
  }
}
