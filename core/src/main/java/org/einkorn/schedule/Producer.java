package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.Levels;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.notation.Types;
import org.einkorn.operator.Operator;

/**
 * What a precompute directive makes: loops that fill a workspace, and what is left to schedule.
 *
 * @param fill adds the expression up, over the workspace's own variables
 * @param context the variables that must be bound around it
 * @param rest the statement that reads the workspace
 * @param variables those that it stands for where it is read
 * @param moved the variables that are summed in the workspace's loops only
 * @param own the names that the schedule has for the variables within the workspace's loops
 */
record Producer(
    Workspace workspace,
    Statement fill,
    Set<IndexVariable> context,
    Subject rest,
    Set<IndexVariable> moved,
    List<IndexVariable> variables,
    List<IndexVariable> own) {

  static Producer of(
      Directive.Precompute d, Subject subject, List<IndexVariable> order, List<Producer> before) {
    if (containsReduction(d.expression())) {
      throw new Refusal(
          Printer.print(d.expression())
              + " is summed by loops of its own already; precompute what does not contain a sum.");
    }
    Set<IndexVariable> used = variables(d.expression(), before);
    if (!used.containsAll(d.variables())) {
      throw new Refusal(
          Printer.print(d.expression())
              + " does not depend on all of "
              + Refusal.names(d.variables())
              + ", so its workspace would hold the same again and again; name only variables that"
              + " it has.");
    }
    String name = freshName(subject.types());
    Access read = new Access(name, d.variables());
    Expression body = replace(subject.body(), d.expression(), read);
    Set<IndexVariable> moved = new LinkedHashSet<>(subject.reduced());
    moved.retainAll(used);
    moved.removeAll(variables(body, before));
    if (!moved.isEmpty() && !sumMoves(body, read, subject.operator().orElseThrow())) {
      moved.clear();
    }
    ElementType element = Types.typeOf(d.expression(), n -> subject.types().get(n).element());
    Optional<Operator> operator = moved.isEmpty() ? Optional.empty() : subject.operator();
    ElementType type =
        operator.map(op -> op.operandType(List.of(element, element))).orElse(element);
    Constant fill = operator.flatMap(op -> op.identity(type)).orElseGet(() -> Constant.zero(type));
    Workspace workspace =
        new Workspace(
            name, new TensorType(type, Formats.uniform(Levels.TABLE, d.variables().size()), fill));
    Set<IndexVariable> context = new LinkedHashSet<>(used);
    context.removeAll(moved);
    context.removeAll(d.variables());
    if (!subject.variables().containsAll(context)) {
      throw new Refusal(
          Printer.print(d.expression())
              + " is part of what loops of their own sum up; precompute that sum as a statement of"
              + " its own.");
    }
    List<IndexVariable> loops = new ArrayList<>();
    for (IndexVariable v : order) {
      if (moved.contains(v) || d.variables().contains(v)) {
        loops.add(v);
      }
    }
    Statement assign = new Statement.Assign(read, operator, d.expression());
    Map<String, TensorType> types = new LinkedHashMap<>(subject.types());
    types.put(name, workspace.type());
    List<IndexVariable> reduced = new ArrayList<>(subject.reduced());
    reduced.removeAll(moved);
    Subject rest =
        new Subject(
            subject.target(),
            reduced.isEmpty() ? Optional.empty() : subject.operator(),
            reduced,
            body,
            types);
    return new Producer(
        workspace,
        Statement.foralls(loops, assign),
        context,
        rest,
        moved,
        d.variables(),
        d.inner());
  }

  private static boolean containsReduction(Expression e) {
    return e instanceof Expression.Reduce
        || Expressions.children(e).stream().anyMatch(Producer::containsReduction);
  }

  /** The variables that a value depends on, by itself or through workspaces. */
  private static Set<IndexVariable> variables(Expression e, List<Producer> before) {
    Set<IndexVariable> all = new LinkedHashSet<>(Expressions.variables(e));
    for (Access a : Expressions.accesses(e)) {
      before.stream()
          .filter(p -> p.workspace.name().equals(a.tensor()))
          .forEach(p -> all.addAll(p.context));
    }
    return all;
  }

  private static String freshName(Map<String, TensorType> types) {
    String name = "w";
    for (int k = 2; types.containsKey(name); k++) {
      name = "w" + k;
    }
    return name;
  }

  /** Whether a sum of the whole is the whole with the sum of what the workspace holds. */
  private static boolean sumMoves(Expression body, Access read, Operator reducer) {
    if (body.equals(read)) {
      return true;
    }
    if (!(body instanceof Apply apply)) {
      return false;
    }
    boolean moves = false;
    for (int k = 0; k < apply.arguments().size(); k++) {
      Expression argument = apply.arguments().get(k);
      if (Expressions.accesses(argument).contains(read)) {
        // A product of two sums is not the sum of products.
        if (moves
            || !apply.operator().distributesOver(reducer, k)
            || !sumMoves(argument, read, reducer)) {
          return false;
        }
        moves = true;
      }
    }
    return moves;
  }

  /** The expression with a part of it, or some factors of a product in it, read from elsewhere. */
  private static Expression replace(Expression whole, Expression part, Access read) {
    Expression replaced = replaceWhole(whole, part, read);
    if (replaced.equals(whole)) {
      replaced = replaceFactors(whole, part, read);
    }
    if (replaced.equals(whole)) {
      throw new Refusal(
          Printer.print(part)
              + " is no part of "
              + Printer.print(whole)
              + "; precompute names one as it is written.");
    }
    return replaced;
  }

  private static Expression replaceWhole(Expression e, Expression part, Access read) {
    if (e.equals(part)) {
      return read;
    }
    // What an inner sum adds up is computed where that sum is, not where this nest is.
    return e instanceof Expression.Reduce
        ? e
        : Expressions.mapChildren(e, x -> replaceWhole(x, part, read));
  }

  private static Expression replaceFactors(Expression e, Expression part, Access read) {
    if (e instanceof Apply a
        && part instanceof Apply p
        && a.operator().equals(p.operator())
        && a.operator().isAssociative()
        && a.operator().isCommutative()) {
      List<Expression> left = factors(a, a.operator());
      boolean all = true;
      for (Expression factor : factors(p, a.operator())) {
        all &= left.remove(factor);
      }
      if (all && !left.isEmpty()) {
        Expression product = read;
        for (Expression factor : left.reversed()) {
          product = new Apply(a.operator(), List.of(factor, product));
        }
        return product;
      }
    }
    return e instanceof Expression.Reduce
        ? e
        : Expressions.mapChildren(e, x -> replaceFactors(x, part, read));
  }

  private static List<Expression> factors(Expression e, Operator operator) {
    if (!(e instanceof Apply a && a.operator().equals(operator))) {
      return new ArrayList<>(List.of(e));
    }
    List<Expression> all = new ArrayList<>();
    a.arguments().forEach(x -> all.addAll(factors(x, operator)));
    return all;
  }

  /** The statement with the workspace filled in the outermost loop where that can be. */
  Statement around(Statement statement, Set<IndexVariable> bound) {
    if (bound.containsAll(context)) {
      return new Statement.Where(workspace, statement, fill);
    }
    return switch (statement) {
      case Statement.Forall f -> f.with(around(f.body(), with(bound, f.variable())));
      case Statement.Bind b ->
          new Statement.Bind(
              b.variable(), b.value(), b.checked(), around(b.body(), with(bound, b.variable())));
      case Statement.Where w ->
          new Statement.Where(
              w.workspace(), aroundReader(w.consumer(), bound), aroundReader(w.producer(), bound));
      case Statement.Sequence s ->
          new Statement.Sequence(s.parts().stream().map(p -> aroundReader(p, bound)).toList());
      case Statement.Assign a -> a;
    };
  }

  private Statement aroundReader(Statement statement, Set<IndexVariable> bound) {
    return reads(statement) ? around(statement, bound) : statement;
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
