package org.einkorn.notation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;

/** What every pass over expressions needs. */
public final class Expressions {
  /**
   * No parsed expression is deeper, so that passes may recurse. An ordinary thread's stack holds
   * recursion several times as deep, also in {@code equals} of records.
   */
  public static final int MAX_DEPTH = 256;

  private Expressions() {}

  public static List<Expression> children(Expression e) {
    return switch (e) {
      case Literal _, IndexValue _, Access _ -> List.of();
      case Apply(var _, List<Expression> arguments) -> arguments;
      case Reduce(var _, var _, Expression body) -> List.of(body);
    };
  }

  /** The expression with each child replaced; the same instance if no child changed. */
  public static Expression mapChildren(Expression e, UnaryOperator<Expression> change) {
    return switch (e) {
      case Literal _, IndexValue _, Access _ -> e;
      case Apply(var operator, List<Expression> arguments) -> {
        List<Expression> changed = new ArrayList<>(arguments.size());
        boolean same = true;
        for (Expression argument : arguments) {
          changed.add(change.apply(argument));
          same &= changed.getLast() == argument;
        }
        yield same ? e : new Apply(operator, changed);
      }
      case Reduce(var operator, var variable, Expression body) -> {
        Expression changed = change.apply(body);
        yield changed == body ? e : new Reduce(operator, variable, changed);
      }
    };
  }

  /** The free variables in the order of their first appearance. */
  public static Set<IndexVariable> variables(Expression e) {
    Set<IndexVariable> free = new LinkedHashSet<>();
    collectFree(e, new HashSet<>(), free);
    return free;
  }

  private static void collectFree(Expression e, Set<IndexVariable> bound, Set<IndexVariable> free) {
    switch (e) {
      case Literal _ -> {}
      case IndexValue(IndexVariable variable) -> addUnlessBound(variable, bound, free);
      case Access a -> a.indices().forEach(index -> addUnlessBound(index, bound, free));
      case Apply(var _, List<Expression> arguments) ->
          arguments.forEach(argument -> collectFree(argument, bound, free));
      case Reduce(var _, IndexVariable variable, Expression body) -> {
        boolean binds = bound.add(variable);
        collectFree(body, bound, free);
        if (binds) {
          bound.remove(variable);
        }
      }
    }
  }

  private static void addUnlessBound(
      IndexVariable variable, Set<IndexVariable> bound, Set<IndexVariable> free) {
    if (!bound.contains(variable)) {
      free.add(variable);
    }
  }

  /** The expression with one access instead of another. */
  public static Expression replace(Expression e, Access from, Access to) {
    return e.equals(from) ? to : mapChildren(e, child -> replace(child, from, to));
  }

  /** Every access, from left to right; one that is written twice is there twice. */
  public static List<Access> accesses(Expression e) {
    List<Access> accesses = new ArrayList<>();
    collectAccesses(e, accesses);
    return accesses;
  }

  private static void collectAccesses(Expression e, List<Access> accesses) {
    if (e instanceof Access access) {
      accesses.add(access);
    }
    children(e).forEach(child -> collectAccesses(child, accesses));
  }

  /** Replaces free variables; a binder that would capture a replacement is renamed. */
  public static Expression substitute(
      Expression e, Map<IndexVariable, IndexVariable> replacements) {
    if (replacements.isEmpty()) {
      return e;
    }
    return switch (e) {
      case Literal _ -> e;
      case IndexValue(IndexVariable variable) ->
          replacements.containsKey(variable) ? new IndexValue(replacements.get(variable)) : e;
      case Access access -> substitute(access, replacements);
      case Apply _ -> mapChildren(e, child -> substitute(child, replacements));
      case Reduce reduce -> substituteBelow(reduce, replacements);
    };
  }

  public static Access substitute(Access access, Map<IndexVariable, IndexVariable> replacements) {
    List<IndexVariable> indices =
        access.indices().stream().map(index -> replacements.getOrDefault(index, index)).toList();
    return indices.equals(access.indices())
        ? access
        : new Access(access.tensor(), indices, access.windows());
  }

  private static Expression substituteBelow(
      Reduce reduce, Map<IndexVariable, IndexVariable> replacements) {
    Map<IndexVariable, IndexVariable> inside = new HashMap<>(replacements);
    Set<IndexVariable> free = variables(reduce);
    inside.keySet().retainAll(free);
    IndexVariable binder = reduce.variable();
    if (inside.containsValue(binder)) {
      Set<String> taken = new HashSet<>();
      free.forEach(variable -> taken.add(variable.name()));
      inside.values().forEach(variable -> taken.add(variable.name()));
      accesses(reduce).forEach(access -> taken.add(access.tensor()));
      binder = fresh(binder, taken::contains);
      inside.put(reduce.variable(), binder);
    }
    Expression body = substitute(reduce.body(), inside);
    return body == reduce.body() ? reduce : new Reduce(reduce.operator(), binder, body);
  }

  /** A variable with a name that is not taken: k2, k3, … for k, and k2_2, … for k2. */
  public static IndexVariable fresh(IndexVariable variable, Predicate<String> taken) {
    String name = variable.name();
    String stem = Character.isDigit(name.charAt(name.length() - 1)) ? name + "_" : name;
    int number = 2;
    while (taken.test(stem + number)) {
      number++;
    }
    return new IndexVariable(stem + number);
  }

  /** The number of nodes on the longest way down; a leaf has depth 1. */
  public static int depth(Expression e) {
    return 1 + children(e).stream().mapToInt(Expressions::depth).max().orElse(0);
  }
}
