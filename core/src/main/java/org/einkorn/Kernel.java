package org.einkorn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.explain.Analyzer;
import org.einkorn.explain.Explainer;
import org.einkorn.explain.Explanation;
import org.einkorn.format.TensorType;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.runtime.BoundKernel;
import org.einkorn.runtime.Kernels;
import org.einkorn.runtime.Spare;
import org.einkorn.schedule.Division;
import org.einkorn.schedule.Measurements;
import org.einkorn.storage.Storage;
import org.einkorn.support.Workers;

/**
 * A compiled statement. It can be run any number of times, by any number of threads, on any tensors
 * of the types it was compiled for.
 */
public final class Kernel {
  private final Assignment assignment;
  private final Map<String, TensorType> types;
  private final TensorType resultType;

  /** The type that results have for whoever gets them. */
  private final TensorType publishedType;

  private final Binding binding;
  private final Progress progress;
  private final Schedule schedule;
  private final Measurements measured;
  private final BoundKernel kernel;
  private final KernelForms forms;

  Kernel(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType resultType,
      Map<String, Integer> sizes,
      Measurements measured,
      Wishes wishes) {
    this.assignment = assignment;
    this.binding = new Binding(assignment, types, resultType, sizes);
    this.types = binding.types();
    this.resultType = resultType;
    this.publishedType = published(resultType, this.types.get(assignment.target().tensor()));
    this.measured = measured;
    this.progress = wishes.progress();
    this.schedule = wishes.schedule();
    this.kernel = kernel(Projection.FUSED);
    this.forms = new KernelForms(assignment, this.types, resultType, schedule, measured);
  }

  private BoundKernel kernel(Projection projection) {
    return schedule.isEmpty()
        ? Kernels.get(assignment, types, resultType, projection, measured)
        : Kernels.get(assignment, types, resultType, projection, schedule.directives());
  }

  /**
   * Runs it on tensors of the types it was compiled for. It stops with a {@link CancelledException}
   * when the calling thread is interrupted, between two chunks of its outermost loop.
   */
  public Tensor run(Map<String, Tensor> tensors) {
    return run(tensors, binding.bind(tensors), Optional.empty());
  }

  /**
   * The same in the memory of a tensor that nobody needs any more, such as the result of the run
   * before last. That tensor cannot be used afterwards, also if the run fails or is cancelled. A
   * large result of known size is written over what stood there, which saves making and clearing
   * arrays, and so is a sparse one that takes about as much. Where the memory does not suit, the
   * result gets new memory: what {@code run} and {@code evaluate} gave may suit, and arrays that
   * others may have, as those of tensors that were built, read or converted, never do. A sparse
   * result that turns out to be larger, or, on several threads, to have its entries in other rows
   * than the one before, may be computed a second time; if that happens again and again, spare
   * memory is not used for a while. The parts that threads made of a sparse result are kept for the
   * next run, until memory gets short.
   */
  public Tensor run(Map<String, Tensor> tensors, Tensor spare) {
    if (spare == null) {
      throw new EinkornException(
          "No tensor was given to write the result over; without one, use run(tensors).");
    }
    for (String name : types.keySet()) {
      if (tensors.get(name) == spare) {
        throw new EinkornException(
            "The memory of "
                + name
                + " cannot take the result, as the kernel reads "
                + name
                + " while it writes; give a tensor that is not read, such as the result of the run"
                + " before last.");
      }
    }
    return run(tensors, binding.bind(tensors), spare.memory().giveUp());
  }

  private Tensor run(Map<String, Tensor> tensors, Binding.Bound bound, Optional<Spare> spare) {
    Storage result =
        Workers.reporting(progress, () -> kernel.run(bound.inputs(), bound.sizes(), spare));
    return computed(result.as(publishedType), tensors);
  }

  /** A result, which may have arrays of its operands. */
  private Tensor computed(Storage result, Map<String, Tensor> tensors) {
    List<TensorMemory> operands = new ArrayList<>();
    types.keySet().forEach(name -> operands.add(tensors.get(name).memory()));
    return new Tensor(TensorMemory.computed(result, operands));
  }

  /**
   * Where everything is stored, it makes no difference what would be where nothing is: such a
   * result has the type that other tensors of its format have, or that it had before.
   */
  private static TensorType published(TensorType type, TensorType old) {
    Constant fill = old == null ? Constant.of(0L) : old.fill();
    return type.format().isLocated() ? new TensorType(type.element(), type.format(), fill) : type;
  }

  /**
   * The pattern of the result alone, its values zero. With {@link #compute} the work that depends
   * only on patterns is done once, for many computations with new values.
   */
  public Tensor assemble(Map<String, Tensor> tensors) {
    checkWhole();
    Binding.Bound bound = binding.bind(tensors);
    return computed(kernel(Projection.ASSEMBLE).run(bound.inputs(), bound.sizes()), tensors);
  }

  /** Refuses to compute pattern and values apart where only a part of a tensor is computed. */
  private void checkWhole() {
    if (!assignment.target().windows().isEmpty()) {
      throw new EinkornException(
          org.einkorn.notation.Printer.print(assignment.target())
              + " is a part of a tensor, which is put together when its values are known; use"
              + " run.");
    }
  }

