package org.einkorn.loops;

import java.util.Optional;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;

/**
 * A program whose outermost loop runs over a chunk of its coordinates only: {@code begin ≤ v <
 * end}, both given to the kernel. Chunks can run at the same time, and between them a run can be
 * watched or stopped.
 *
 * @param reducer what combines the results of chunks that overlap
 * @param whole the domain of the loop if it is not divided
 */
public record Chunks(
    LoopProgram program,
    IndexVariable variable,
    IndexVariable begin,
    IndexVariable end,
    Combination combination,
    Optional<Operator> reducer,
    Domain whole) {

  /** The same chunks, whose results become one in another way. */
  public Chunks combined(Combination other) {
    return new Chunks(program, variable, begin, end, other, reducer, whole);
  }

  /** Whether chunks add to what others add to as well. */
  public boolean overlap() {
    return combination == Combination.REDUCED || combination == Combination.BOUNDARY;
  }

  /** How the results of chunks become one. */
  public enum Combination {
    /** All write to different places of one result. */
    SHARED,
    /** Each appends to a result of its own; these are joined one after the other. */
    JOINED,
    /** Each adds up a result of its own; these are combined in the order of the chunks. */
    REDUCED,
    /**
     * Each adds to the stretch of the result that it reaches. Stretches may overlap at their ends:
     * what a chunk gives for its first row is kept apart, and combined in the order of the chunks.
     */
    BOUNDARY
  }
}
