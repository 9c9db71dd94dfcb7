package org.einkorn.runtime;

import java.lang.reflect.Array;
import org.einkorn.loops.Chunks.Combination;
import org.einkorn.lower.ChunkCode;
import org.einkorn.support.Workers;

/** How many chunks work is divided into. */
final class Pieces {
  private static final int MOST = 64;

  /** Results of their own cost memory, and time to combine. */
  private static final int MOST_REDUCED = 8;

  /**
   * How many places chunks, or threads, may make for themselves, for each run of the innermost
   * statement, if they are many.
   */
  private static final double PLACES_PER_WORK = 0.5;

  /** Some megabytes. */
  private static final int FEW_PLACES = 1 << 20;

  private final ChunkCode code;

  Pieces(ChunkCode code) {
    this.code = code;
  }

  /** At most so many, for work that is worth so many. */
  static int most(double worth) {
    return (int) Math.max(1, Math.min(MOST, worth));
  }

  /**
   * @param worth how many chunks the work is worth
   * @param shared what all chunks have in common
   * @param places how many the largest workspace of a chunk has
   */
  int count(double worth, Object[] shared, int places) {
    double pieces = Math.min(MOST, worth);
    if (places > 0) {
      double most = PLACES_PER_WORK * worth * ChunkedKernel.GRAIN / places;
      pieces = isForEachThread(places, most) ? pieces : Math.min(pieces, most);
    }
    if (code.chunks().combination() == Combination.REDUCED) {
      int length = Array.getLength(shared[code.sharedValues()]);
      if (length > 1) {
        double most = worth * ChunkedKernel.GRAIN / (8.0 * length);
        pieces = Math.min(Math.min(MOST_REDUCED, pieces), most);
      }
    }
    return (int) Math.max(1, pieces);
  }

  /**
   * Whether chunks need not be few for the places that they make: threads make them, and leave them
   * to their next chunks. What is added up over chunks must not depend on how many threads there
   * are.
   */
  private boolean isForEachThread(int places, double most) {
    Combination combination = code.chunks().combination();
    return (places <= FEW_PLACES || Workers.threads() <= most)
        && !code.workspaces().results().isEmpty()
        && (combination == Combination.JOINED || combination == Combination.SHARED);
  }
}
