package org.einkorn.loops;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;

/** Questions about statements that several passes ask. */
public final class Statements {
  private Statements() {}

  /** Every access that is read, in order of appearance. */
  public static Set<Access> accesses(Statement statement) {
    Set<Access> all = new LinkedHashSet<>();
    collect(statement, all);
    return all;
  }

  private static void collect(Statement statement, Set<Access> all) {
    switch (statement) {
      case Statement.Forall f -> collect(f.body(), all);
      case Statement.Bind b -> collect(b.body(), all);
      case Statement.Sequence s -> s.parts().forEach(p -> collect(p, all));
      case Statement.Where w -> {
        collect(w.consumer(), all);
        collect(w.producer(), all);
      }
      case Statement.Assign a -> all.addAll(Expressions.accesses(a.value()));
    }
  }

  /** Whether the statement assigns the tensor of that name. */
  public static boolean assigns(Statement statement, String tensor) {
    return switch (statement) {
      case Statement.Forall f -> assigns(f.body(), tensor);
      case Statement.Bind b -> assigns(b.body(), tensor);
      case Statement.Sequence s -> s.parts().stream().anyMatch(p -> assigns(p, tensor));
      case Statement.Where w -> assigns(w.consumer(), tensor) || assigns(w.producer(), tensor);
      case Statement.Assign a -> a.target().tensor().equals(tensor);
    };
  }

  /** An access by which the tensor of that name is assigned, if it is. */
  public static Optional<Access> target(Statement statement, String tensor) {
    return switch (statement) {
      case Statement.Forall f -> target(f.body(), tensor);
      case Statement.Bind b -> target(b.body(), tensor);
      case Statement.Sequence s ->
          s.parts().stream().flatMap(p -> target(p, tensor).stream()).findFirst();
      case Statement.Where w -> target(w.consumer(), tensor).or(() -> target(w.producer(), tensor));
      case Statement.Assign a ->
          a.target().tensor().equals(tensor) ? Optional.of(a.target()) : Optional.empty();
    };
  }

  /** The operator that the tensor of that name is accumulated with, if it is. */
  public static Optional<Operator> accumulator(Statement statement, String tensor) {
    return switch (statement) {
      case Statement.Forall f -> accumulator(f.body(), tensor);
      case Statement.Bind b -> accumulator(b.body(), tensor);
      case Statement.Sequence s ->
          s.parts().stream().flatMap(p -> accumulator(p, tensor).stream()).findFirst();
      case Statement.Where w ->
          accumulator(w.consumer(), tensor).or(() -> accumulator(w.producer(), tensor));
      case Statement.Assign a ->
          a.target().tensor().equals(tensor) ? a.operator() : Optional.empty();
    };
  }

  /** Every variable that the statement binds, by a loop or by computing it. */
  public static Set<IndexVariable> variables(Statement statement) {
    Set<IndexVariable> all = new LinkedHashSet<>();
    collectVariables(statement, all);
    return all;
  }

  private static void collectVariables(Statement statement, Set<IndexVariable> all) {
    switch (statement) {
      case Statement.Forall f -> {
        all.add(f.variable());
        collectVariables(f.body(), all);
      }
      case Statement.Bind b -> {
        all.add(b.variable());
        collectVariables(b.body(), all);
      }
      case Statement.Sequence s -> s.parts().forEach(p -> collectVariables(p, all));
      case Statement.Where w -> {
        collectVariables(w.consumer(), all);
        collectVariables(w.producer(), all);
      }
      case Statement.Assign a -> {}
    }
  }
}
