package org.einkorn.runtime;

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
  private final Function code;
  private final Optional<RowForm.Evidence> evidence;
  private final Optional<CompiledFunction> whole;
  private final Map<RowForm, CompiledFunction> forms = new ConcurrentHashMap<>();

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
    int[] coordinates = (int[]) arguments[code.parameters().indexOf(evidence.coordinates())];
    return form(RowSample.suited(bounds, coordinates));
  }

  private CompiledFunction form(RowForm form) {
    return forms.computeIfAbsent(form, f -> JvmCompiler.compile(f.of(code)));
  }
}
