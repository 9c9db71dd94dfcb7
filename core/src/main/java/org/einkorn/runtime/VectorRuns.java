package org.einkorn.runtime;

/** How many chunks ran whose rows could be in vector registers, and how many of them were. */
public record VectorRuns(long all, long inVectors) {
  static final VectorRuns NONE = new VectorRuns(0, 0);

  VectorRuns plus(VectorRuns other) {
    return new VectorRuns(all + other.all, inVectors + other.inVectors);
  }

  /** Those that came since. */
  public VectorRuns since(VectorRuns before) {
    return new VectorRuns(all - before.all, inVectors - before.inVectors);
  }
}
