package org.einkorn.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Arithmetic;

/**
 * A statement with a product of a sum multiplied out: {@code (A(i,j) - m(j)) * x(j)} becomes {@code
 * A(i,j) * x(j) - m(j) * x(j)}. The sum has something to compute wherever one of its operands has;
 * apart, each may be computed at far fewer places.
 */
final class MultipliedOut {
  private MultipliedOut() {}

  /** Nothing if there is no such product, or if it would mean something else. */
  static Optional<Assignment> of(Assignment assignment) {
    Set<IndexVariable> summed = Expressions.variables(assignment.value());
    summed.removeAll(assignment.target().indices());
    Expression value = multiplied(assignment.value(), summed);
    return value.equals(assignment.value())
        ? Optional.empty()
        : Optional.of(new Assignment(assignment.target(), assignment.accumulate(), value));
  }

  private static Expression multiplied(Expression e, Set<IndexVariable> summed) {
    Expression inside = Expressions.mapChildren(e, x -> multiplied(x, summed));
    if (!(inside instanceof Apply product) || !isProduct(product)) {
      return inside;
    }
    for (int k = 0; k < product.arguments().size(); k++) {
      if (product.arguments().get(k) instanceof Apply sum
          && sum.operator().isAdditive()
          && sum.arguments().size() > 1) {
        List<Expression> terms = new ArrayList<>();
        for (Expression addend : sum.arguments()) {
          List<Expression> factors = new ArrayList<>(product.arguments());
          factors.set(k, addend);
          terms.add(multiplied(new Apply(product.operator(), factors), summed));
        }
        if (terms.stream().allMatch(t -> isSummedAlike(t, product, summed))) {
          return new Apply(sum.operator(), terms);
        }
      }
    }
    return inside;
  }

  /** What a quotient rounds, its parts round differently. */
  private static boolean isProduct(Apply e) {
    return e.operator().isAssociative()
        && e.operator().isCommutative()
        && e.arguments().size() == 2
        && e.operator().distributesOver(Arithmetic.ADD, 0)
        && e.operator().distributesOver(Arithmetic.ADD, 1);
  }

  /** A term without a summed variable would count once instead of once for each coordinate. */
  private static boolean isSummedAlike(Expression term, Apply product, Set<IndexVariable> summed) {
    Set<IndexVariable> used = Expressions.variables(product);
    used.retainAll(summed);
    return Expressions.variables(term).containsAll(used);
  }
}
