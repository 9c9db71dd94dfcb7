package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.backend.jvm.VectorUnit;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.RowForm;
import org.einkorn.imp.Searches;
import org.einkorn.imp.VectorForm;
import org.einkorn.lower.ChunkCode;
import org.einkorn.runtime.FormedFunction.Suited;

/**
 * A function in forms that compute the same bits. The first is plain code of the JVM, which is
 * there at once. When it has had some time's worth to do, the function is made machine code ({@link
 * MachineTwin}). Where there is none, rows of one size are held in vector registers by the JVM:
 * that is several times as fast once the JIT has compiled it, and a hundred times slower before, so
 * it is rehearsed aside on a little of the work, and takes over when it was seen to be faster
 * ({@link Rehearsal}).
 */
final class TwinFunction {
  /** Rows of more different sizes than this are not worth a form of their own each. */
  private static final int MOST_SIZES = 8;

  /** Below that a row is not worth it. */
  private static final int SHORTEST = 4;

  private final Function code;
  private final Coordinates coordinates;
  private final Use use;
  private final Use machineUse;
  private final Optional<FormedFunction> formed;
  private final Optional<CompiledFunction> unformed;

  /** The same, if it makes arrays or calls others, so that only a loop of it is machine code. */
  private final Optional<LoopTwin> looping;

  private final Optional<VectorForm> vectors;
  private final List<Integer> places = new ArrayList<>();
  private final Map<List<Integer>, Rehearsal> rehearsals = new ConcurrentHashMap<>();
  private final Map<Order, MachineTwin> machineTwins = new ConcurrentHashMap<>();
  private final LongAdder inVectors = new LongAdder();
  private final LongAdder asMachineCode = new LongAdder();
  private final LongAdder all = new LongAdder();

  /**
   * For a chunk.
   *
   * @param inAnyOrder whether sums may be added up in another order, if the tensors alone decide
   */
  TwinFunction(ChunkCode code, BooleanSupplier inAnyOrder) {
    this(code, inAnyOrder, Use.ofVectors(), Use.ofMachineCode());
  }

  TwinFunction(ChunkCode chunk, BooleanSupplier inAnyOrder, Use use, Use machineUse) {
    this.code = chunk.chunk();
    this.coordinates = new Coordinates(code);
    this.use = use;
    Function plain = Optimiser.split(code);
    boolean isPossible = MachineCode.isPresent() && MachineCode.isSuitable(Searches.written(plain));
    this.machineUse = isPossible ? machineUse : Use.NEVER;
    // Vectors know one order.
    this.formed =
        FormedFunction.of(
            plain,
            chunk.parameters(),
            () -> inAnyOrder.getAsBoolean() && VectorForm.of(code).isEmpty());
    this.looping =
        formed.isPresent() || isPossible
            ? Optional.empty()
            : Optional.of(LoopTwin.ofChunk(plain, chunk.workspaces(), machineUse));
    this.unformed =
        formed.isPresent()
            ? Optional.empty()
            : Optional.of(
                looping
                    .map(CompiledFunction.class::cast)
                    .orElseGet(() -> JvmCompiler.compile(plain)));
    boolean byJvm = VectorUnit.isPresent() && use != Use.NEVER;
    this.vectors = byJvm || this.machineUse != Use.NEVER ? VectorForm.of(code) : Optional.empty();
    vectors.ifPresent(t -> t.sizes().forEach(size -> places.add(code.parameters().indexOf(size))));
  }

  /** In one form only, that somebody else chose. */
  TwinFunction(Function code, CompiledFunction only) {
    this.code = code;
    this.coordinates = new Coordinates(code);
    this.use = Use.NEVER;
    this.machineUse = Use.NEVER;
    this.formed = Optional.empty();
    this.unformed = Optional.of(only);
    this.looping = Optional.empty();
    this.vectors = Optional.empty();
  }

  /** Whether there are rows that could be computed in vector registers here. */
  boolean hasRows() {
    return vectors.isPresent();
  }

  /** How often it ran, and in which form. */
  ChunkRuns runs() {
    return vectors.isPresent() || machineUse != Use.NEVER
        ? new ChunkRuns(all.sum(), inVectors.sum(), asMachineCode.sum())
        : looping.map(LoopTwin::runs).orElse(ChunkRuns.NONE);
  }

  /** The forms for one call of a kernel, all chunks of which have the same operands. */
  final class Prepared {
    private final CompiledFunction plain;

    /** Null if the function is not made machine code. */
    private final MachineTwin machine;

    /** Null if rows are not rehearsed in vector registers. */
    private final Rehearsal rehearsal;

