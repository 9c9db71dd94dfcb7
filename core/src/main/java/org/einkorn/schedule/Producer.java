package org.einkorn.schedule;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.IndexVariable;

/**
 * Loops that fill a workspace which other loops read: a sum within a term, or what a precompute
 * directive names.
 *
 * @param loops what they are
 * @param context the variables that must be bound around them
 * @param variables those that it stands for where it is read
 * @param own the names that the schedule has for these within the workspace's loops
 */
public record Producer(
    Workspace workspace,
    LoopGroup loops,
    Set<IndexVariable> context,
    List<IndexVariable> variables,
    List<IndexVariable> own) {

  /** A sum into one value. */
  public static Producer sum(Workspace workspace, LoopGroup loops, Set<IndexVariable> context) {
    return new Producer(workspace, loops, context, List.of(), List.of());
  }

  Producer with(LoopGroup other) {
    return new Producer(workspace, other, context, variables, own);
  }

  /** The name that each variable gets within the workspace's loops. */
  Map<IndexVariable, IndexVariable> renaming() {
    Map<IndexVariable, IndexVariable> names = new LinkedHashMap<>();
    for (int k = 0; k < own.size(); k++) {
      names.put(variables.get(k), own.get(k));
    }
    return names;
  }

  /** The statement with the workspace filled in the outermost loop where that can be. */
  Statement around(Statement statement, List<Step> steps) {
    Statement fill =
        new Statement.Assign(
            loops.subject().target(), loops.subject().operator(), loops.subject().body());
    for (Step step : steps.reversed()) {
      fill = step.around(fill);
    }
    return around(statement, fill, Set.of());
  }

  private Statement around(Statement statement, Statement fill, Set<IndexVariable> bound) {
    if (bound.containsAll(context)) {
      return new Statement.Where(workspace, statement, fill);
    }
    return switch (statement) {
      case Statement.Forall f -> f.with(around(f.body(), fill, with(bound, f.variable())));
      case Statement.Bind b ->
          new Statement.Bind(
              b.variable(),
              b.value(),
              b.checked(),
              around(b.body(), fill, with(bound, b.variable())));
      case Statement.Where w ->
          new Statement.Where(
              w.workspace(),
              aroundReader(w.consumer(), fill, bound),
              aroundReader(w.producer(), fill, bound));
      case Statement.Sequence s ->
          new Statement.Sequence(
              s.parts().stream().map(p -> aroundReader(p, fill, bound)).toList());
      case Statement.Assign a -> a;
    };
  }

  private Statement aroundReader(Statement statement, Statement fill, Set<IndexVariable> bound) {
    return reads(statement) ? around(statement, fill, bound) : statement;
  }

  private boolean reads(Statement statement) {
    return Statements.accesses(statement).stream()
        .anyMatch(a -> a.tensor().equals(workspace.name()));
  }

  private static Set<IndexVariable> with(Set<IndexVariable> set, IndexVariable more) {
    Set<IndexVariable> all = new LinkedHashSet<>(set);
    all.add(more);
    return all;
  }
}
