package org.einkorn.notation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.einkorn.EinkornException;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;

/**
 * Binds every variable of a statement that is neither on the left side nor bound already.
 *
 * <p>With {@code =} and {@code +=} it is summed. Σv goes separately into each argument of an
 * additive operator (+ −) that uses v; arguments without v count once. It goes into the one factor
 * of a product that uses v, and into a numerator if only that uses v. Elsewhere it stops, at an
 * explicit reduction too. A product of products is one product, so the grouping and the order of
 * factors do not matter. With {@code min=}, {@code max=}, {@code *=} it is reduced by that operator
 * over the whole right side.
 *
 * <p>Afterwards each variable of the statement is bound at most once, and no bound one is on the
 * left side: a second k becomes k2.
 */
public final class Reductions {
  private static final Operator SUM = Arithmetic.ADD;

  private Reductions() {}

  /** The statement with every reduction explicit; binding a bound statement changes nothing. */
  public static Assignment bind(Assignment assignment) {
    return bindTracked(assignment).assignment();
  }

  /**
   * A bound statement and where its variables come from.
   *
   * @param copies for a variable that was made because one written variable is summed in several
   *     places: that variable
   * @param written for a variable that was renamed for any reason: the name somebody wrote
   */
  record Bound(
      Assignment assignment,
      Map<IndexVariable, IndexVariable> copies,
      Map<IndexVariable, IndexVariable> written) {}

  static Bound bindTracked(Assignment assignment) {
    Set<IndexVariable> left = new LinkedHashSet<>(assignment.target().indices());
    Set<IndexVariable> free = new LinkedHashSet<>(Expressions.variables(assignment.value()));
    free.addAll(left);
    UniqueBinders names = new UniqueBinders(assignment);
    Expression distinct = names.rename(assignment.value(), free);
    Map<IndexVariable, IndexVariable> written = new HashMap<>(names.origins());
    names.origins().clear();

    Masked masked = Masked.of(distinct);
    masked.condition().ifPresent(condition -> checkMask(condition, left));
    Set<IndexVariable> reduced = Expressions.variables(masked.value());
    reduced.removeAll(left);
    Operator reducer = assignment.accumulate().orElse(SUM);
    if (!reduced.isEmpty() && !reducer.isReducer()) {
      throw new EinkornException(
          "The operator "
              + reducer.symbol()
              + " cannot reduce the variables "
              + reduced
              + "; sum them explicitly.");
    }
    Expression bound =
        reducer.equals(SUM)
            ? sum(masked.value(), reduced)
            : reduce(reducer, reduced, masked.value());
    Expression value = names.rename(masked.with(bound), left);
    written.putAll(names.origins());
    return new Bound(
        new Assignment(assignment.target(), assignment.accumulate(), value),
        Map.copyOf(names.origins()),
        Map.copyOf(written));
  }

  private static void checkMask(Expression condition, Set<IndexVariable> left) {
    Set<IndexVariable> others = Expressions.variables(condition);
    others.removeAll(left);
    if (!others.isEmpty()) {
      IndexVariable v = others.iterator().next();
      throw new EinkornException(
          "The condition '"
              + Printer.print(condition)
              + "' uses "
              + v
              + ", which is not on the left side; a condition selects entries of the result: write"
              + " it with those variables, or as any("
              + v
              + ", …).");
    }
  }

  /** Puts the sums over some free variables of an expression in their places. */
  private static Expression sum(Expression e, Set<IndexVariable> variables) {
    if (variables.isEmpty()) {
      return e;
    }
    return switch (e) {
      case Literal _ -> e;
      case IndexValue _, Access _, Reduce _ -> reduce(SUM, variables, e);
      case Apply apply -> {
        Set<IndexVariable> here = stopping(apply, variables);
        Expression inside =
            Expressions.mapChildren(
                apply,
                argument -> {
                  Set<IndexVariable> there = Expressions.variables(argument);
                  there.retainAll(variables);
                  there.removeAll(here);
                  return sum(argument, there);
                });
        yield reduce(SUM, here, inside);
      }
    };
  }

  /** The variables whose sum cannot go further inside. */
  private static Set<IndexVariable> stopping(Apply apply, Set<IndexVariable> variables) {
    Operator operator = apply.operator();
    if (operator.isAdditive()) {
      return Set.of();
    }
    Map<IndexVariable, Integer> users = new HashMap<>();
    operands(apply, operator)
        .flatMap(operand -> Expressions.variables(operand).stream())
        .forEach(variable -> users.merge(variable, 1, Integer::sum));
    Set<IndexVariable> distributed = new HashSet<>();
    for (int k = 0; k < apply.arguments().size(); k++) {
      if (operator.distributesOver(SUM, k)) {
        distributed.addAll(Expressions.variables(apply.arguments().get(k)));
      }
    }
    Set<IndexVariable> stopping = new HashSet<>(variables);
    stopping.removeIf(variable -> users.get(variable) == 1 && distributed.contains(variable));
    return stopping;
  }

  /**
   * The arguments; those of an associative operator are taken through its nested applications, so
   * {@code a * (b * c)} has three.
   */
  private static Stream<Expression> operands(Apply apply, Operator operator) {
    return apply.arguments().stream()
        .flatMap(
            argument ->
                operator.isAssociative()
                        && argument instanceof Apply nested
                        && nested.operator().equals(operator)
                    ? operands(nested, operator)
                    : Stream.of(argument));
  }

  /**
   * A bound expression with its reductions as far outside as distributivity allows, so that as many
   * of its variables as possible belong to one nest of loops.
   */
  public static Expression outermost(Expression e) {
    Expression inside = Expressions.mapChildren(e, Reductions::outermost);
    if (!(inside instanceof Apply(Operator operator, List<Expression> arguments))) {
      return inside;
    }
    for (int k = 0; k < arguments.size(); k++) {
      if (arguments.get(k) instanceof Reduce(Operator by, IndexVariable v, Expression body)
          && operator.distributesOver(by, k)) {
        List<Expression> others = new ArrayList<>(arguments);
        others.set(k, body);
        return new Reduce(by, v, outermost(new Apply(operator, others)));
      }
    }
    return inside;
  }

  /** Reductions around an expression; the variable that appears first in it is the outermost. */
  private static Expression reduce(
      Operator reducer, Set<IndexVariable> variables, Expression body) {
    List<IndexVariable> order =
        Expressions.variables(body).stream().filter(variables::contains).toList();
    Expression result = body;
    for (IndexVariable variable : order.reversed()) {
      result = new Reduce(reducer, variable, result);
    }
    return result;
  }
}
