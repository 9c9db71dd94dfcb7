package org.einkorn.runtime;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.loops.Chunks.Combination;
import org.einkorn.lower.ChunkCode;
import org.einkorn.support.Support;
import org.einkorn.support.Workers;

/**
 * A kernel whose outermost loop runs in chunks, on several threads. The chunks depend on the
 * tensors alone, and their results are combined in order, so the result's bits do not depend on how
 * many threads there are.
 */
final class ChunkedKernel {
  /** What a chunk should be worth; less is not worth handing to another thread. */
  static final double GRAIN = 1 << 16;

  /** How many times its share the heaviest chunk may have. */
  private static final double UNEVEN = 6;

  /** In how large a result chunks are rehearsed. */
  private static final int LARGEST_SAMPLE = 1 << 22;

  private final ChunkCode code;
  private final CompiledFunction before;
  private final Workspaces workspaces;
  private final TwinFunction chunk;
  private final CompiledFunction weight;
  private final Pieces pieces;
  private final Grids grids;
  private final CompiledFunction extent;
  private final OwnValues ownValues;
  private final Joining joining;
  private final Together together = new Together();
  private final AtomicLong calls = new AtomicLong();

  /**
   * @param inPlaceCode the same code for parts that are written to where another result has them
   * @param inAnyOrder whether rows may be added up in another order than code undivided does
   */
  ChunkedKernel(
      ChunkCode code, Supplier<Optional<ChunkCode>> inPlaceCode, BooleanSupplier inAnyOrder) {
    this(code, inPlaceCode, new TwinFunction(code, inAnyOrder));
  }

  /** With the function of a chunk in forms that somebody else chose. */
  ChunkedKernel(ChunkCode code, Supplier<Optional<ChunkCode>> inPlaceCode, TwinFunction chunk) {
    this.code = code;
    this.before = JvmCompiler.compile(code.before());
    this.workspaces = new Workspaces(code.workspaces(), code.chunk());
    this.chunk = chunk;
    this.weight = JvmCompiler.compile(code.weight());
    this.pieces = new Pieces(code);
    this.grids = new Grids(code, weight);
    this.extent = JvmCompiler.compile(code.extent());
    this.ownValues = new OwnValues(code);
    this.joining = new Joining(code, inPlaceCode);
  }

  ChunkCode code() {
    return code;
  }

  /** Whether rows of it can be computed in vector registers, if they are long enough. */
  boolean hasRows() {
    return chunk.hasRows();
  }

  ChunkRuns runs() {
    return chunk.runs().plus(joining.runs());
  }

  /** The arrays of the result, computed in one chunk. */
  Object[] runWhole(Operands operands) {
    return run(operands, 1, Optional.empty(), Optional.empty(), new Fit());
  }

  /** Whether the result is put together from parts that chunks give. */
  boolean joins() {
    return code.chunks().combination() == Combination.JOINED;
  }

  /** Whether so much work is worth more than one chunk. */
  static boolean isWorthwhile(double work, double grain) {
    return work >= 4 * grain;
  }

  /**
   * The arrays of the result: those of its levels, then the values.
   *
   * @param worth how many chunks the work is worth
   * @param spare an array for the values, if the kernel was compiled for one; it may have another
   *     length than they need
   * @param old all arrays of another result, that parts may be written to, or joined in
   * @param fit how parts fitted into such a result so far
   */
  Object[] run(
      Operands given, double worth, Optional<Object> spare, Optional<List<Object>> old, Fit fit) {
    calls.incrementAndGet();
    Object[] operands = given.arguments();
    Object[] shared = before.run(spare.map(values -> with(operands, values)).orElse(operands));
    Object[] extents = extent.run(operands);
    int size = (Integer) extents[0];
    int wanted = pieces.count(worth, shared, (Integer) extents[1]);
    ChunkWeights.Grid chunks = grids.grid(given, size, wanted);
    int[] grid = chunks.bounds();
    int count = chunks.count();
    Call call = new Call(operands, shared, prepare(given, shared), worth / Math.max(1, count));
    if (joins()) {
      return joining.run(
          count,
          k -> call.arguments(grid[k], grid[k + 1]),
          arguments -> runChunk(call, arguments, 1),
          old,
          fit);
    }
    Object values = shared[code.sharedValues()];
    if (code.chunks().combination() == Combination.SHARED) {
      runTogether(call, grid, count);
    } else {
      ownValues.run(operands, values, chunks, (from, to, own) -> runChunk(call, from, to, own));
    }
    return withPattern(operands, values);
  }

  /**
   * What is the same for all runs on the same operands.
   *
   * @param bounds where chunks begin, and the last one ends
   */
  record Ready(
      Operands operands, double worth, int[] bounds, int count, TwinFunction.Prepared prepared) {
    /** Whether the code would be prepared otherwise now. */
    boolean isOutdated() {
      return prepared.isOutdated();
    }
  }

  /** For runs on these operands; empty if chunks do not simply write to what they share. */
  Optional<Ready> ready(Operands given, double worth) {
    if (code.chunks().combination() != Combination.SHARED || !chunk.dependsOnOperandsAlone()) {
      return Optional.empty();
    }
    Object[] extents = extent.run(given.arguments());
    int wanted = pieces.count(worth, new Object[0], (Integer) extents[1]);
    ChunkWeights.Grid chunks = grids.grid(given, (Integer) extents[0], wanted);
    Object[] shared = new Object[code.shared().size()];
    return Optional.of(
        new Ready(given, worth, chunks.bounds(), chunks.count(), prepare(given, shared)));
  }

