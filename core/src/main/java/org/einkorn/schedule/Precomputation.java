package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.Levels;
import org.einkorn.format.TensorType;
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
 * What a precompute directive makes of loops: others that fill a workspace, and what is left.
 *
 * @param before the loops that compute the part now
 * @param after the same loops reading the workspace
 */
record Precomputation(LoopGroup before, LoopGroup after, Producer producer) {

  static Precomputation of(Directive.Precompute d, LoopNest nest) {
    if (containsReduction(d.expression())) {
      throw new Refusal(
          Printer.print(d.expression())
              + " is summed by loops of its own already; precompute what does not contain a sum.");
    }
    Map<IndexVariable, IndexVariable> written = nest.ownNames();
    Expression part = Expressions.substitute(d.expression(), written);
    List<IndexVariable> over = d.variables().stream().map(v -> written.getOrDefault(v, v)).toList();
    if (!variables(part, nest).containsAll(over)) {
      throw new Refusal(
          Printer.print(d.expression())
              + " does not depend on all of "
              + Refusal.names(d.variables())
              + ", so its workspace would hold the same again and again; name only variables that"
              + " it has.");
    }
    Access read = new Access(freshName(nest.types()), over);
    for (LoopGroup group : likely(d, nest)) {
      Optional<Expression> body = replace(group.subject().body(), part, read);
      if (body.isPresent()) {
        return of(part, d.inner(), nest, group, read, body.get());
      }
    }
    throw new Refusal(
        Printer.print(d.expression())
            + " is no part of "
            + nest.groups().stream()
                .map(g -> Printer.print(g.subject().body()))
                .collect(Collectors.joining(" or "))
            + "; precompute names one as it is written.");
  }

  /**
   * Where a part may be found: first in the loops of a workspace whose variables it is said with.
   */
  private static List<LoopGroup> likely(Directive.Precompute d, LoopNest nest) {
    Set<IndexVariable> said = new LinkedHashSet<>(Expressions.variables(d.expression()));
    said.addAll(d.variables());
    List<LoopGroup> groups = new ArrayList<>(nest.groups());
    for (Producer p : nest.producers()) {
      if (!Collections.disjoint(p.own(), said)) {
        groups.remove(p.loops());
        groups.addFirst(p.loops());
      }
    }
    return groups;
  }

  private static Precomputation of(
      Expression part,
      List<IndexVariable> own,
      LoopNest nest,
      LoopGroup group,
      Access read,
      Expression body) {
    Subject subject = group.subject();
    Set<IndexVariable> used = variables(part, nest);
    Set<IndexVariable> moved = new LinkedHashSet<>(subject.reduced());
    moved.retainAll(used);
    moved.removeAll(variables(body, nest));
    if (!moved.isEmpty() && !sumMoves(body, read, subject.operator().orElseThrow())) {
      moved.clear();
    }
    requireUnchanged(moved, group);
    Optional<Operator> operator = moved.isEmpty() ? Optional.empty() : subject.operator();
    Workspace workspace = workspace(read, part, operator, nest);
    Map<String, TensorType> types = new LinkedHashMap<>(nest.types());
    types.put(workspace.name(), workspace.type());

    Set<IndexVariable> order = new LinkedHashSet<>();
    for (IndexVariable v : nest.groups().stream().flatMap(g -> g.order().stream()).toList()) {
      int at = read.indices().indexOf(nest.ownNames().getOrDefault(v, v));
      if (at >= 0) {
        order.add(own.get(at));
      } else if (moved.contains(v)) {
        order.add(v);
      }
    }
    Set<IndexVariable> context = new LinkedHashSet<>(used);
    context.removeAll(moved);
    context.removeAll(read.indices());
    Subject fill = new Subject(read, operator, List.copyOf(moved), part, types);

    List<IndexVariable> reduced = new ArrayList<>(subject.reduced());
    reduced.removeAll(moved);
    List<IndexVariable> left = new ArrayList<>(group.order());
    left.removeAll(moved);
    Subject rest =
        new Subject(
            subject.target(),
            reduced.isEmpty() ? Optional.empty() : subject.operator(),
            reduced,
            body,
            types);
    return new Precomputation(
        group,
        new LoopGroup(rest, left),
        new Producer(
            workspace, new LoopGroup(fill, List.copyOf(order)), context, read.indices(), own));
  }

  private static void requireUnchanged(Set<IndexVariable> moved, LoopGroup group) {
    for (IndexVariable v : moved) {
      if (!group.order().contains(v)) {
        throw new Refusal(
            v
                + " is summed in the workspace's loops then, but its loop was changed; write"
                + " precompute before that.");
      }
    }
  }

  private static Workspace workspace(
      Access read, Expression part, Optional<Operator> operator, LoopNest nest) {
    ElementType element = Types.typeOf(part, n -> nest.types().get(n).element());
    ElementType type =
        operator.map(op -> op.operandType(List.of(element, element))).orElse(element);
    Constant fill = operator.flatMap(op -> op.identity(type)).orElseGet(() -> Constant.zero(type));
    return new Workspace(
        read.tensor(),
        new TensorType(type, Formats.uniform(Levels.TABLE, read.indices().size()), fill));
  }

  private static boolean containsReduction(Expression e) {
    return e instanceof Expression.Reduce
        || Expressions.children(e).stream().anyMatch(Precomputation::containsReduction);
  }

  /** The variables that a value depends on, by itself or through workspaces. */
  private static Set<IndexVariable> variables(Expression e, LoopNest nest) {
    Set<IndexVariable> all = new LinkedHashSet<>(Expressions.variables(e));
    for (Access a : Expressions.accesses(e)) {
      nest.producers().stream()
          .filter(p -> p.workspace().name().equals(a.tensor()))
          .forEach(p -> all.addAll(p.context()));
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
  private static Optional<Expression> replace(Expression whole, Expression part, Access read) {
    Expression replaced = replaceWhole(whole, part, read);
    if (replaced.equals(whole)) {
      replaced = replaceFactors(whole, part, read);
    }
    return replaced.equals(whole) ? Optional.empty() : Optional.of(replaced);
  }

  private static Expression replaceWhole(Expression e, Expression part, Access read) {
    return e.equals(part) ? read : Expressions.mapChildren(e, x -> replaceWhole(x, part, read));
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
    return Expressions.mapChildren(e, x -> replaceFactors(x, part, read));
  }

  private static List<Expression> factors(Expression e, Operator operator) {
    if (!(e instanceof Apply a && a.operator().equals(operator))) {
      return new ArrayList<>(List.of(e));
    }
    List<Expression> all = new ArrayList<>();
    a.arguments().forEach(x -> all.addAll(factors(x, operator)));
    return all;
  }
}
