package org.einkorn.legalise;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.format.IndexExpression;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;

/** Computes the coordinates of operands that are read through windows, as far out as that goes. */
final class WindowBinds {
  private final Map<String, WindowedOperand> operands = new LinkedHashMap<>();
  private final Map<IndexVariable, IndexExpression<IndexVariable>> sizes;
  private final Map<IndexVariable, IndexExpression<IndexVariable>> values = new LinkedHashMap<>();
  private final Map<Access, Access> replaced = new LinkedHashMap<>();

  /**
   * @param sizes takes the sizes of coordinates that are computed in several ways
   */
  WindowBinds(
      Collection<WindowedOperand> operands,
      Map<IndexVariable, IndexExpression<IndexVariable>> sizes) {
    operands.stream()
        .filter(WindowedOperand::isComputed)
        .forEach(o -> this.operands.put(o.name(), o));
    this.sizes = sizes;
  }

  Statement in(Statement statement) {
    Statement result =
        bind(
            Replacement.of(
                statement,
                (access, path) ->
                    operands.containsKey(access.tensor())
                        ? replaced.computeIfAbsent(access, this::computed)
                        : access));
    for (IndexVariable s : values.keySet()) {
      if (free(result).contains(s)) {
        result = new Statement.Bind(s, values.get(s), false, result);
      }
    }
    return result;
  }

  /** The access with a variable for each computed coordinate. */
  private Access computed(Access access) {
    WindowedOperand operand = operands.get(access.tensor());
    Map<IndexVariable, IndexVariable> own = new LinkedHashMap<>();
    for (int d = 0; d < operand.written().order(); d++) {
      IndexVariable coordinate = operand.coordinate(d);
      operand
          .value(d, access.indices())
          .ifPresent(
              value -> {
                IndexVariable variable = coordinate;
                if (values.containsKey(variable)) {
                  variable =
                      Expressions.fresh(variable, n -> values.containsKey(new IndexVariable(n)));
                  sizes.put(variable, new IndexExpression.Size<>(coordinate));
                }
                values.put(variable, value);
                own.put(coordinate, variable);
              });
    }
    return Expressions.substitute(
        new Access(access.tensor(), operand.coordinates(access.indices())), own);
  }

  private Statement bind(Statement statement) {
    return switch (statement) {
      case Statement.Forall f -> f.with(within(f.variable(), bind(f.body())));
      case Statement.Bind b ->
          new Statement.Bind(
              b.variable(), b.value(), b.checked(), within(b.variable(), bind(b.body())));
      case Statement.Sequence s ->
          new Statement.Sequence(s.parts().stream().map(this::bind).toList());
      case Statement.Where w ->
          new Statement.Where(w.workspace(), bind(w.consumer()), bind(w.producer()));
      case Statement.Assign a -> a;
    };
  }

  /** The body of the innermost loop over a variable that coordinates are computed from. */
  private Statement within(IndexVariable v, Statement body) {
    Statement result = body;
    for (IndexVariable s : values.keySet()) {
      if (values.get(s).uses(v) && free(result).contains(s)) {
        result = new Statement.Bind(s, values.get(s), false, result);
      }
    }
    return result;
  }

  /** The variables that are used in a statement and not bound there. */
  private static Set<IndexVariable> free(Statement statement) {
    return switch (statement) {
      case Statement.Forall f -> without(free(f.body()), f.variable());
      case Statement.Bind b -> without(free(b.body()), b.variable());
      case Statement.Sequence s -> union(s.parts());
      case Statement.Where w -> union(List.of(w.consumer(), w.producer()));
      case Statement.Assign a -> new LinkedHashSet<>(Expressions.variables(a.value()));
    };
  }

  private static Set<IndexVariable> union(List<Statement> parts) {
    Set<IndexVariable> all = new LinkedHashSet<>();
    parts.forEach(p -> all.addAll(free(p)));
    return all;
  }

  private static Set<IndexVariable> without(Set<IndexVariable> all, IndexVariable v) {
    all.remove(v);
    return all;
  }
}