    /** What tells these operands from others. */
    private final Object data;

    private Prepared(Suited plain, List<Integer> sizes, Object data) {
      this.plain = plain.function();
      this.data = data;
      MachineTwin twin = machineTwin(sizes, plain.form());
      this.machine = twin == null || twin.isImpossible() ? null : twin;
      this.rehearsal = machine == null && hasVectors() ? rehearsal(this.plain, sizes) : null;
    }

    /** Whether forms of machine code are being compared. */
    boolean isDeciding() {
      DataContest contest = machine == null ? null : machine.ready(data);
      return contest != null && contest.isOpen();
    }

    /** Whether there turned out to be no machine code. */
    boolean isOutdated() {
      return machine != null && machine.isImpossible();
    }

    /**
     * Runs in the better form.
     *
     * @param again whether this is part of another call of the kernel than the first
     * @param work how much this chunk has to do, in any unit
     * @param sample arguments for about so much of the work, with results that nobody reads
     */
    Object[] run(Object[] arguments, boolean again, double work, IntFunction<Object[]> sample) {
      all.increment();
      DataContest contest = machine == null ? null : machine.ready(data);
      if (contest != null) {
        asMachineCode.increment();
        long begin = System.nanoTime();
        Object[] results = contest.run(arguments, work);
        machine.ran(System.nanoTime() - begin);
        return results;
      }
      CompiledFunction ready =
          machine != null ? null : rehearsal != null ? rehearsal.ready() : plain;
      if (ready != null) {
        if (rehearsal != null) {
          inVectors.increment();
        }
        return ready.run(arguments);
      }
      long begin = System.nanoTime();
      Object[] results = plain.run(arguments);
      long time = System.nanoTime() - begin;
      if (machine != null) {
        machine.spent(time, again);
      } else {
        rehearsal.spent(time, again, sample);
      }
      return results;
    }
  }

  /** Whether the operands tell which form suits, without what chunks share besides. */
  boolean dependsOnOperandsAlone() {
    return formed.isEmpty() || formed.get().looksAtOperands();
  }

  /** What runs on these operands, given the arguments of any chunk. */
  Prepared prepare(Operands operands, Object[] arguments) {
    Suited plain =
        unformed
            .map(function -> new Suited(RowForm.CONTINUED, function))
            .orElseGet(() -> formed.orElseThrow().suited(operands, arguments));
    return new Prepared(plain, sizes(arguments), coordinates.longest(arguments));
  }

  /** Whether rows can be in vector registers by the JDK's vector module. */
  private boolean hasVectors() {
    return vectors.isPresent() && VectorUnit.isPresent() && use != Use.NEVER;
  }

  /** What machine code depends on: the sizes of rows, and in which order they are added up. */
  private record Order(List<Integer> sizes, RowForm form) {}

  private MachineTwin machineTwin(List<Integer> sizes, RowForm form) {
    if (machineUse == Use.NEVER) {
      return null;
    }
    // Rows in vectors have one form.
    Order order =
        new Order(sizes, vectors.isPresent() && form.keepsOrder() ? RowForm.CONTINUED : form);
    MachineTwin known = machineTwins.get(order);
    return known != null || machineTwins.size() >= MOST_SIZES
        ? known
        : machineTwins.computeIfAbsent(
            order,
            o -> MachineTwin.of(code, known(o.sizes), shortest(machineUse), o.form, machineUse));
  }

  private List<Integer> sizes(Object[] arguments) {
    return places.stream().map(place -> (Integer) arguments[place]).toList();
  }

  private Rehearsal rehearsal(CompiledFunction plain, List<Integer> sizes) {
    Rehearsal known = rehearsals.get(sizes);
    return known != null || rehearsals.size() >= MOST_SIZES
        ? known
        : rehearsals.computeIfAbsent(
            sizes, s -> new Rehearsal(plain, () -> inVectors(s), use == Use.ALWAYS));
  }

  private Map<Variable, Integer> known(List<Integer> sizes) {
    Map<Variable, Integer> known = new HashMap<>();
    for (int k = 0; k < places.size(); k++) {
      known.put(code.parameters().get(places.get(k)), sizes.get(k));
    }
    return known;
  }

  private static int shortest(Use use) {
    return use == Use.ALWAYS ? 2 : SHORTEST;
  }

  private Optional<CompiledFunction> inVectors(List<Integer> sizes) {
    return vectors
        .orElseThrow()
        .with(known(sizes), VectorUnit::lanes, shortest(use))
        .flatMap(JvmCompiler::compileWhole);
  }
}
