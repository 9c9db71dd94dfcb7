package org.einkorn.runtime;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Optional;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.loops.Chunks.Combination;
import org.einkorn.lower.ChunkCode;
import org.einkorn.support.Support;
import org.einkorn.support.Workers;

/**
 * Values that chunks add up for themselves, because others reach for the same ones of the result
 * that they share. They are combined with that in the order of the chunks.
 */
final class OwnValues {
  private final ChunkCode code;
  private final Optional<CompiledFunction> rows;
  private final Optional<CompiledFunction> combine;

  OwnValues(ChunkCode code) {
    this.code = code;
    this.rows = code.rows().map(JvmCompiler::compile);
    this.combine = code.combine().map(JvmCompiler::compile);
  }

  /**
   * What a chunk does not write to the shared result.
   *
   * @param end the coordinates of the divided loop before that one give these values
   * @param values as they are before the chunk runs
   * @param offset where they belong
   * @param base the first coordinate of the result's first level there
   */
  record Part(int end, Object values, int offset, int base) {}

  /** Runs a chunk of coordinates. */
  interface Chunk {
    /**
     * @param own null if it may write everything to the result
     */
    void run(int from, int to, Part own);
  }

  /** Runs all chunks and combines what they have with the values of the result. */
  void run(Object[] operands, Object values, ChunkWeights.Grid chunks, Chunk chunk) {
    int[] grid = chunks.bounds();
    Part[] own = new Part[chunks.count()];
    for (int k = 0; k < own.length && rows.isPresent(); k++) {
      own[k] = firstRows(operands, values, grid[k], grid[k + 1]);
    }
    Workers.runChunks(
        own.length,
        k -> {
          if (code.chunks().combination() == Combination.REDUCED) {
            own[k] = everything(values, grid[k + 1]);
          }
          chunk.run(grid[k], grid[k + 1], own[k]);
        });
    for (Part part : own) {
      if (part != null) {
        combine.orElseThrow().run(new Object[] {values, part.values, part.offset});
      }
    }
  }

  private static Part everything(Object values, int end) {
    return new Part(end, Support.copyOfRange(values, 0, Array.getLength(values)), 0, 0);
  }

  /**
   * The values of the pieces of positions that reach into the first row of a chunk. Only that row
   * can be the last one of another chunk: once it is left behind, nobody else writes where this
   * chunk does.
   */
  private Part firstRows(Object[] operands, Object values, int from, int to) {
    if (from == to) {
      return null;
    }
    int base = rows(operands, from, from + 1).base;
    int low = from + 1;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rows(operands, middle, middle + 1).base == base) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    Rows reached = rows(operands, from, low);
    return new Part(
        low, Support.copyOfRange(values, reached.start, reached.stop), reached.start, base);
  }

  /** The values that pieces of positions reach, and the first coordinate of the first level. */
  private record Rows(int start, int stop, int base) {}

  private Rows rows(Object[] operands, int from, int to) {
    Object[] where = Arrays.copyOf(operands, operands.length + 2);
    where[operands.length] = from;
    where[operands.length + 1] = to;
    Object[] stretch = rows.orElseThrow().run(where);
    int start = (Integer) stretch[0];
    return new Rows(start, Math.max(start, (Integer) stretch[1]), (Integer) stretch[2]);
  }
}
