package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.imp.Evaluator;
import org.einkorn.imp.Function;
import org.einkorn.lower.ChunkLowering.Memory;
import org.einkorn.lower.KernelCode;
import org.einkorn.lower.Projection;
import org.einkorn.lower.SpareCode;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.IndexVariable;
import org.einkorn.plan.SharedPattern;
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
  private final LoopTwin function;
  private final Projection projection;

  /** How much a run has to do. */
  private final Work work;

  /**
   * The kernel in chunks of coordinates, for those kinds of memory for its result that were asked
   * for.
   */
  private final Map<Memory, Optional<ChunkedKernel>> byCoordinates = new ConcurrentHashMap<>();

  /** The same in chunks of entries. */
  private final Map<Memory, Optional<ChunkedKernel>> byPositions = new ConcurrentHashMap<>();

  private final SumOrder orderByCoordinates;
  private final SumOrder orderByPositions;

  /** The kernel undivided, appending to spare arrays; null if that was not asked for yet. */
  private Optional<Appending> appending;

  private record Appending(LoopTwin function, Workspaces workspaces, SpareCode code) {
    static Appending of(SpareCode code) {
      Function function = code.kernel().function();
      return new Appending(
          LoopTwin.ofWhole(function, code.workspaces()),
          new Workspaces(code.workspaces(), function),
          code);
    }

    Object[] run(Object[] arguments) {
      int all = code.kernel().function().parameters().size();
      return workspaces.run(Arrays.copyOf(arguments, all), function::run);
    }
  }

  Executable(Compiler.Compilation compilation, Projection projection) {
    this.compilation = compilation;
    this.projection = projection;
    this.function = LoopTwin.ofWhole(compilation.code().function(), Function.NOTHING);
    this.orderByCoordinates = new SumOrder(memory -> Compiler.divide(compilation, memory));
    this.orderByPositions = new SumOrder(memory -> Compiler.divideByPositions(compilation, memory));
    this.work = new Work(compilation.notation(), compilation.inputs());
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
    boolean joins = Workers.isListening() || Workers.threads() > 1 && !work.isCopy();
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
      double amount = work.estimate(inputs, sizes);
      Optional<ChunkedKernel> chunked =
          ChunkedKernel.isWorthwhile(amount, grain) ? inChunks() : Optional.empty();
      if (chunked.isPresent() && (joins || !chunked.get().joins())) {
        return runInChunks(inputs, sizes, amount / grain, spare, fit);
      }
      boolean rows = chunked.isPresent() && chunked.get().hasRows();
      // Rows that are added up gain more from vectors than from memory that need not be made.
      Optional<Storage> old =
          rows && work.sums()
              ? Optional.empty()
              : appendable(spare).filter(t -> t.count() >= FEWEST_SPARE_VALUES * grain);
      Optional<Object[]> appended = old.flatMap(t -> appended(inputs, sizes, t, fit));
      if (appended.isPresent()) {
        return result(appended.get(), sizes);
      }
      if (rows) {
        Prepared whole = Prepared.of(chunked.get(), inputs, sizes);
        return result(whole.kernel.runWhole(whole.operands), sizes);
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
    Object[] arguments = Operands.of(code.kernel().parameters(), inputs, sizes, old).arguments();
    try {
      Object[] result = form.get().run(arguments);
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

  /**
   * How runs on these tensors go, if they are divided into chunks that simply write to what they
   * share: for others on the same, which need not find out.
   *
   * @param spare what the result is written over, if it fits
   */
  Optional<Route> route(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Optional<Spare> spare) {
    double amount = work.estimate(inputs, sizes);
    if (projection != Projection.FUSED
        || !ChunkedKernel.isWorthwhile(amount, ChunkedKernel.GRAIN)
        || inChunks().isEmpty()
        || inChunks().get().joins()) {
      return Optional.empty();
    }
    double worth = amount / ChunkedKernel.GRAIN;
    boolean over = values(spare).isPresent();
    Prepared way = prepare(inputs, sizes, worth, over ? Memory.SPARE : Memory.NEW);
    return way.kernel
        .ready(way.operands, worth)
        .map(ready -> new Route(way.kernel, ready, over, compilation.resultType().element()));
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
    Prepared ready = prepare(inputs, sizes, worth, again ? Memory.SPARE : Memory.NEW);
    return result(ready.kernel.run(ready.operands, worth, values, old, fit), sizes);
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

  private record Prepared(ChunkedKernel kernel, Operands operands) {
    static Prepared of(
        ChunkedKernel kernel, Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
      return new Prepared(kernel, Operands.of(kernel.code().parameters(), inputs, sizes));
    }
  }

  /** Chunks of coordinates or, where these have too different amounts to do, of entries. */
  private Prepared prepare(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, double worth, Memory memory) {
    Prepared ready = Prepared.of(byCoordinates(memory).orElseThrow(), inputs, sizes);
    return ready.kernel.isUneven(ready.operands, worth)
        ? byPositions(memory).map(kernel -> Prepared.of(kernel, inputs, sizes)).orElse(ready)
        : ready;
  }

  /** The operands whose arrays a result may have, because it has their pattern. */
  Set<String> lent() {
    Set<String> lent = new HashSet<>();
    SharedPattern.of(compilation.loops(), compilation.plan(), Optional.empty())
        .ifPresent(shared -> lent.add(shared.operand().tensor()));
    inChunks()
        .ifPresent(
            chunked -> {
              for (int place : chunked.code().pattern()) {
                if (chunked.code().parameters().get(place)
                    instanceof KernelCode.LevelArray(String tensor, _, _)) {
                  lent.add(tensor);
                }
              }
            });
    return lent;
  }

  /** How a run on these tensors is divided. */
  public Division division(Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    if (projection != Projection.FUSED || inChunks().isEmpty()) {
      return new Division.Impossible();
    }
    ChunkedKernel chunked = inChunks().get();
    double amount = work.estimate(inputs, sizes);
    if (!ChunkedKernel.isWorthwhile(amount, ChunkedKernel.GRAIN)) {
      return new Division.Little(amount);
    }
    if (chunked.joins() && work.isCopy()) {
      return new Division.Copied();
    }
    double worth = amount / ChunkedKernel.GRAIN;
    Operands operands = Operands.of(chunked.code().parameters(), inputs, sizes);
    return new Division.Divided(
        Pieces.most(worth),
        Workers.threads(),
        chunked.heaviest(operands, worth),
        prepare(inputs, sizes, worth, Memory.NEW).kernel != chunked);
  }

  /** What ran so far of chunks that have faster forms. */
  ChunkRuns chunkRuns() {
    ChunkRuns undivided =
        appended().map(a -> a.function().runs()).orElse(ChunkRuns.NONE).plus(function.runs());
    return Stream.of(byCoordinates, byPositions)
        .flatMap(ways -> ways.values().stream())
        .flatMap(Optional::stream)
        .map(ChunkedKernel::runs)
        .reduce(undivided, ChunkRuns::plus);
  }

  /** The kernel in chunks, if its loops can be divided. */
  private Optional<ChunkedKernel> inChunks() {
    return byCoordinates(Memory.NEW);
  }

  /** What appends to spare arrays, if that was asked for. */
  private synchronized Optional<Appending> appended() {
    return appending == null ? Optional.empty() : appending;
  }

  private synchronized Optional<Appending> appending() {
    if (appending == null) {
      appending = Compiler.appending(compilation).map(Appending::of);
    }
    return appending;
  }

  private Optional<ChunkedKernel> byCoordinates(Memory memory) {
    Optional<ChunkedKernel> known = byCoordinates.get(memory);
    return known != null
        ? known
        : byCoordinates.computeIfAbsent(
            memory,
            m ->
                Compiler.divide(compilation, m)
                    .map(
                        c ->
                            new ChunkedKernel(
                                c, () -> Compiler.divideInPlace(compilation), orderByCoordinates)));
  }

  private Optional<ChunkedKernel> byPositions(Memory memory) {
    return byPositions.computeIfAbsent(
        memory,
        m ->
            Compiler.divideByPositions(compilation, m)
                // What is divided by positions has no parts.
                .map(c -> new ChunkedKernel(c, Optional::empty, orderByPositions)));
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
    Object[] arguments = Operands.of(compilation.code().parameters(), inputs, sizes).arguments();
    return result(Evaluator.run(code, arguments), sizes);
  }

  /** The same with code that somebody compiled. */
  Storage run(
      CompiledFunction code, Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    return result(
        code.run(Operands.of(compilation.code().parameters(), inputs, sizes).arguments()), sizes);
  }

  /** Runs in chunks of another kernel that does the same, so many if there is as much to do. */
  Storage run(
      ChunkedKernel kernel,
      double chunks,
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      Optional<Storage> spare) {
    Operands operands = Operands.of(kernel.code().parameters(), inputs, sizes);
    Optional<Object> values = spare.map(Storage::values);
    return result(kernel.run(operands, chunks, values, Optional.empty(), new Fit()), sizes);
  }

  private Object[] call(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Storage old) {
    return function.run(
        Operands.of(compilation.code().parameters(), inputs, sizes, old).arguments());
  }

  private Storage result(Object[] arrays, Map<IndexVariable, Integer> sizes) {
    List<Integer> dimensions = new ArrayList<>();
    notation().target().indices().forEach(v -> dimensions.add(sizes.get(v)));
    return Storage.of(compilation.resultType(), dimensions, Arrays.asList(arrays));
  }
}
