package org.einkorn.runtime;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.einkorn.EinkornException;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.format.TensorType;
import org.einkorn.imp.RowForm;
import org.einkorn.legalise.Windowing;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Reductions;
import org.einkorn.schedule.Division;
import org.einkorn.schedule.Measurements;
import org.einkorn.storage.Storage;
import org.einkorn.support.FunctionFailure;

/** A kernel for an assignment, under the names that the assignment uses. */
public final class BoundKernel {
  private final Assignment assignment;
  private final Naming form;
  private final Executable executable;
  private final TensorType resultType;
  private final Windowing windows;
  private final ConvertedOperands converted;
  private final Fit fit = new Fit();
  private final LastRun last = new LastRun();

  /** Whether it reads tensors as they are, and its result is not put elsewhere or converted. */
  private final boolean givesWhatIsComputed;

  /** Where the result goes, if it is a part of another. */
  private final Optional<Access> place;

  /** The same for tensors that cannot be converted. */
  private final Supplier<BoundKernel> unconverted;

  BoundKernel(Assignment assignment, Naming form, Executable executable, TensorType resultType) {
    this(assignment, form, executable, resultType, Optional.empty(), () -> null);
  }

  BoundKernel(
      Assignment assignment,
      Naming form,
      Executable executable,
      TensorType resultType,
      Optional<Access> place,
      Supplier<BoundKernel> unconverted) {
    this.assignment = assignment;
    this.form = form;
    this.executable = executable;
    this.resultType = resultType;
    this.place = place;
    this.unconverted = unconverted;
    Compiler.Compilation compiled = executable.compilation();
    this.windows = Windowing.of(compiled.notation(), compiled.inputs());
    this.converted = new ConvertedOperands(compiled.converted(), executable::lent);
    this.givesWhatIsComputed =
        windows.isEmpty()
            && converted.isEmpty()
            && place.isEmpty()
            && compiled.resultType().equals(resultType);
  }

  /** What the kernel takes: tensors and sizes under its own names. */
  private <T> T given(
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      BiFunction<Map<String, Storage>, Map<IndexVariable, Integer>, T> run) {
    Map<String, Storage> tensors = form.tensors(inputs);
    Map<IndexVariable, Integer> known = form.sizes(sizes);
    Map<String, Storage> read = converted.with(Windows.inputs(windows, tensors, known));
    return failing(() -> run.apply(read, Windows.sizes(windows, read, known)));
  }

  public Storage run(Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    return run(inputs, sizes, Optional.empty());
  }

  /**
   * @param spare what the result may be written over, if it fits
   */
  public Storage run(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Optional<Spare> spare) {
    if (!converted.suit(form.tensors(inputs))) {
      return unconverted.get().run(inputs, sizes, spare);
    }
    return shortage()
        .explained(
            inputs,
            sizes,
            () -> {
              Storage again = failing(() -> last.again(inputs, sizes, spare));
              return again != null ? again : runAnew(inputs, sizes, spare);
            });
  }

  /** The same on other tensors than the last time, as far as is known. */
  private Storage runAnew(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Optional<Spare> spare) {
    Storage result = runHowever(inputs, sizes, spare);
    if (givesWhatIsComputed) {
      last.ran(
          inputs,
          sizes,
          result,
          () -> executable.route(form.tensors(inputs), form.sizes(sizes), spare));
    }
    return result;
  }

  /** What a user's function threw is told as an error of the statement that has it. */
  private <T> T failing(Supplier<T> work) {
    try {
      return work.get();
    } catch (FunctionFailure e) {
      throw new EinkornException(
          FailedFunction.sentence(e, Reductions.bind(assignment), form), e.getCause());
    }
  }

  /** The same for a caller who has something to say when memory runs out. */
  Storage runHowever(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Optional<Spare> spare) {
    if (!converted.suit(form.tensors(inputs))) {
      return unconverted.get().runHowever(inputs, sizes, spare);
    }
    return result(inputs, sizes, given(inputs, sizes, (i, s) -> executable.run(i, s, spare, fit)));
  }

