package org.einkorn.lower;

import java.util.List;
import java.util.Optional;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.loops.Chunks;

/**
 * A kernel in chunks, as functions. All but {@code combine} take the operands; {@code before} gives
 * what chunks share, {@code chunk} takes that and the bounds of one chunk, {@code weight} takes a
 * coordinate and tells how much work lies before it. {@code combine} adds the values of one chunk
 * to those of others, where each has its own.
 *
 * @param shared what {@code before} gives: tables, copies of operands, a shared result
 * @param sharedValues where the values of a result are among them, or -1
 */
public record ChunkCode(
    Chunks chunks,
    Function before,
    Function chunk,
    Function weight,
    Optional<Function> combine,
    List<Variable> shared,
    int sharedValues,
    List<KernelCode.Parameter> parameters) {
  public ChunkCode {
    shared = List.copyOf(shared);
    parameters = List.copyOf(parameters);
  }
}