  /**
   * The result for a pattern that {@link #assemble} gave for tensors with the same patterns as
   * these. Pattern arrays are shared. Numbers are added up in order here, where {@link #run} may
   * add up long rows in parts and so round a little differently.
   */
  public Tensor compute(Tensor assembled, Map<String, Tensor> tensors) {
    if (!assembled.type().equals(resultType)) {
      throw new EinkornException(
          "The assembled result is "
              + assembled.type()
              + ", not "
              + resultType
              + " as the kernel gives.");
    }
    checkWhole();
    if (forms.isPackedAfterwards()) {
      throw new EinkornException(
          "A result of format "
              + resultType.format()
              + " is packed when its values are known, so values cannot be computed into its"
              + " pattern; use run, or assemble in a format like csr.");
    }
    Binding.Bound bound = binding.bind(tensors);
    int[] dimensions =
        assignment.target().indices().stream().mapToInt(bound.sizes()::get).toArray();
    if (!Arrays.equals(assembled.dimensions(), dimensions)) {
      throw new EinkornException(
          "The assembled result has size "
              + Tensor.sizes(assembled.dimensions())
              + " but these tensors give one of size "
              + Tensor.sizes(dimensions)
              + ".");
    }
    try {
      return new Tensor(
          kernel(Projection.COMPUTE)
              .compute(bound.inputs(), bound.sizes(), assembled.memory().shared()));
    } catch (IndexOutOfBoundsException e) {
      throw new EinkornException(
          "The assembled result has the pattern of other tensors; assemble it from these.", e);
    }
  }

  public TensorType resultType() {
    return resultType;
  }

  /** The statement with every reduction written out. */
  public String notation() {
    return forms.notation();
  }

  /** The loops, with workspaces and conversions, as concrete index notation. */
  public String loops() {
    return forms.loops();
  }

  /** How each loop runs and how the result is put together. */
  public String plan() {
    return forms.plan();
  }

  /**
   * How the statement is computed, and why so. Sizes are those of the tensors that it was compiled
   * with.
   */
  public Explanation explain() {
    return explain(Map.of());
  }

  /** The same, with what is known about these tensors. */
  Explanation explain(Map<String, Tensor> tensors) {
    Map<String, Storage> given = new LinkedHashMap<>();
    types.keySet().stream()
        .filter(tensors::containsKey)
        .forEach(name -> given.put(name, tensors.get(name).storage()));
    boolean complete = given.keySet().containsAll(types.keySet());
    Kernels.Computed computed = Kernels.computed(assignment, resultType);
    Explanation explanation =
        Explainer.explain(
            computed.assignment(),
            types,
            Kernels.written(computed.type()),
            measured,
            given,
            complete ? binding.bind(tensors).sizes() : Map.of(),
            forms.scheduled(),
            complete ? Optional.of(division(tensors)) : Optional.empty());
    return forms.isPackedAfterwards()
        ? explanation.with(
            new Explanation.Choice(
                "result format",
                resultType.format().toString(),
                "It cannot be written in order, so coordinates are collected first and then"
                    + " packed.",
                Optional.empty()))
        : explanation;
  }

  private Division division(Map<String, Tensor> tensors) {
    Binding.Bound bound = binding.bind(tensors);
    return kernel.division(bound.inputs(), bound.sizes());
  }

  /** Runs it on these tensors and says how that went, besides why it is computed so. */
  public Explanation analyze(Map<String, Tensor> tensors) {
    Binding.Bound bound = binding.bind(tensors);
    return explain(tensors)
        .with(
            Analyzer.analyze(
                () -> kernel.run(bound.inputs(), bound.sizes()),
                bound.inputs().values(),
                kernel::chunkRuns));
  }

  /** The loops with the tensors' paths through them, and how merged loops merge, as SVG. */
  public String picture() {
    return forms.picture();
  }

  /**
   * The code with rows in vector registers, for rows of that length; empty if there are none. It
   * takes over from {@link #code} in JVMs that have vectors, once it was seen to be faster.
   */
  public String vectorCode(int length) {
    return forms.vectorCode(length);
  }

  /**
   * The instructions that a chunk of the loops is made of where code of Einkorn's own runs, for
   * dimensions of that length and a processor with the longest vectors, each form that is tried for
   * rows of steady length after the code that it comes from; or what stands in the way. Empty if
   * the loops cannot be divided into chunks.
   */
  public String machineCode(int length) {
    return forms.machineCode(length);
  }

  /**
   * The code for each kind of rows that it is written for, undivided; empty if it has no loop over
   * the entries of rows. Where work is divided, chunks run the one that suits their rows; machine
   * code tries those that give the same bits.
   */
  public String rowCode() {
    return forms.rowCode();
  }

  /**
   * The code that runs, in a Java-like form. Loops that a schedule runs in parallel are shown as
   * what runs once before them, what tells which part of the result a chunk reaches, what runs for
   * each chunk, and what combines their results, each where there is any.
   */
  public String code() {
    return forms.code();
  }

  /** How the variables of a schedule are made from others, one arrow a line. */
  public String provenance() {
    return forms.provenance();
  }
}
