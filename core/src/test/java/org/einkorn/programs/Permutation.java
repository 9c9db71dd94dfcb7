package org.einkorn.programs;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.Printer;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;

/** The same program with the operands of commutative operators in another order and grouping. */
final class Permutation {
  private final RandomGenerator random;

  private Permutation(long seed) {
    this.random = new SplittableRandom(seed);
  }

  static Program of(Program program, long seed) {
    Assignment statement = program.statement();
    Expression value = new Permutation(seed).shuffled(statement.value());
    return program.with(
        Printer.print(new Assignment(statement.target(), statement.accumulate(), value)),
        program.operands(),
        program.sizes(),
        program.result());
  }

  private Expression shuffled(Expression e) {
    Expression changed = Expressions.mapChildren(e, this::shuffled);
    if (!(changed instanceof Apply(Operator operator, List<Expression> arguments))
        || arguments.size() != 2) {
      return changed;
    }
    Expression a = arguments.get(0);
    Expression b = arguments.get(1);
    if (operator == Arithmetic.SUBTRACT && random.nextBoolean()) {
      return new Apply(Arithmetic.ADD, List.of(new Apply(Arithmetic.NEGATE, List.of(b)), a));
    }
    if (!operator.isCommutative()) {
      return changed;
    }
    if (operator.isAssociative()
        && random.nextBoolean()
        && b instanceof Apply(Operator same, List<Expression> inner)
        && same.equals(operator)) {
      return new Apply(
          operator, List.of(new Apply(operator, List.of(a, inner.get(0))), inner.get(1)));
    }
    return random.nextBoolean() ? new Apply(operator, List.of(b, a)) : changed;
  }
}
