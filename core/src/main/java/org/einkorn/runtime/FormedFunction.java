package org.einkorn.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.RowForm;
import org.einkorn.lower.KernelCode;
import org.einkorn.storage.Storage;

/**
 * A function whose loop over rows is written as suits the rows that come. It is compiled when such
 * rows come first.
 */
final class FormedFunction {
  private static final int[] NONE = {};

  private final Function code;
  private final BooleanSupplier inAnyOrder;
  private final int bounds;
  private final Optional<Integer> coordinates;

  /** The tensors that say what rows come; empty if these are not rows of an operand. */
  private final List<String> tensors;

  private final Map<RowForm, CompiledFunction> forms = new ConcurrentHashMap<>();

  /** What was found last: many runs have the same tensors. */
  private volatile Found last = new Found(List.of(), RowForm.CONTINUED);

  /**
   * Tensors are told apart by what holds their arrays, as these may be written over for another.
   */
  private record Found(List<WeakReference<Storage>> tensors, RowForm form) {
    boolean isFor(List<Storage> others) {
      for (int k = 0; k < tensors.size(); k++) {
        if (!tensors.get(k).refersTo(others.get(k))) {
          return false;
        }
      }
      return !tensors.isEmpty();
    }
  }

  private FormedFunction(
      Function code,
      RowForm.Evidence evidence,
      List<KernelCode.Parameter> operands,
      BooleanSupplier inAnyOrder) {
    this.code = code;
    this.inAnyOrder = inAnyOrder;
    this.bounds = code.parameters().indexOf(evidence.bounds());
    this.coordinates = evidence.coordinates().map(code.parameters()::indexOf);
    this.tensors = owners(evidence, operands);
  }

  private List<String> owners(RowForm.Evidence evidence, List<KernelCode.Parameter> operands) {
    List<Variable> arrays = new ArrayList<>(List.of(evidence.bounds()));
    evidence.coordinates().ifPresent(arrays::add);
    List<String> owners = new ArrayList<>();
    for (Variable array : arrays) {
      int place = code.parameters().indexOf(array);
      if (place < operands.size() && operands.get(place) instanceof KernelCode.LevelArray a) {
        owners.add(a.tensor());
      } else {
        return List.of();
      }
    }
    return owners;
  }

  /**
   * For a function that has such a loop.
   *
   * @param operands what its first parameters are
   * @param inAnyOrder whether rows may be added up in another order: then bits depend on the form,
   *     and so on the tensors
   */
  static Optional<FormedFunction> of(
      Function code, List<KernelCode.Parameter> operands, BooleanSupplier inAnyOrder) {
    return RowForm.evidence(code).map(e -> new FormedFunction(code, e, operands, inAnyOrder));
  }

  /** Whether operands alone tell what rows come. */
  boolean looksAtOperands() {
    return !tensors.isEmpty();
  }

  /** A form of the function, and its code. */
  record Suited(RowForm form, CompiledFunction function) {}

  /** The code for the rows of these operands. */
  Suited suited(Operands operands, Object[] arguments) {
    List<Storage> given = new ArrayList<>();
    tensors.forEach(name -> given.add(operands.tensors().get(name)));
    Found found = last;
    if (!found.isFor(given)) {
      found = new Found(given.stream().map(WeakReference::new).toList(), look(arguments));
      last = found;
    }
    return new Suited(found.form, form(found.form));
  }

  private RowForm look(Object[] arguments) {
    RowForm suited =
        RowSample.suited(
            (int[]) arguments[bounds],
            coordinates.map(place -> (int[]) arguments[place]).orElse(NONE));
    return suited.keepsOrder() || inAnyOrder.getAsBoolean() ? suited : RowForm.CONTINUED;
  }

  private CompiledFunction form(RowForm form) {
    CompiledFunction known = forms.get(form);
    return known != null
        ? known
        : forms.computeIfAbsent(form, f -> JvmCompiler.compile(f.of(code)));
  }
}
