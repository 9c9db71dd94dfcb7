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
import org.einkorn.EinkornException;
import org.einkorn.backend.jvm.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.backend.jvm.VectorUnit;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Optimiser;
import org.einkorn.imp.VectorForm;
import org.einkorn.lower.KernelCode;

/**
 * A function in two forms that compute the same bits: as it is, and for one size of its rows with
 * rows in vector registers. The second is several times as fast once the JIT has compiled it, and a
 * hundred times slower before. So it is rehearsed aside, on a little of the work, when the first
 * has had some time's worth to do; it takes over when it was seen to be faster.
 */
final class TwinFunction {
  /** When vectors are used; the property {@code einkorn.vectors} says so in small letters. */
  enum Use {
    /** Where they were seen to be faster. */
    AUTO,
    /** From the first call on, for rows of any length. */
    ALWAYS,
    NEVER
  }

  private static Use use(String text) {
    for (Use use : Use.values()) {
      if (use.name().equalsIgnoreCase(text)) {
        return use;
      }
    }
    throw new EinkornException(
        "The property einkorn.vectors is auto, always or never, but not '" + text + "'.");
  }

  /** Rows of more different sizes than this are not worth a form of their own each. */
  private static final int MOST_SIZES = 8;

  /** Below that a row is not worth it. */
  private static final int SHORTEST = 4;

  private final Function code;
  private final Use use;
  private final Optional<FormedFunction> formed;
  private final Optional<CompiledFunction> unformed;
  private final Optional<VectorForm> vectors;
  private final List<Integer> places = new ArrayList<>();
  private final Map<List<Integer>, Rehearsal> rehearsals = new ConcurrentHashMap<>();
  private final LongAdder inVectors = new LongAdder();
  private final LongAdder all = new LongAdder();

  /**
   * @param code without partial sums
   * @param operands what its first parameters are
   * @param inAnyOrder whether sums may be added up in another order, if the tensors alone decide
   */
  TwinFunction(Function code, List<KernelCode.Parameter> operands, BooleanSupplier inAnyOrder) {
    this(code, operands, inAnyOrder, use(System.getProperty("einkorn.vectors", "auto")));
  }

  TwinFunction(
      Function code, List<KernelCode.Parameter> operands, BooleanSupplier inAnyOrder, Use use) {
    this.code = code;
    this.use = use;
    Function plain = Optimiser.split(code);
    // Vectors know one order.
    this.formed =
        FormedFunction.of(
            plain, operands, () -> inAnyOrder.getAsBoolean() && VectorForm.of(code).isEmpty());
    this.unformed = formed.isPresent() ? Optional.empty() : Optional.of(JvmCompiler.compile(plain));
    this.vectors =
        VectorUnit.isPresent() && use != Use.NEVER ? VectorForm.of(code) : Optional.empty();
    vectors.ifPresent(t -> t.sizes().forEach(size -> places.add(code.parameters().indexOf(size))));
  }

  /** Whether there are rows that could be computed in vector registers here. */
  boolean hasRows() {
    return vectors.isPresent();
  }

  /** How often it ran, and how often of these in vector registers. */
  VectorRuns runs() {
    return new VectorRuns(all.sum(), inVectors.sum());
  }

  /** The form without vectors, as suits these operands. */
  CompiledFunction plain(Operands operands, Object[] arguments) {
    return unformed.orElseGet(() -> formed.orElseThrow().suited(operands, arguments));
  }

  /**
   * Runs in the better form.
   *
   * @param plain the one without vectors
   * @param again whether this is part of another call of the kernel than the first
   * @param sample arguments for about so much of the work, with results that nobody reads
   */
  Object[] run(
      CompiledFunction plain, Object[] arguments, boolean again, IntFunction<Object[]> sample) {
    all.increment();
    Rehearsal rehearsal = vectors.isPresent() ? rehearsal(plain, sizes(arguments)) : null;
    if (rehearsal == null) {
      return plain.run(arguments);
    }
    Optional<CompiledFunction> ready = rehearsal.ready();
    if (ready.isPresent()) {
      inVectors.increment();
      return ready.get().run(arguments);
    }
    long begin = System.nanoTime();
    Object[] results = plain.run(arguments);
    rehearsal.spent(System.nanoTime() - begin, again, sample);
    return results;
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

  private Optional<CompiledFunction> inVectors(List<Integer> sizes) {
    Map<Variable, Integer> known = new HashMap<>();
    for (int k = 0; k < places.size(); k++) {
      known.put(code.parameters().get(places.get(k)), sizes.get(k));
    }
    int shortest = use == Use.ALWAYS ? 2 : SHORTEST;
    return vectors
        .orElseThrow()
        .with(known, VectorUnit::lanes, shortest)
        .flatMap(JvmCompiler::compileWhole);
  }
}
