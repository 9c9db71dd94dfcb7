package org.einkorn.notation;

import java.util.List;
import org.einkorn.element.Constant;
import org.einkorn.operator.Operator;

/**
 * The right side of tensor index notation.
 *
 * <pre>
 * e ::= 2.5                      a constant
 *     | i                        an index variable as a value: the 0-based coordinate, an int64
 *     | A(i,j) | alpha           an access; a scalar has no indices
 *     | op(e, …)                 an operator: + - * / and unary minus, and functions
 *     | sum(k, e)                a reduction of e over all values of k by an operator (sum, prod, min, max)
 * </pre>
 *
 * A variable that is neither on the left side nor bound by a reduction is summed: {@link
 * Reductions} binds it.
 */
public sealed interface Expression {
  record Literal(Constant value) implements Expression {}

  record IndexValue(IndexVariable variable) implements Expression {}

  record Access(String tensor, List<IndexVariable> indices) implements Expression {
    public Access {
      indices = List.copyOf(indices);
    }
  }

  record Apply(Operator operator, List<Expression> arguments) implements Expression {
    public Apply {
      arguments = List.copyOf(arguments);
      if (arguments.size() != operator.arity()) {
        throw new IllegalArgumentException(
            operator.symbol() + " takes " + operator.arity() + " arguments");
      }
    }
  }

  record Reduce(Operator operator, IndexVariable variable, Expression body) implements Expression {}
}
