package org.einkorn.lower;

import java.util.List;
import java.util.Optional;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.loops.Chunks;

/**
 * A kernel in chunks, as functions over the operands.
 *
 * @param before gives what chunks share: tables, copies of operands, a shared result; if the kernel
 *     takes spare memory for this one, that comes after the operands
 * @param workspaces makes workspaces for a chunk, of sizes
 * @param chunk takes what chunks share, workspaces, as new ones or as another chunk left them, and
 *     the bounds of one chunk, and has no partial sums yet; parts that are joined come in arrays
 *     that may be too long, followed by how much of each is used; what it sets of the workspaces
 *     comes last
 * @param weight takes a coordinate and tells how much work lies before it
 * @param extent tells how many coordinates the divided loop has, and how many places the largest
 *     workspace of a chunk has
 * @param rows takes the bounds of a chunk and tells which part of the result it reaches, from and
 *     up to which value, and the first coordinate there
 * @param combine takes values, those that a chunk has, and where these belong
 * @param shared what {@code before} gives
 * @param sharedValues where the values of a result are among that, or -1
 * @param pattern where the arrays of the result's levels are among the parameters, if the result
 *     has the pattern of an operand
 * @param renewed those arrays of a part that {@code chunk} appends to; its last parameters are what
 *     they begin with, of any length and content
 */
public record ChunkCode(
    Chunks chunks,
    Function before,
    Function workspaces,
    Function chunk,
    Function weight,
    Function extent,
    Optional<Function> rows,
    Optional<Function> combine,
    List<Variable> shared,
    int sharedValues,
    List<Integer> pattern,
    List<Integer> renewed,
    List<KernelCode.Parameter> parameters) {
  public ChunkCode {
    shared = List.copyOf(shared);
    pattern = List.copyOf(pattern);
    renewed = List.copyOf(renewed);
    parameters = List.copyOf(parameters);
  }
}
