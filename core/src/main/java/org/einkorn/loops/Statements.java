package org.einkorn.loops;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
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
      case Statement.Sequence s -> s.parts().stream().anyMatch(p -> assigns(p, tensor));
      case Statement.Where w -> assigns(w.consumer(), tensor) || assigns(w.producer(), tensor);
      case Statement.Assign a -> a.target().tensor().equals(tensor);
    };
  }

  /** The operator that the tensor of that name is accumulated with, if it is. */
  public static Optional<Operator> accumulator(Statement statement, String tensor) {
    return switch (statement) {
      case Statement.Forall f -> accumulator(f.body(), tensor);
      case Statement.Sequence s ->
          s.parts().stream().flatMap(p -> accumulator(p, tensor).stream()).findFirst();
      case Statement.Where w ->
          accumulator(w.consumer(), tensor).or(() -> accumulator(w.producer(), tensor));
      case Statement.Assign a ->
          a.target().tensor().equals(tensor) ? a.operator() : Optional.empty();
    };
  }
}
