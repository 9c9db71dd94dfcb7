package org.einkorn.notation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.einkorn.element.Constant;
import org.einkorn.operator.Operator;

/**
 * The right side of tensor index notation.
 *
 * <pre>
 * e ::= 2.5                      a constant
 *     | i                        an index variable as a value: the 0-based coordinate, an int64
 *     | A(i,j) | alpha           an access; a scalar has no indices
 *     | A(2*i+k-1) | A(3)        a coordinate computed from variables, or a constant
 *     | A(i(2:8:2), j([1,3]))    a slice of a dimension, some of its coordinates
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

  /**
   * @param indices the variables that it depends on; without windows one for each dimension
   * @param windows where a dimension's coordinate is not just a variable: what it is, for each
   *     dimension; else nothing
   */
  record Access(String tensor, List<IndexVariable> indices, List<Window> windows)
      implements Expression {
    public Access {
      indices = List.copyOf(indices);
      windows = List.copyOf(windows);
    }

    public Access(String tensor, List<IndexVariable> indices) {
      this(tensor, indices, List.of());
    }

    /** How many dimensions the tensor has. */
    public int order() {
      return windows.isEmpty() ? indices.size() : windows.size();
    }

    /** The variable that is the coordinate of a dimension, if it is just that. */
    public Optional<IndexVariable> plain(int dimension) {
      if (windows.isEmpty()) {
        return Optional.of(indices.get(dimension));
      }
      OptionalInt plain = windows.get(dimension).plain();
      return plain.isPresent() ? Optional.of(indices.get(plain.getAsInt())) : Optional.empty();
    }

    /** How the coordinate of a dimension is written. */
    public String text(int dimension) {
      return windows.isEmpty()
          ? indices.get(dimension).name()
          : windows.get(dimension).text(indices.stream().map(IndexVariable::name).toList());
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
