package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Printer;
import org.einkorn.imp.RowForm;
import org.einkorn.imp.Streaming;
import org.einkorn.lower.ChunkCode;
import org.einkorn.lower.ChunkLowering.Memory;
import org.einkorn.lower.KernelCode;
import org.einkorn.notation.IndexVariable;
import org.einkorn.storage.Storage;

/** Kernels in forms that they take on other machines, or for other tensors. */
public final class OtherForms {
  /** Every chunk has as little to do as it can have. */
  static final double MANY_CHUNKS = 1e9;

  private OtherForms() {}

  /** The result in vectors of any width, if there is something to compute in vectors. */
  public static Optional<Storage> inVectors(
      BoundKernel kernel,
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      int lanes) {
    return kernel.runInVectors(inputs, sizes, lanes);
  }

  /**
   * A kernel whose chunks are machine code.
   *
   * @param code what that is made of
   */
  public record AsMachineCode(
      BoundKernel kernel, ChunkedKernel chunked, Function code, Memory memory) {
    /** The result in many chunks, written over a spare one if the form is for such memory. */
    public Storage runInMany(
        Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Storage spare) {
      return kernel.runInChunks(inputs, sizes, chunked, MANY_CHUNKS, over(spare));
    }

    /** The same in one chunk. */
    public Storage runInOne(
        Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Storage spare) {
      return kernel.runInChunks(inputs, sizes, chunked, 1, over(spare));
    }

    private Optional<Storage> over(Storage spare) {
      return memory == Memory.SPARE ? Optional.of(spare) : Optional.empty();
    }
  }

  /** A kernel in all forms that it has as machine code; none where there is no such code. */
  public static List<AsMachineCode> asMachineCode(
      BoundKernel kernel, Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    List<AsMachineCode> all = new ArrayList<>();
    if (MachineCode.isPresent()) {
      for (Memory memory : Memory.values()) {
        Compiler.divide(kernel.compilation(), memory)
            .ifPresent(
                code ->
                    forms(code, kernel.ownSizes(inputs, sizes))
                        .forEach(
                            form ->
                                MachineCode.compile(form)
                                    .map(compiled -> chunked(code, compiled))
                                    .map(c -> new AsMachineCode(kernel, c, form, memory))
                                    .ifPresent(all::add)));
      }
    }
    return all;
  }

  /**
   * The results with the main loop as machine code, in all forms that it has so. Any number of
   * places that are touched may be close together.
   */
  public static List<Storage> withMachineLoop(
      BoundKernel kernel, Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    return loops(kernel).stream().map(code -> kernel.runWith(code, inputs, sizes)).toList();
  }

  /** Whether places that are touched are measured before, in one of these forms. */
  public static boolean measuresTouches(BoundKernel kernel) {
    return loops(kernel).stream()
        .anyMatch(code -> Printer.print(code.loopCode()).contains(" = places("));
  }

  private static List<LoopFunction> loops(BoundKernel kernel) {
    Function function = kernel.compilation().code().function();
    return MachineCode.isPresent() ? LoopFunction.forms(function, Function.NOTHING, 0) : List.of();
  }

  /** The kernel that converts all operands first which its loops copy, if there are some. */
  public static Optional<BoundKernel> converting(
      BoundKernel kernel, Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    return kernel.converting(inputs, sizes);
  }

  private static Set<Function> forms(ChunkCode code, Map<IndexVariable, Integer> sizes) {
    Map<Variable, Integer> known = new HashMap<>();
    for (int k = 0; k < code.parameters().size(); k++) {
      if (code.parameters().get(k) instanceof KernelCode.Size(IndexVariable variable)) {
        known.put(code.chunk().parameters().get(k), sizes.get(variable));
      }
    }
    Set<Function> forms = new LinkedHashSet<>();
    for (RowForm order : RowForm.values()) {
      forms.addAll(MachineForms.of(code.chunk(), known, MachineCode::lanes, 2, order));
    }
    // Past the caches however little there is.
    Set<Function> streamed = new LinkedHashSet<>();
    forms.forEach(form -> Streaming.of(form, 1).ifPresent(streamed::add));
    forms.addAll(streamed);
    return forms;
  }

  private static ChunkedKernel chunked(ChunkCode code, CompiledFunction chunk) {
    return new ChunkedKernel(code, Optional::empty, new TwinFunction(code.chunk(), chunk));
  }

  /** The result with loops over rows in that form, if there are any. */
  public static Optional<Storage> inForm(
      BoundKernel kernel,
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      RowForm form) {
    return kernel.runInForm(inputs, sizes, form);
  }
}
