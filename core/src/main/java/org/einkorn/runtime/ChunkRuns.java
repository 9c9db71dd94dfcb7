package org.einkorn.runtime;

/**
 * How many chunks ran of code that has faster forms.
 *
 * @param inVectors those with rows in vector registers, by the JDK's vector module
 * @param asMachineCode those that ran as machine code of Einkorn's own
 */
public record ChunkRuns(long all, long inVectors, long asMachineCode) {
  static final ChunkRuns NONE = new ChunkRuns(0, 0, 0);

  ChunkRuns plus(ChunkRuns other) {
    return new ChunkRuns(
        all + other.all, inVectors + other.inVectors, asMachineCode + other.asMachineCode);
  }

  /** Those that came since. */
  public ChunkRuns since(ChunkRuns before) {
    return new ChunkRuns(
        all - before.all, inVectors - before.inVectors, asMachineCode - before.asMachineCode);
  }
}
