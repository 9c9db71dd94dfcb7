package org.einkorn.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.einkorn.backend.jvm.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.imp.Evaluator;
import org.einkorn.imp.Function;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.ChunkLowering.Memory;
import org.einkorn.lower.KernelCode;
import org.einkorn.lower.Projection;
import org.einkorn.lower.SpareCode;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.IndexVariable;
import org.einkorn.schedule.Division;
import org.einkorn.storage.Storage;
import org.einkorn.support.Workers;

/**
 * A compiled kernel. Any number of threads may run it at once: what it keeps between runs, forms of
 * its code and parts of old results, belongs to one of them at a time or does not change.
 */
public final class Executable {
  /**
   * How many values, as a part of what a chunk is worth, a spare tensor must have for a result to
   * be appended to it: for less, other code is not worth while.
   */
  private static final double FEWEST_SPARE_VALUES = 0.25;

  private final Compiler.Compilation compilation;
  private final CompiledFunction function;
  private final Projection projection;

  /** The kernel in chunks, for those ways to divide it that were asked for. */
  private final Map<Way, Optional<ChunkedKernel>> divided = new ConcurrentHashMap<>();

  /** The kernel undivided, appending to spare arrays; null if that was not asked for yet. */
  private Optional<Appending> appending;

  private record Appending(CompiledFunction function, SpareCode code) {}

  /** How a kernel is divided, and what memory its result is written to. */
  private record Way(boolean byPositions, Memory memory) {}

  Executable(Compiler.Compilation compilation, Projection projection) {
    this.compilation = compilation;
    this.projection = projection;
    this.function = Compiler.assemble(compilation);
  }

  public Compiler.Compilation compilation() {
    return compilation;
  }

  private Assignment notation() {
    return compilation.notation();
  }

  /**
   * Runs on tensors of the types it was compiled for; every index variable has a size.
   *
   * @param spare what the result may be written over, if it fits
   * @param fit whether results did so far, for the one who gives spare tensors
   */
  Storage run(
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      Optional<Spare> spare,
      Fit fit) {
    boolean joins =
        Workers.isListening() || Workers.threads() > 1 && !Work.isCopy(notation(), inputs);
    return run(inputs, sizes, ChunkedKernel.GRAIN, joins, spare, fit);
  }

  /**
   * The same in chunks that are worth at least {@code grain} runs of the innermost statement, if
   * there is work for several.
   *
   * @param joins whether parts of a sparse result may be computed apart, which costs a copy and
   *     gives the same bits
   */
  Storage run(
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      double grain,
      boolean joins,
      Optional<Spare> spare,
      Fit fit) {
    compilation.schedule().ifPresent(nest -> nest.check(sizes, name -> inputs.get(name).count()));
    if (projection == Projection.FUSED) {
      double work = Work.estimate(notation(), inputs, sizes);
      Optional<ChunkedKernel> chunked =
          ChunkedKernel.isWorthwhile(work, grain) ? inChunks() : Optional.empty();
      if (chunked.isPresent() && (joins || !chunked.get().joins())) {
        return runInChunks(inputs, sizes, work / grain, spare, fit);
      }
      boolean rows = chunked.isPresent() && chunked.get().hasRows();
      // Rows that are added up gain more from vectors than from memory that need not be made.
      Optional<Storage> old =
          rows && Work.sums(notation())
              ? Optional.empty()
              : appendable(spare).filter(t -> t.count() >= FEWEST_SPARE_VALUES * grain);
      Optional<Object[]> appended = old.flatMap(t -> appended(inputs, sizes, t, fit));
      if (appended.isPresent()) {
        return result(appended.get(), sizes);
      }
      if (rows) {
        Object[] operands = arguments(chunked.get().code().parameters(), inputs, sizes, null);
        return result(chunked.get().runWhole(operands), sizes);
      }
    }
    return result(call(inputs, sizes, null), sizes);
  }

  /** The arrays of the result, appended to those of an old one; empty if they have no room. */
  private Optional<Object[]> appended(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Storage old, Fit fit) {
    Optional<Appending> form = appending();
    if (form.isEmpty() || form.get().code().mayFail() && !fit.triesNext()) {
      return Optional.empty();
    }
    SpareCode code = form.get().code();
    Object[] arguments = arguments(code.kernel().parameters(), inputs, sizes, old);
    try {
      Object[] result = form.get().function().run(arguments);
      fit.fitted();
      return Optional.of(result);
    } catch (ArrayIndexOutOfBoundsException e) {
      if (!code.mayFail()) {
        throw e;
      }
      fit.missed(); // new memory has room for all
      return Optional.empty();
    }
  }

  private Storage runInChunks(
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      double worth,
      Optional<Spare> spare,
      Fit fit) {
    // Parts that are joined have values of their own: spare memory takes what they are joined to.
    ChunkedKernel chunked = inChunks().orElseThrow();
    Optional<Object> values = chunked.joins() ? Optional.empty() : values(spare);
    Optional<List<Object>> old = appendable(spare).map(Storage::arrays);
    // Rows gain more from vectors than from memory that need not be made.
    boolean again = values.isPresent() || (old.isPresent() && !chunked.hasRows());
    ChunkedKernel kernel = suitable(inputs, sizes, worth, again ? Memory.SPARE : Memory.NEW);
    Object[] operands = arguments(kernel.code().parameters(), inputs, sizes, null);
    return result(kernel.run(operands, worth, values, old, fit), sizes);
  }

