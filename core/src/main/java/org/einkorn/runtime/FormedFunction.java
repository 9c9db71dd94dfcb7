package org.einkorn.runtime;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.einkorn.backend.jvm.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.imp.Function;
import org.einkorn.imp.RowForm;

/**
 * A function whose loop over rows, if it has one, is written as suits the rows that come. It is
 * compiled when such rows come first.
 */
final class FormedFunction implements CompiledFunction {
  private static final int[] NONE = {};

  private final Function code;
  private final Optional<RowForm.Evidence> evidence;
  private final Optional<CompiledFunction> whole;
  private final Map<RowForm, CompiledFunction> forms = new ConcurrentHashMap<>();

  /** What was found last: all chunks of a run have the same rows, and so have many runs. */
  private volatile Found last = new Found(new WeakReference<>(null), RowForm.CONTINUED);

  private record Found(WeakReference<int[]> bounds, RowForm form) {}

  FormedFunction(Function code) {
    this.code = code;
    this.evidence = RowForm.evidence(code);
    this.whole = evidence.isEmpty() ? Optional.of(JvmCompiler.compile(code)) : Optional.empty();
  }

  @Override
  public Object[] run(Object[] arguments) {
    return whole.orElseGet(() -> suited(evidence.orElseThrow(), arguments)).run(arguments);
  }

  private CompiledFunction suited(RowForm.Evidence evidence, Object[] arguments) {
    int[] bounds = (int[]) arguments[code.parameters().indexOf(evidence.bounds())];
    int[] coordinates =
        evidence
            .coordinates()
            .map(c -> (int[]) arguments[code.parameters().indexOf(c)])
            .orElse(NONE);
    Found found = last;
    if (!found.bounds.refersTo(bounds)) {
      found = new Found(new WeakReference<>(bounds), RowSample.suited(bounds, coordinates));
      last = found;
    }
    return form(found.form);
  }

  private CompiledFunction form(RowForm form) {
    CompiledFunction known = forms.get(form);
    return known != null
        ? known
        : forms.computeIfAbsent(form, f -> JvmCompiler.compile(f.of(code)));
  }
}
