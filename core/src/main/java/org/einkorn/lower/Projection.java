package org.einkorn.lower;

/** Which part of a plan becomes code. */
public enum Projection {
  /** Pattern and values in one go. */
  FUSED,
  /** Only the pattern: the arrays of the result's levels. */
  ASSEMBLE,
  /**
   * Only the values, for a pattern that was assembled before from operands with the same patterns.
   */
  COMPUTE;

  boolean writesPattern() {
    return this != COMPUTE;
  }

  boolean writesValues() {
    return this != ASSEMBLE;
  }
}
