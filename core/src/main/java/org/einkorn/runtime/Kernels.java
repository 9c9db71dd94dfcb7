package org.einkorn.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.legalise.Scheduler;
import org.einkorn.loops.LoopPrinter;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.notation.Reductions;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.Division;
import org.einkorn.schedule.Guidance;
import org.einkorn.schedule.Measurements;
import org.einkorn.storage.Storage;

/** Compiled kernels, kept for the next time. */
public final class Kernels {
  private static final KernelCache CACHE = new KernelCache(2000);

  private Kernels() {}

  /** A kernel for an assignment, under the names that the assignment uses. */
  public static final class BoundKernel {
    private final Assignment assignment;
    private final Naming form;
    private final Executable executable;
    private final TensorType resultType;

    private BoundKernel(
        Assignment assignment, Naming form, Executable executable, TensorType resultType) {
      this.assignment = assignment;
      this.form = form;
      this.executable = executable;
      this.resultType = resultType;
    }

    public Storage run(Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
      return shortage().explained(inputs, sizes, () -> runHowever(inputs, sizes));
    }

    /** The same for a caller who has something to say when memory runs out. */
    Storage runHowever(Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
      return converted(executable.run(form.tensors(inputs), form.sizes(sizes)));
    }

    /** The same in chunks worth at least {@code grain} runs of the innermost statement. */
    public Storage run(
        Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, double grain) {
      return converted(executable.run(form.tensors(inputs), form.sizes(sizes), grain));
    }

    /** How a run on these tensors is divided among threads. */
    public Division division(Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
      return executable.division(form.tensors(inputs), form.sizes(sizes));
    }

    private Storage converted(Storage result) {
      return Conversion.convert(result, resultType);
    }

    /** The values for a pattern that the assembling kernel of the same assignment gave. */
    public Storage compute(
        Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Storage assembled) {
      return shortage()
          .explained(
              inputs,
              sizes,
              () -> executable.compute(form.tensors(inputs), form.sizes(sizes), assembled));
    }

    private Shortage shortage() {
      return new Shortage(assignment, form, executable, resultType);
    }
  }

  public static BoundKernel get(
      Assignment assignment, Map<String, TensorType> types, TensorType resultType) {
    return get(assignment, types, resultType, Projection.FUSED, Measurements.NONE);
  }

  /** A kernel whose loops suit tensors that measure so; it is right for any of these types. */
  public static BoundKernel get(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType resultType,
      Projection projection,
      Measurements measured) {
    CanonicalForm form = new CanonicalForm(Reductions.bind(assignment));
    TensorType written = written(resultType);
    Guidance asked = Guidance.of(assignment.value(), measured);
    Guidance guidance = new Guidance(asked.measured().renamed(form::tensors), asked.placed());
    String key = form.key(types, written) + "|" + projection;
    Executable executable =
        CACHE.get(
            key + "|" + guidance.key(),
            () -> {
              Compiler.Chosen chosen =
                  Compiler.loops(form.assignment(), form.tensors(types), written, guidance);
              // Tensors that measure differently often get the same loops, and so one kernel.
              return CACHE.get(
                  key + "|" + LoopPrinter.print(chosen.loops()),
                  () -> new Executable(Compiler.lower(chosen, written, projection), projection));
            });
    return new BoundKernel(assignment, form, executable, resultType);
  }

  /** A kernel whose loops run as a schedule says. */
  public static BoundKernel get(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType resultType,
      Projection projection,
      List<Directive> schedule) {
    TensorType written = written(resultType);
    Assignment bound = Reductions.bind(assignment);
    String key =
        new CanonicalForm(bound).key(types, written)
            + Printer.print(bound)
            + schedule.stream().map(Directive::text).collect(Collectors.joining(";"))
            + projection;
    Executable executable =
        CACHE.get(
            key,
            () ->
                new Executable(
                    Compiler.lower(
                        Compiler.loops(assignment, types, written, resultType.format(), schedule),
                        written,
                        projection),
                    projection));
    return new BoundKernel(assignment, Naming.OWN, executable, resultType);
  }

  /** Evaluates an assignment that copies an operand, but not the values that are its fill value. */
  static Storage copyWithoutFill(
      Assignment copy, Storage tensor, Map<IndexVariable, Integer> sizes, TensorType resultType) {
    CanonicalForm form = new CanonicalForm(copy);
    String name = ((Access) copy.value()).tensor();
    String operand = ((Access) form.assignment().value()).tensor();
    TensorType type = tensor.type();
    Executable executable =
        CACHE.get(
            form.key(Map.of(name, type), resultType) + "|without fill",
            () ->
                new Executable(
                    Compiler.lower(
                        Compiler.loopsWithoutFill(form.assignment(), operand, type, resultType),
                        resultType,
                        Projection.FUSED),
                    Projection.FUSED));
    return new BoundKernel(copy, form, executable, resultType)
        .runHowever(Map.of(name, tensor), sizes);
  }

  /** Why there can be no kernel whose loops run as a schedule says, if there can be none. */
  public static Optional<String> refusal(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType resultType,
      List<Directive> schedule) {
    return Scheduler.refusal(
        Reductions.bind(assignment), types, written(resultType), resultType.format(), schedule);
  }

  /** Evaluates an assignment once, for a caller who has something to say when memory runs out. */
  public static Storage evaluate(
      Assignment assignment,
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      TensorType resultType) {
    Map<String, TensorType> types =
        inputs.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().type()));
    return get(assignment, types, resultType, Projection.FUSED, Measurements.of(inputs))
        .runHowever(inputs, sizes);
  }

  /**
   * The type that a kernel writes: a coordinate list where the result's format must be packed from
   * one.
   */
  public static TensorType written(TensorType resultType) {
    Format format = resultType.format();
    return format.isPlain() && format.isAppendable()
        ? resultType
        : new TensorType(
            resultType.element(), Formats.coordinate(format.order()), resultType.fill());
  }
}
