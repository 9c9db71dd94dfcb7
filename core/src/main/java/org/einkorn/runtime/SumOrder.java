package org.einkorn.runtime;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.RowForm;
import org.einkorn.loops.Chunks.Combination;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.ChunkLowering.Memory;

/**
 * Whether chunks may add up rows in another order than undivided code does. Then everything that
 * computes a result must do so: results have the same bits on any number of threads and in any
 * memory.
 */
final class SumOrder implements BooleanSupplier {
  private final Function<Memory, Optional<ChunkCode>> divided;

  /** Null as long as nobody asked: there is code to be made for it. */
  private volatile Boolean free;

  /**
   * @param divided the code for each kind of memory
   */
  SumOrder(Function<Memory, Optional<ChunkCode>> divided) {
    this.divided = divided;
  }

  @Override
  public boolean getAsBoolean() {
    Boolean known = free;
    if (known == null) {
      known = isFree();
      free = known;
    }
    return known;
  }

  private boolean isFree() {
    Optional<ChunkCode> first = divided.apply(Memory.NEW);
    Optional<ChunkCode> again = divided.apply(Memory.SPARE);
    // Parts that are joined are not always computed apart.
    return first.isPresent()
        && again.isPresent()
        && first.get().chunks().combination() != Combination.JOINED
        && reordered(first.get()).equals(reordered(again.get()));
  }

  /** What says how long rows are, and the rows that are added up otherwise if they are long. */
  private record Reordered(Optional<RowForm.Evidence> evidence, List<Variable> bounds) {}

  private static Reordered reordered(ChunkCode code) {
    org.einkorn.imp.Function chunk = Optimiser.split(code.chunk());
    return new Reordered(RowForm.evidence(chunk), RowForm.reordered(chunk));
  }
}