  /** The values of the result, as {@link #run} gives them for the same operands. */
  Object runAgain(Ready ready, Optional<Object> spare) {
    calls.incrementAndGet();
    Object[] operands = ready.operands.arguments();
    Object[] shared = before.run(spare.isPresent() ? with(operands, spare.get()) : operands);
    double each = ready.worth / Math.max(1, ready.count);
    runTogether(new Call(operands, shared, ready.prepared, each), ready.bounds, ready.count);
    return shared[code.sharedValues()];
  }

  private TwinFunction.Prepared prepare(Operands given, Object[] shared) {
    return chunk.prepare(given, arguments(given.arguments(), shared, 0, 0));
  }

  /** The arguments of a chunk of coordinates. */
  private Object[] arguments(Object[] operands, Object[] shared, int from, int to) {
    int bounds = operands.length + shared.length + code.workspaces().results().size();
    int others = (code.rows().isPresent() ? 3 : 2) + code.renewed().size();
    Object[] arguments = Arrays.copyOf(operands, bounds + others);
    System.arraycopy(shared, 0, arguments, operands.length, shared.length);
    arguments[bounds] = from;
    arguments[bounds + 1] = to;
    return arguments;
  }

  /**
   * Chunks that have nothing to do with each other, several at a time if they are short: what leads
   * to their code has left the caches when the next one comes.
   */
  private void runTogether(Call call, int[] grid, int count) {
    int groups = together.groups(grid, count, call.prepared.isDeciding());
    long begin = System.nanoTime();
    // Groups have as many chunks each, or one more: forms of the code are compared on them.
    Workers.runChunks(
        groups,
        k -> {
          int from = (int) ((long) count * k / groups);
          int to = (int) ((long) count * (k + 1) / groups);
          runChunk(call, call.arguments(grid[from], grid[to]), to - from);
        });
    together.took(grid, count, System.nanoTime() - begin);
  }

  /** What all chunks of a run have in common. */
  private final class Call {
    private final Object[] operands;
    private final Object[] shared;
    private final TwinFunction.Prepared prepared;
    private final double workOfChunk;

    Call(Object[] operands, Object[] shared, TwinFunction.Prepared prepared, double workOfChunk) {
      this.operands = operands;
      this.shared = shared;
      this.prepared = prepared;
      this.workOfChunk = workOfChunk;
    }

    Object[] arguments(int from, int to) {
      return ChunkedKernel.this.arguments(operands, shared, from, to);
    }
  }

  /** The arrays of the result's levels are none, or those of an operand. */
  private Object[] withPattern(Object[] operands, Object values) {
    Object[] arrays = new Object[code.pattern().size() + 1];
    for (int k = 0; k < code.pattern().size(); k++) {
      arrays[k] = operands[code.pattern().get(k)];
    }
    arrays[arrays.length - 1] = values;
    return arrays;
  }

  /** Adds up values for the result: those that others reach too in a part of its own. */
  private void runChunk(Call call, int from, int to, OwnValues.Part own) {
    int shareable = own == null ? from : own.end();
    if (shareable > from) {
      Object[] arguments = call.arguments(from, shareable);
      arguments[call.operands.length + code.sharedValues()] = own.values();
      setBase(arguments, own.base());
      runChunk(call, arguments, 1);
    }
    if (to > shareable) {
      Object[] arguments = call.arguments(shareable, to);
      setBase(arguments, 0);
      runChunk(call, arguments, 1);
    }
  }

  private static Object[] with(Object[] operands, Object last) {
    Object[] all = Arrays.copyOf(operands, operands.length + 1);
    all[operands.length] = last;
    return all;
  }

  private Object[] runChunk(Call call, Object[] arguments, int chunks) {
    boolean again = calls.get() > 1;
    double work = call.workOfChunk * chunks;
    return workspaces.run(
        arguments, given -> call.prepared.run(given, again, work, w -> sample(call, w)));
  }

  /** Some coordinates that have about so much to do, and a result of their own. */
  private Object[] sample(Call call, int work) {
    int size = (Integer) extent.run(call.operands)[0];
    ChunkWeights weights = new ChunkWeights(weight, call.operands);
    ChunkWeights.Stretch stretch = weights.stretch(work, size);
    if (joins()) {
      Object[] arguments = call.arguments(stretch.begin(), stretch.end());
      workspaces.giveNew(arguments);
      joining.giveNothing(arguments);
      return arguments;
    }
    Object values = call.shared[code.sharedValues()];
    int length = Math.min(Array.getLength(values), LARGEST_SAMPLE);
    if (length < Array.getLength(values)) {
      // About so many of the coordinates write to the first values, if these are laid out by them.
      long reached = (long) size * length / Array.getLength(values);
      int end = Math.min(weights.firstWith(work, 0, size), (int) reached);
      stretch = new ChunkWeights.Stretch(0, Math.max(1, end));
    }
    Object[] arguments = call.arguments(stretch.begin(), stretch.end());
    workspaces.giveNew(arguments);
    arguments[call.operands.length + code.sharedValues()] = Support.copyOfRange(values, 0, length);
    setBase(arguments, 0);
    return arguments;
  }

  /** The base is the last argument: where there are rows, no part is appended to an old one. */
  private void setBase(Object[] arguments, int base) {
    if (code.rows().isPresent()) {
      arguments[arguments.length - 1] = base;
    }
  }

  /**
   * Whether a single coordinate of the loop has so much to do that chunks cannot share the work
   * evenly.
   */
  boolean isUneven(Operands operands, double worth) {
    return code.chunks().combination() == Combination.SHARED && heaviest(operands, worth) > UNEVEN;
  }

  /** How many times its share the heaviest chunk has. */
  double heaviest(Operands operands, double worth) {
    int size = (Integer) extent.run(operands.arguments())[0];
    return grids.grid(operands, size, Pieces.most(worth)).heaviest();
  }
}