  /** The array that the values of a result can be written over, whatever its length. */
  private Optional<Object> values(Optional<Spare> spare) {
    return spare.map(Spare::tensor).filter(this::hasElementsOfResult).map(Storage::values);
  }

  /** A tensor to whose arrays a sparse result can be appended, or in which its parts are joined. */
  private Optional<Storage> appendable(Optional<Spare> spare) {
    return spare
        .filter(Spare::withLevels)
        .map(Spare::tensor)
        .filter(old -> old.count() > 0 && hasElementsOfResult(old))
        .filter(old -> old.type().format().equals(compilation.resultType().format()));
  }

  private boolean hasElementsOfResult(Storage old) {
    return old.type().element() == compilation.resultType().element();
  }

  /** Chunks of coordinates or, where these have too different amounts to do, of entries. */
  private ChunkedKernel suitable(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, double worth, Memory memory) {
    ChunkedKernel kernel = divided(new Way(false, memory)).orElseThrow();
    Object[] operands = arguments(kernel.code().parameters(), inputs, sizes, null);
    return kernel.isUneven(operands, worth)
        ? divided(new Way(true, memory)).orElse(kernel)
        : kernel;
  }

  /** How a run on these tensors is divided. */
  public Division division(Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    if (projection != Projection.FUSED || inChunks().isEmpty()) {
      return new Division.Impossible();
    }
    ChunkedKernel chunked = inChunks().get();
    double work = Work.estimate(notation(), inputs, sizes);
    if (!ChunkedKernel.isWorthwhile(work, ChunkedKernel.GRAIN)) {
      return new Division.Little(work);
    }
    if (chunked.joins() && Work.isCopy(notation(), inputs)) {
      return new Division.Copied();
    }
    double worth = work / ChunkedKernel.GRAIN;
    ChunkedKernel kernel = suitable(inputs, sizes, worth, Memory.NEW);
    Object[] operands = arguments(chunked.code().parameters(), inputs, sizes, null);
    return new Division.Divided(
        ChunkedKernel.mostChunks(worth),
        Workers.threads(),
        chunked.heaviest(operands, worth),
        kernel != chunked);
  }

  /** What ran so far of chunks with rows. */
  VectorRuns vectorRuns() {
    return divided.values().stream()
        .flatMap(Optional::stream)
        .map(ChunkedKernel::runs)
        .reduce(VectorRuns.NONE, VectorRuns::plus);
  }

  /** The kernel in chunks, if its loops can be divided. */
  private Optional<ChunkedKernel> inChunks() {
    return divided(new Way(false, Memory.NEW));
  }

  private synchronized Optional<Appending> appending() {
    if (appending == null) {
      appending =
          Compiler.appending(compilation)
              .map(code -> new Appending(JvmCompiler.compile(code.kernel().function()), code));
    }
    return appending;
  }

  private Optional<ChunkedKernel> divided(Way way) {
    return divided.computeIfAbsent(
        way,
        w ->
            (w.byPositions
                    ? Compiler.divideByPositions(compilation, w.memory)
                    : Compiler.divide(compilation, w.memory))
                .map(c -> new ChunkedKernel(c, () -> inPlace(w))));
  }

  /** Code for parts in the arrays of another result; what is divided by positions has no parts. */
  private Optional<ChunkCode> inPlace(Way way) {
    return way.byPositions ? Optional.empty() : Compiler.divideInPlace(compilation);
  }

  /**
   * Computes the values of a result whose pattern was assembled; the new result shares the pattern.
   */
  public Storage compute(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Storage assembled) {
    Object values = call(inputs, sizes, assembled)[0];
    return new Storage(assembled.type(), assembled.dimensions(), assembled.levels(), values);
  }

  /** Runs other code than its own that takes the same parameters, slowly. */
  Storage evaluate(Function code, Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    Object[] arguments = arguments(compilation.code().parameters(), inputs, sizes, null);
    return result(Evaluator.run(code, arguments), sizes);
  }

  private Object[] call(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Storage old) {
    return function.run(arguments(compilation.code().parameters(), inputs, sizes, old));
  }

  /**
   * @param old a result that was assembled, or is written over, if the code takes one
   */
  private static Object[] arguments(
      List<KernelCode.Parameter> parameters,
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      Storage old) {
    Object[] arguments = new Object[parameters.size()];
    for (int k = 0; k < arguments.length; k++) {
      arguments[k] =
          switch (parameters.get(k)) {
            case KernelCode.LevelArray a ->
                inputs.get(a.tensor()).levels().get(a.level()).get(a.array());
            case KernelCode.Values v -> inputs.get(v.tensor()).values();
            case KernelCode.Size s -> sizes.get(s.variable());
            case KernelCode.AssembledValues v -> old.values();
            case KernelCode.SpareValues v -> old.values();
            case KernelCode.SpareArray a -> old.levels().get(a.level()).get(a.array());
          };
    }
    return arguments;
  }

  private Storage result(Object[] arrays, Map<IndexVariable, Integer> sizes) {
    List<Integer> dimensions = notation().target().indices().stream().map(sizes::get).toList();
    return Storage.of(compilation.resultType(), dimensions, Arrays.asList(arrays));
  }
}
