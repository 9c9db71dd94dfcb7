package org.einkorn.notation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.einkorn.notation.Expression.Reduce;

/**
 * Gives the variables that reductions bind names of their own; the first with a name, from left to
 * right, keeps it.
 */
final class UniqueBinders {
  private final Set<String> names = new HashSet<>();
  private final Map<IndexVariable, IndexVariable> origins = new HashMap<>();

  /** Names that occur in the statement, of tensors too, are never given to anything else. */
  UniqueBinders(Assignment assignment) {
    names.add(assignment.target().tensor());
    assignment.target().indices().forEach(index -> names.add(index.name()));
    collect(assignment.value());
  }

  private void collect(Expression e) {
    Expressions.variables(e).forEach(variable -> names.add(variable.name()));
    Expressions.accesses(e).forEach(access -> names.add(access.tensor()));
    collectBinders(e);
  }

  private void collectBinders(Expression e) {
    if (e instanceof Reduce reduce) {
      names.add(reduce.variable().name());
    }
    Expressions.children(e).forEach(this::collectBinders);
  }

  /** The new variables and what each was called before. */
  Map<IndexVariable, IndexVariable> origins() {
    return origins;
  }

  /** The expression with binders that differ from each other and from the given variables. */
  Expression rename(Expression e, Set<IndexVariable> reserved) {
    return renameBelow(e, new HashSet<>(reserved));
  }

  private Expression renameBelow(Expression e, Set<IndexVariable> taken) {
    if (!(e instanceof Reduce reduce) || taken.add(reduce.variable())) {
      return Expressions.mapChildren(e, child -> renameBelow(child, taken));
    }
    IndexVariable fresh = Expressions.fresh(reduce.variable(), names::contains);
    names.add(fresh.name());
    taken.add(fresh);
    origins.put(fresh, reduce.variable());
    Expression body = Expressions.substitute(reduce.body(), Map.of(reduce.variable(), fresh));
    return new Reduce(reduce.operator(), fresh, renameBelow(body, taken));
  }
}
