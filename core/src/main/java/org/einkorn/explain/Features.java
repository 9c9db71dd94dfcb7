package org.einkorn.explain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.schedule.Space;

/** What tells one way to compute a statement from another, in words. */
final class Features {
  /** The order of a statement without loops. */
  static final String NO_LOOPS = "none";

  private final Statement statement;
  private final Set<String> inputs;

  Features(Statement statement, Map<String, TensorType> inputs) {
    this.statement = statement;
    this.inputs = inputs.keySet();
  }

  /** The loops that give the result, outermost first, without those that fill workspaces before. */
  String order() {
    return variables().isEmpty()
        ? NO_LOOPS
        : variables().stream().map(IndexVariable::name).collect(Collectors.joining(", "));
  }

  /** The variables of these loops. */
  List<IndexVariable> variables() {
    List<IndexVariable> variables = new ArrayList<>();
    order(statement, variables);
    return variables;
  }

  /** The loops of a workspace that holds what the result is copied from count, its copying not. */
  private static void order(Statement s, List<IndexVariable> variables) {
    switch (s) {
      case Statement.Forall f -> {
        variables.add(f.variable());
        order(f.body(), variables);
      }
      case Statement.Bind b -> order(b.body(), variables);
      case Statement.Where w -> order(isCopiedFrom(w) ? w.producer() : w.consumer(), variables);
      case Statement.Sequence q -> q.parts().stream().limit(1).forEach(p -> order(p, variables));
      case Statement.Assign a -> {}
    }
  }

  /** Whether the consumer does nothing but copy the workspace. */
  static boolean isCopiedFrom(Statement.Where w) {
    return Statements.accesses(w.consumer()).equals(Set.of(read(w)));
  }

  private static Access read(Statement.Where w) {
    return Statements.accesses(w.consumer()).stream()
        .filter(a -> a.tensor().equals(w.workspace().name()))
        .findFirst()
        .orElse(new Access(w.workspace().name(), List.of()));
  }

  /** Whether the producer does nothing but copy an operand. */
  boolean isCopy(Statement.Where w) {
    Set<Access> read = Statements.accesses(w.producer());
    return read.size() == 1
        && inputs.contains(read.iterator().next().tensor())
        && Statements.accumulator(w.producer(), w.workspace().name()).isEmpty();
  }

  /** Which operands are combined with which, step by step. */
  String grouping() {
    Map<String, String> copies = new HashMap<>();
    for (Statement.Where w : workspaces()) {
      if (isCopy(w)) {
        String original = Statements.accesses(w.producer()).iterator().next().tensor();
        copies.put(w.workspace().name(), original);
      }
    }
    Set<String> groups = new LinkedHashSet<>();
    groups(statement, copies, groups);
    return String.join(", then ", groups);
  }

  /** A copy of an operand counts as the operand. */
  private void groups(Statement s, Map<String, String> copies, Set<String> groups) {
    switch (s) {
      case Statement.Forall f -> groups(f.body(), copies, groups);
      case Statement.Bind b -> groups(b.body(), copies, groups);
      case Statement.Sequence q -> q.parts().forEach(p -> groups(p, copies, groups));
      case Statement.Where w -> {
        groups(w.producer(), copies, groups);
        groups(w.consumer(), copies, groups);
      }
      case Statement.Assign a -> {
        Set<String> read = new LinkedHashSet<>();
        Expressions.accesses(a.value())
            .forEach(x -> read.add(copies.getOrDefault(x.tensor(), x.tensor())));
        read.retainAll(inputs);
        if (!read.isEmpty() && Expressions.accesses(a.value()).size() > 1) {
          groups.add(read.stream().sorted().collect(Collectors.joining(" with ")));
        }
      }
    }
  }

  /** The workspaces that are more than variables, with the statements that fill and read them. */
  List<Statement.Where> workspaces() {
    return Space.workspaces(statement);
  }

  /** Whether it only gives the values at coordinates that others tell. */
  static boolean isLookup(Workspace w) {
    return w.type().format().isLookup();
  }

  /** Where the entries of a workspace lie. */
  static String layout(Workspace w) {
    return w.isArray() ? "array" : w.type().format().levels().getLast().name();
  }

  /** The workspaces in a few words. */
  String spaces() {
    return workspaces().stream().map(this::space).sorted().collect(Collectors.joining(" and "));
  }

  private String space(Statement.Where w) {
    String indices =
        Statements.target(w.producer(), w.workspace().name())
            .map(a -> a.indices().stream().map(Object::toString).collect(Collectors.joining(",")))
            .orElse("");
    String kind = "a" + (w.workspace().isArray() ? "n " : " ") + layout(w.workspace());
    return isCopy(w)
        ? "a copy of "
            + Printer.print(Statements.accesses(w.producer()).iterator().next())
            + " by "
            + indices
        : kind + " over " + indices;
  }
}