  /**
   * The same in chunks worth at least {@code grain} runs of the innermost statement.
   *
   * @param joins whether parts of a sparse result may be computed apart
   */
  public Storage run(
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      double grain,
      boolean joins,
      Optional<Spare> spare) {
    return result(
        inputs,
        sizes,
        given(inputs, sizes, (i, s) -> executable.run(i, s, grain, joins, spare, fit)));
  }

  /** The same in vector registers of so many lanes, if there are rows; slowly. */
  Optional<Storage> runInVectors(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, int lanes) {
    return given(
            inputs,
            sizes,
            (i, s) ->
                Compiler.inVectors(executable.compilation(), s, type -> lanes, 1)
                    .map(code -> executable.evaluate(code, i, s)))
        .map(computed -> result(inputs, sizes, computed));
  }

  /** The same with loops over rows in another form, if there are such loops; slowly. */
  Optional<Storage> runInForm(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, RowForm form) {
    return Compiler.inForm(executable.compilation(), form)
        .map(code -> given(inputs, sizes, (i, s) -> executable.evaluate(code, i, s)))
        .map(computed -> result(inputs, sizes, computed));
  }

  /** The same with its code compiled as somebody else chose. */
  Storage runWith(
      CompiledFunction code, Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    return result(inputs, sizes, given(inputs, sizes, (i, s) -> executable.run(code, i, s)));
  }

  /** The same in many chunks that run as somebody else chose. */
  Storage runInChunks(
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      ChunkedKernel chunked,
      double chunks,
      Optional<Storage> spare) {
    return result(
        inputs,
        sizes,
        given(inputs, sizes, (i, s) -> executable.run(chunked, chunks, i, s, spare)));
  }

  /** The same that converts all operands first which its loops copy, if there are some. */
  Optional<BoundKernel> converting(Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    Compiler.Compilation compiled = executable.compilation();
    Measurements measured = given(inputs, sizes, (i, s) -> Measurements.of(i));
    Compiler.Chosen chosen =
        new Compiler.Chosen(
                compiled.notation(), compiled.inputs(), compiled.loops(), Optional.empty())
            .converting(measured, 0);
    return chosen.converted().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new BoundKernel(
                assignment,
                form,
                new Executable(
                    Compiler.lower(chosen, compiled.resultType(), Projection.FUSED),
                    Projection.FUSED),
                resultType,
                place,
                () -> this));
  }

  /** The sizes of all its variables, under its own names. */
  Map<IndexVariable, Integer> ownSizes(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    return given(inputs, sizes, (i, s) -> s);
  }

  Compiler.Compilation compilation() {
    return executable.compilation();
  }

  /** What ran so far of chunks that have faster forms. */
  public ChunkRuns chunkRuns() {
    return executable.chunkRuns();
  }

  /** How a run on these tensors is divided among threads. */
  public Division division(Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    return converted.isEmpty()
        ? given(inputs, sizes, executable::division)
        : new Division.Impossible(); // nobody knows before they are converted
  }

  private Storage result(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Storage computed) {
    return place
        .map(p -> Windows.placed(p, inputs.get(p.tensor()), computed, sizes, resultType))
        .orElseGet(() -> Conversion.convert(computed, resultType));
  }

  /** The same kernel, whose result is a part of a tensor. */
  BoundKernel placing(Access target, TensorType whole) {
    return new BoundKernel(
        assignment,
        form,
        executable,
        whole,
        Optional.of(target),
        () -> unconverted.get().placing(target, whole));
  }

  /** The values for a pattern that the assembling kernel of the same assignment gave. */
  public Storage compute(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Storage assembled) {
    if (!converted.suit(form.tensors(inputs))) {
      return unconverted.get().compute(inputs, sizes, assembled);
    }
    return shortage()
        .explained(
            inputs,
            sizes,
            () -> given(inputs, sizes, (i, s) -> executable.compute(i, s, assembled)));
  }

  private Shortage shortage() {
    return new Shortage(assignment, form, executable, resultType);
  }
}
