package org.einkorn.lower;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.divide;
import static org.einkorn.imp.Imp.max;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.remainder;
import static org.einkorn.imp.Imp.subtract;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.einkorn.format.IndexExpression;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Type;
import org.einkorn.notation.IndexVariable;

/**
 * The sizes of index variables as code: most are parameters of the kernel; others follow from
 * those, or are stored with a level.
 */
final class SizeCode {
  private final Map<IndexVariable, Variable> given = new LinkedHashMap<>();
  private final Map<IndexVariable, Exp> stored = new LinkedHashMap<>();
  private final Map<IndexVariable, IndexExpression<IndexVariable>> derived;

  /** Parameters for all variables that neither are derived nor have their size {@code stored}. */
  SizeCode(
      Set<IndexVariable> used,
      Set<IndexVariable> stored,
      Map<IndexVariable, IndexExpression<IndexVariable>> derived,
      Names names) {
    this.derived = derived;
    Set<IndexVariable> needed = new LinkedHashSet<>(used);
    for (IndexVariable v : List.copyOf(used)) {
      if (derived.containsKey(v)) {
        collectSizes(derived.get(v), needed);
      }
    }
    for (IndexVariable v : needed) {
      if (!derived.containsKey(v) && !stored.contains(v)) {
        given.put(v, names.fresh(v.name() + "Size", Type.INT32));
      }
    }
  }

  /** The parameters, by variable. */
  Map<IndexVariable, Variable> parameters() {
    return given;
  }

  void store(IndexVariable v, Exp size) {
    stored.put(v, size);
  }

  Exp of(IndexVariable v) {
    if (stored.containsKey(v)) {
      return stored.get(v);
    }
    return derived.containsKey(v) ? arithmetic(derived.get(v), this::of) : given.get(v);
  }

  /** Index arithmetic as code. */
  Exp arithmetic(IndexExpression<IndexVariable> e, Function<IndexVariable, Exp> values) {
    return switch (e) {
      case IndexExpression.Value<IndexVariable> v -> values.apply(v.of());
      case IndexExpression.Size<IndexVariable> s -> of(s.of());
      case IndexExpression.Constant<IndexVariable> c -> constant(c.value());
      case IndexExpression.Add<IndexVariable> a ->
          add(arithmetic(a.left(), values), arithmetic(a.right(), values));
      case IndexExpression.Subtract<IndexVariable> s ->
          subtract(arithmetic(s.left(), values), arithmetic(s.right(), values));
      case IndexExpression.Multiply<IndexVariable> m ->
          multiply(arithmetic(m.left(), values), arithmetic(m.right(), values));
      case IndexExpression.Divide<IndexVariable> d ->
          divide(dividend(d, values), divisor(d.right(), values));
      case IndexExpression.Modulo<IndexVariable> m ->
          remainder(arithmetic(m.left(), values), divisor(m.right(), values));
    };
  }

  private Exp dividend(
      IndexExpression.Divide<IndexVariable> d, Function<IndexVariable, Exp> values) {
    Exp dividend = arithmetic(d.left(), values);
    return d.roundsUp() ? max(constant(0), dividend) : dividend;
  }

  private Exp divisor(IndexExpression<IndexVariable> e, Function<IndexVariable, Exp> values) {
    Exp divisor = arithmetic(e, values);
    return divisor instanceof Exp.Const ? divisor : max(constant(1), divisor);
  }

  /** The variables whose sizes an expression uses. */
  static void collectSizes(IndexExpression<IndexVariable> e, Set<IndexVariable> used) {
    switch (e) {
      case IndexExpression.Value<IndexVariable> v -> {}
      case IndexExpression.Size<IndexVariable> s -> used.add(s.of());
      case IndexExpression.Constant<IndexVariable> c -> {}
      case IndexExpression.Add<IndexVariable> a -> {
        collectSizes(a.left(), used);
        collectSizes(a.right(), used);
      }
      case IndexExpression.Subtract<IndexVariable> s -> {
        collectSizes(s.left(), used);
        collectSizes(s.right(), used);
      }
      case IndexExpression.Multiply<IndexVariable> m -> {
        collectSizes(m.left(), used);
        collectSizes(m.right(), used);
      }
      case IndexExpression.Divide<IndexVariable> d -> {
        collectSizes(d.left(), used);
        collectSizes(d.right(), used);
      }
      case IndexExpression.Modulo<IndexVariable> m -> {
        collectSizes(m.left(), used);
        collectSizes(m.right(), used);
      }
    }
  }
}
