package org.einkorn.notation;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.einkorn.EinkornException;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Semiring;

/** Reads + and * of a statement, and what it sums, as the operators of a semiring. */
public final class Over {
  private final Semiring semiring;

  private Over(Semiring semiring) {
    this.semiring = semiring;
  }

  /** The statement with the semiring's operators, and every reduction in its place. */
  public static Assignment semiring(Assignment assignment, Semiring semiring) {
    Over over = new Over(semiring);
    Optional<Operator> accumulate = assignment.accumulate().map(over::operator);
    Masked masked = Masked.of(assignment.value());
    Expression value = over.expression(masked.value());
    Set<IndexVariable> reduced = new LinkedHashSet<>(Expressions.variables(value));
    reduced.removeAll(assignment.target().indices());
    return new Assignment(
        assignment.target(), accumulate, masked.with(over.reduce(value, reduced)));
  }

  private Operator operator(Operator operator) {
    if (operator == Arithmetic.ADD) {
      return semiring.add();
    }
    if (operator == Arithmetic.MULTIPLY) {
      return semiring.multiply();
    }
    if (operator == Arithmetic.SUBTRACT
        || operator == Arithmetic.NEGATE
        || operator == Arithmetic.DIVIDE) {
      throw new EinkornException(
          "Over "
              + semiring.name()
              + " there is no '"
              + operator.symbol()
              + "', only + and *; write this part as a statement of its own.");
    }
    return operator;
  }

  private Expression expression(Expression e) {
    Expression inside = Expressions.mapChildren(e, this::expression);
    return switch (inside) {
      case Apply a -> new Apply(operator(a.operator()), a.arguments());
      case Reduce r -> new Reduce(operator(r.operator()), r.variable(), r.body());
      default -> inside;
    };
  }

  /** Each term of a sum is reduced by itself, and as a whole. */
  private Expression reduce(Expression e, Set<IndexVariable> variables) {
    if (e instanceof Apply a && a.operator().equals(semiring.add())) {
      return Expressions.mapChildren(a, x -> reduce(x, variables));
    }
    Set<IndexVariable> own = new LinkedHashSet<>(Expressions.variables(e));
    own.retainAll(variables);
    Expression result = e;
    for (IndexVariable v : own.stream().toList().reversed()) {
      result = new Reduce(semiring.add(), v, result);
    }
    return result;
  }
}
