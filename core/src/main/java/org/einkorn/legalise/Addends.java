package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;

/**
 * Takes a sum, or what is combined by another associative operator, apart. A difference is a sum
 * with a negated addend.
 */
final class Addends {
  private Addends() {}

  /** The operator that combines the value's addends, if there is one. */
  static Optional<Operator> operator(Expression value) {
    if (!(value instanceof Apply apply)) {
      return Optional.empty();
    }
    if (apply.operator() == Arithmetic.SUBTRACT) {
      return Optional.of(Arithmetic.ADD);
    }
    return apply.operator().isReducer() ? Optional.of(apply.operator()) : Optional.empty();
  }

  static List<Expression> of(Expression e, Operator op) {
    List<Expression> all = new ArrayList<>();
    if (e instanceof Apply a && a.operator().equals(op)) {
      a.arguments().forEach(x -> all.addAll(of(x, op)));
    } else if (e instanceof Apply a
        && a.operator() == Arithmetic.SUBTRACT
        && op == Arithmetic.ADD) {
      all.addAll(of(a.arguments().get(0), op));
      of(a.arguments().get(1), op).forEach(x -> all.add(negated(x)));
    } else {
      all.add(e);
    }
    return all;
  }

  /** {@code -sum(k, e)} → {@code sum(k, -e)}. */
  private static Expression negated(Expression e) {
    return e instanceof Reduce r && r.operator() == Arithmetic.ADD
        ? new Reduce(r.operator(), r.variable(), negated(r.body()))
        : new Apply(Arithmetic.NEGATE, List.of(e));
  }
}
