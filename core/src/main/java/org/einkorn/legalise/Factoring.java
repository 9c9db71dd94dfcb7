package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;

/**
 * Other ways to write a reduction of a product, with the same value: what does not use a reduced
 * variable is taken out of its reduction, one variable after the other.
 *
 * <pre>
 * sum(j,k, A(i,j) * B(j,k) * x(k))  →  sum(j, A(i,j) * sum(k, B(j,k) * x(k)))
 * </pre>
 *
 * Whether an operator may be taken out of a reduction by another is for its algebra to say.
 */
final class Factoring {
  /** Up to so many variables every order of taking them is tried; beyond, the one that suits. */
  private static final int EXHAUSTIVE = 4;

  private Factoring() {}

  /** The other ways, without the one that is given. */
  static List<Expression> forms(Expression e) {
    Set<Expression> forms = new LinkedHashSet<>();
    if (e instanceof Reduce) {
      forms.addAll(ofReduction(e));
    } else {
      forms.add(within(e));
    }
    forms.remove(e);
    return new ArrayList<>(forms);
  }

  /** With every reduction inside written in the way that keeps intermediate results small. */
  private static Expression within(Expression e) {
    return e instanceof Reduce
        ? ofReduction(e).getLast()
        : Expressions.mapChildren(e, Factoring::within);
  }

  /** All ways for a reduction, the one with the smallest intermediate results last. */
  private static List<Expression> ofReduction(Expression e) {
    Term term = Term.of(e);
    Operator reducer = term.operator().orElseThrow();
    Set<IndexVariable> used = Expressions.variables(term.body());
    if (!(term.body() instanceof Apply product)
        || !isProduct(product.operator(), reducer)
        || !used.containsAll(term.reduced())) {
      return List.of(e);
    }
    List<Expression> factors = factors(product, product.operator());
    Set<Expression> forms = new LinkedHashSet<>();
    if (term.reduced().size() <= EXHAUSTIVE) {
      for (List<IndexVariable> order : Orders.permutations(term.reduced())) {
        forms.add(eliminate(order, factors, term, product.operator()));
      }
    }
    Expression best = eliminate(smallestFirst(factors, term), factors, term, product.operator());
    forms.remove(best);
    List<Expression> all = new ArrayList<>(forms);
    all.add(best);
    return all;
  }

  private static boolean isProduct(Operator operator, Operator reducer) {
    return operator.arity() == 2
        && operator.isAssociative()
        && operator.isCommutative()
        && operator.distributesOver(reducer, 0)
        && operator.distributesOver(reducer, 1);
  }

  private static List<Expression> factors(Expression e, Operator operator) {
    List<Expression> all = new ArrayList<>();
    if (e instanceof Apply a && a.operator().equals(operator)) {
      a.arguments().forEach(x -> all.addAll(factors(x, operator)));
    } else {
      all.add(e);
    }
    return all;
  }

  /** The product with the variables reduced one after the other, the first one innermost. */
  private static Expression eliminate(
      List<IndexVariable> order, List<Expression> factors, Term term, Operator operator) {
    List<Expression> left = new ArrayList<>(factors);
    for (IndexVariable v : order) {
      List<Expression> using = using(v, left);
      left.removeAll(using);
      left.add(reduced(v, product(using, operator), term));
    }
    return product(left, operator);
  }

  /** Reductions that follow each other immediately stand in the order in which they were given. */
  private static Expression reduced(IndexVariable v, Expression body, Term term) {
    Operator reducer = term.operator().orElseThrow();
    if (body instanceof Reduce r
        && term.reduced().indexOf(r.variable()) < term.reduced().indexOf(v)) {
      return new Reduce(reducer, r.variable(), reduced(v, r.body(), term));
    }
    return new Reduce(reducer, v, body);
  }

  private static List<Expression> using(IndexVariable v, List<Expression> factors) {
    return factors.stream().filter(f -> Expressions.variables(f).contains(v)).toList();
  }

  private static Expression product(List<Expression> factors, Operator operator) {
    return factors.stream().reduce((a, b) -> new Apply(operator, List.of(a, b))).orElseThrow();
  }

  /** Always the variable next whose reduction leaves the fewest others. */
  private static List<IndexVariable> smallestFirst(List<Expression> factors, Term term) {
    List<Set<IndexVariable>> left = new ArrayList<>();
    factors.forEach(f -> left.add(Expressions.variables(f)));
    List<IndexVariable> open = new ArrayList<>(term.reduced().reversed());
    List<IndexVariable> order = new ArrayList<>();
    while (!open.isEmpty()) {
      IndexVariable next =
          open.stream().min(Comparator.comparing(v -> together(v, left).size())).orElseThrow();
      Set<IndexVariable> rest = together(next, left);
      rest.remove(next);
      left.removeIf(f -> f.contains(next));
      left.add(rest);
      open.remove(next);
      order.add(next);
    }
    return order;
  }

  private static Set<IndexVariable> together(IndexVariable v, List<Set<IndexVariable>> factors) {
    Set<IndexVariable> all = new LinkedHashSet<>();
    factors.stream().filter(f -> f.contains(v)).forEach(all::addAll);
    return all;
  }
}
