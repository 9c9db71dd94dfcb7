package org.einkorn.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.legalise.Scheduler;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Placement;
import org.einkorn.notation.Printer;
import org.einkorn.notation.Reductions;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.Guidance;
import org.einkorn.schedule.Measurements;
import org.einkorn.storage.Storage;

/** Compiled kernels, kept for the next time. */
public final class Kernels {
  private static final KernelCache CACHE = new KernelCache(2000);

  private Kernels() {}

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
    return get(assignment, types, resultType, projection, measured, true);
  }

  /**
   * The same.
   *
   * @param converting whether large operands may be converted before loops run that would copy them
   */
  private static BoundKernel get(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType resultType,
      Projection projection,
      Measurements measured,
      boolean converting) {
    if (!assignment.target().windows().isEmpty()) {
      Computed part = computed(assignment, resultType);
      return get(part.assignment(), types, part.type(), projection, measured, converting)
          .placing(assignment.target(), resultType);
    }
    CanonicalForm form = new CanonicalForm(Reductions.bind(assignment));
    TensorType written = written(resultType);
    Guidance asked = Guidance.of(assignment.value(), measured);
    Guidance guidance = new Guidance(asked.measured().renamed(form::tensors), asked.placed());
    KernelCache.Key key = form.key(types, written).with(projection.toString());
    Executable executable =
        CACHE.get(
            key.with(guidance.key() + (converting ? "" : " as they are")),
            () -> {
              Map<String, TensorType> own = form.tensors(types);
              Compiler.Chosen chosen =
                  converting
                      ? Compiler.loops(form.assignment(), own, written, guidance)
                      : Compiler.loopsAsTheyAre(form.assignment(), own, written, guidance);
              // Tensors that measure differently often get the same loops, and so one kernel.
              return CACHE.get(
                  key.with(chosen.text()),
                  () -> new Executable(Compiler.lower(chosen, written, projection), projection));
            });
    return new BoundKernel(
        assignment,
        form,
        executable,
        resultType,
        Optional.empty(),
        () -> get(assignment, types, resultType, projection, measured, false));
  }

  /** A kernel whose loops run as a schedule says. */
  public static BoundKernel get(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType resultType,
      Projection projection,
      List<Directive> schedule) {
    if (!assignment.target().windows().isEmpty()) {
      Computed part = computed(assignment, resultType);
      return get(part.assignment(), types, part.type(), projection, schedule)
          .placing(assignment.target(), resultType);
    }
    TensorType written = written(resultType);
    Assignment bound = Reductions.bind(assignment);
    KernelCache.Key key =
        new CanonicalForm(bound)
            .key(types, written)
            .with(
                Printer.print(bound)
                    + schedule.stream().map(Directive::text).collect(Collectors.joining(";"))
                    + projection);
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

  /** What a kernel computes: the statement itself or, where that writes a part, the part. */
  public record Computed(Assignment assignment, TensorType type) {}

  public static Computed computed(Assignment assignment, TensorType resultType) {
    return assignment.target().windows().isEmpty()
        ? new Computed(assignment, resultType)
        : new Computed(
            Placement.of(Reductions.bind(assignment)).inner(),
            partOf(resultType, assignment.target()));
  }

  /** The type in which a part of a tensor is computed. */
  private static TensorType partOf(TensorType whole, Access target) {
    int order = target.indices().size();
    return new TensorType(
        whole.element(),
        whole.format().isLocated() ? Formats.dense(order) : Formats.csf(order),
        whole.fill());
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
            form.key(Map.of(name, type), resultType).with("without fill"),
            () ->
                new Executable(
                    Compiler.lower(
                        Compiler.loopsWithoutFill(form.assignment(), operand, type, resultType),
                        resultType,
                        Projection.FUSED),
                    Projection.FUSED));
    return new BoundKernel(copy, form, executable, resultType)
        .runHowever(Map.of(name, tensor), sizes, Optional.empty());
  }

  /** Why there can be no kernel whose loops run as a schedule says, if there can be none. */
  public static Optional<String> refusal(
      Assignment assignment,
      Map<String, TensorType> types,
      TensorType resultType,
      List<Directive> schedule) {
    Computed computed = computed(Reductions.bind(assignment), resultType);
    return Scheduler.refusal(
        computed.assignment(), types, written(computed.type()), computed.type().format(), schedule);
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
        .runHowever(inputs, sizes, Optional.empty());
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
