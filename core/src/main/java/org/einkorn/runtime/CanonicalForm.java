package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.operator.Operator;

/**
 * An assignment with the names taken out: tensors are T1, T2, … and variables i1, i2, … in the
 * order in which they appear. Two assignments that differ in names alone have one form, and so one
 * kernel.
 */
final class CanonicalForm implements Naming {
  private final Map<String, String> tensors = new LinkedHashMap<>();
  private final Map<IndexVariable, IndexVariable> variables = new LinkedHashMap<>();
  private final Assignment assignment;

  /**
   * The form of an assignment whose reductions are bound, so that every variable has a name of its
   * own.
   */
  CanonicalForm(Assignment bound) {
    Access target = access(bound.target());
    Expression value = rewrite(bound.value());
    this.assignment = new Assignment(target, bound.accumulate(), value);
  }

  private Expression rewrite(Expression e) {
    return switch (e) {
      case Access a -> access(a);
      case IndexValue v -> new IndexValue(variable(v.variable()));
      case Reduce r -> {
        IndexVariable v = variable(r.variable());
        yield new Reduce(r.operator(), v, rewrite(r.body()));
      }
      case Expression.Literal c -> c;
      case Expression.Apply a -> Expressions.mapChildren(a, this::rewrite);
    };
  }

  private Access access(Access a) {
    List<IndexVariable> indices = new ArrayList<>();
    a.indices().forEach(v -> indices.add(variable(v)));
    return new Access(
        tensors.computeIfAbsent(a.tensor(), n -> "T" + (tensors.size() + 1)), indices, a.windows());
  }

  private IndexVariable variable(IndexVariable v) {
    return variables.computeIfAbsent(v, x -> new IndexVariable("i" + (variables.size() + 1)));
  }

  Assignment assignment() {
    return assignment;
  }

  @Override
  public IndexVariable written(IndexVariable variable) {
    return variables.entrySet().stream()
        .filter(e -> e.getValue().equals(variable))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(variable);
  }

  /** The same things under their new names; names that do not appear are dropped. */
  @Override
  public <T> Map<String, T> tensors(Map<String, T> byOldName) {
    Map<String, T> renamed = new LinkedHashMap<>();
    tensors.forEach(
        (old, canonical) -> {
          if (byOldName.containsKey(old)) {
            renamed.put(canonical, byOldName.get(old));
          }
        });
    return renamed;
  }

  @Override
  public Map<IndexVariable, Integer> sizes(Map<IndexVariable, Integer> byOldName) {
    Map<IndexVariable, Integer> renamed = new LinkedHashMap<>();
    variables.forEach((old, canonical) -> renamed.put(canonical, byOldName.get(old)));
    return renamed;
  }

  /** What a kernel is cached by. */
  KernelCache.Key key(Map<String, TensorType> types, TensorType resultType) {
    StringBuilder key = new StringBuilder(Printer.print(assignment));
    tensors(types)
        .forEach((name, type) -> key.append('|').append(name).append(' ').append(describe(type)));
    key.append("|= ").append(describe(resultType));
    List<Operator> operators = new ArrayList<>(assignment.accumulate().stream().toList());
    collect(assignment.value(), operators);
    return new KernelCache.Key(key.toString(), operators);
  }

  private static void collect(Expression e, List<Operator> operators) {
    switch (e) {
      case Expression.Apply a -> operators.add(a.operator());
      case Reduce r -> operators.add(r.operator());
      case Access _, IndexValue _, Expression.Literal _ -> {}
    }
    Expressions.children(e).forEach(child -> collect(child, operators));
  }

  private static String describe(TensorType type) {
    return type.element()
        + " "
        + (type.format().isPlain() ? type.format().letters() : type.format().toString())
        + " "
        + type.fill();
  }
}
