package org.einkorn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Functions;
import org.einkorn.notation.Printer;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Choice;
import org.einkorn.operator.Comparison;
import org.einkorn.operator.Elementary;
import org.einkorn.operator.Logical;
import org.einkorn.operator.Mask;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Presence;
import org.einkorn.operator.Reducers;

/**
 * An expression of index notation, written in Java over tensors at hand.
 *
 * <pre>{@code
 * Index i = Index.of("i"), j = Index.of("j");
 * Tensor y = a.at(i, j).times(x.at(j)).plus(b.at(i)).into(i);
 * }</pre>
 *
 * An index that is not among those of the result is summed, as in text.
 */
public final class Operand {
  private final Expression expression;
  private final Map<Tensor, String> names;

  private Operand(Expression expression, Map<Tensor, String> names) {
    this.expression = expression;
    this.names = names;
  }

  static Operand of(Tensor tensor, List<Subscript> subscripts) {
    Map<Tensor, String> names = new IdentityHashMap<>();
    names.put(tensor, "T1");
    return new Operand(Subscript.access("T1", subscripts), names);
  }

  static Operand ofIndex(Index index) {
    return new Operand(new IndexValue(index.variable()), new IdentityHashMap<>());
  }

  /** A constant. */
  public static Operand of(double value) {
    return new Operand(new Literal(Constant.of(value)), new IdentityHashMap<>());
  }

  public Operand plus(Operand other) {
    return combine(Arithmetic.ADD, other);
  }

  public Operand plus(double other) {
    return plus(of(other));
  }

  public Operand minus(Operand other) {
    return combine(Arithmetic.SUBTRACT, other);
  }

  public Operand minus(double other) {
    return minus(of(other));
  }

  public Operand times(Operand other) {
    return combine(Arithmetic.MULTIPLY, other);
  }

  public Operand times(double other) {
    return times(of(other));
  }

  public Operand dividedBy(Operand other) {
    return combine(Arithmetic.DIVIDE, other);
  }

  public Operand dividedBy(double other) {
    return dividedBy(of(other));
  }

  public Operand negated() {
    return new Operand(new Apply(Arithmetic.NEGATE, List.of(expression)), names);
  }

  /** This value to the power of another. */
  public Operand pow(double exponent) {
    return combine(Elementary.POW, of(exponent));
  }

  public Operand abs() {
    return apply(Elementary.ABS);
  }

  public Operand sqrt() {
    return apply("sqrt");
  }

  public Operand exp() {
    return apply("exp");
  }

  public Operand log() {
    return apply("log");
  }

  /** The remainder of a division, with the sign of the divisor. */
  public Operand mod(Operand divisor) {
    return combine(Elementary.MOD, divisor);
  }

  /**
   * A function of one value by its name in text: {@code "tanh"}, {@code "floor"}, {@code "int64"}.
   */
  public Operand apply(String function) {
    return apply(Functions.ofOneValue(function));
  }

  /** A function of your own, of this value and, where it takes more, of others. */
  public Operand apply(ScalarOperator function, Operand... others) {
    Operator operator = function.operator();
    if (operator.arity() != others.length + 1) {
      throw new EinkornException(
          function
              + " takes "
              + Reducers.count(operator.arity())
              + ", not "
              + (others.length + 1)
              + ".");
    }
    return combine(operator, others);
  }

  private Operand apply(Operator operator) {
    return new Operand(new Apply(operator, List.of(expression)), names);
  }

  public Operand lessThan(Operand other) {
    return combine(Comparison.LESS, other);
  }

  public Operand lessThan(double other) {
    return lessThan(of(other));
  }

  public Operand atMost(Operand other) {
    return combine(Comparison.LESS_EQUAL, other);
  }

  public Operand atMost(double other) {
    return atMost(of(other));
  }

  public Operand greaterThan(Operand other) {
    return combine(Comparison.GREATER, other);
  }

  public Operand greaterThan(double other) {
    return greaterThan(of(other));
  }

  public Operand atLeast(Operand other) {
    return combine(Comparison.GREATER_EQUAL, other);
  }

  public Operand atLeast(double other) {
    return atLeast(of(other));
  }

  public Operand equalTo(Operand other) {
    return combine(Comparison.EQUAL, other);
  }

  public Operand equalTo(double other) {
    return equalTo(of(other));
  }

  public Operand differentFrom(Operand other) {
    return combine(Comparison.NOT_EQUAL, other);
  }

  public Operand differentFrom(double other) {
    return differentFrom(of(other));
  }

  public Operand and(Operand other) {
    return combine(Logical.AND, other);
  }

  public Operand or(Operand other) {
    return combine(Logical.OR, other);
  }

  public Operand not() {
    return apply(Logical.NOT);
  }

  /** One value where this one is true, that is not zero, and another elsewhere. */
  public Operand choose(Operand whenTrue, Operand whenFalse) {
    return combine(Choice.SELECT, whenTrue, whenFalse);
  }

  /** The sum over all values of the index, placed here and nowhere else. */
  public Operand sum(Index index) {
    return reduce(Arithmetic.ADD, index);
  }

  /** The product over all values of the index. */
  public Operand product(Index index) {
    return reduce(Arithmetic.MULTIPLY, index);
  }

  /** The smallest value over all values of the index, those that are not stored among them. */
  public Operand min(Index index) {
    return reduce(Arithmetic.MIN, index);
  }

  /** The largest value over all values of the index, those that are not stored among them. */
  public Operand max(Index index) {
    return reduce(Arithmetic.MAX, index);
  }

  /** All values of the index combined by an operator of your own. */
  public Operand reduce(ScalarOperator operator, Index index) {
    return reduce(operator.reducer(), index);
  }

  private Operand reduce(Operator operator, Index index) {
    return new Operand(new Reduce(operator, index.variable(), expression), names);
  }

  private Operand combine(Operator operator, Operand... others) {
    Map<Tensor, String> all = new IdentityHashMap<>(names);
    List<Expression> arguments = new ArrayList<>(List.of(expression));
    for (Operand other : others) {
      Map<String, String> renamed = new LinkedHashMap<>();
      List<Map.Entry<Tensor, String>> tensors = new ArrayList<>(other.names.entrySet());
      tensors.sort(Map.Entry.comparingByValue());
      for (Map.Entry<Tensor, String> entry : tensors) {
        String name = all.computeIfAbsent(entry.getKey(), t -> "T" + (all.size() + 1));
        renamed.put(entry.getValue(), name);
      }
      arguments.add(rename(other.expression, renamed));
    }
    return new Operand(new Apply(operator, arguments), all);
  }

  private static Expression rename(Expression e, Map<String, String> names) {
    return e instanceof Access a
        ? new Access(names.get(a.tensor()), a.indices(), a.windows())
        : org.einkorn.notation.Expressions.mapChildren(e, x -> rename(x, names));
  }

  /**
   * This value where a condition selects it; elsewhere the result has what it has where nothing is
   * stored. This comes last in an expression.
   */
  public Operand where(Operand condition) {
    return combine(Mask.WRITTEN, condition);
  }

  /** Whether the tensor has an entry here, whatever its value; for a tensor with its indices. */
  public Operand present() {
    if (!(expression instanceof Access)) {
      throw new EinkornException(
          "present() is for a tensor with its indices, as m.at(i, j), not for '" + this + "'.");
    }
    return apply(Presence.PRESENT);
  }

  /** The computation that gives a tensor with these indices. */
  public Computation over(Index... indices) {
    Access target = new Access("result", Arrays.stream(indices).map(Index::variable).toList());
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    names.forEach((tensor, name) -> tensors.put(name, tensor));
    checkMasks(expression, true);
    return new Computation(new Assignment(target, Optional.empty(), expression)).with(tensors);
  }

  private static void checkMasks(Expression e, boolean outermost) {
    if (!outermost && e instanceof Apply a && a.operator().equals(Mask.WRITTEN)) {
      throw new EinkornException(
          "where selects entries of the result, so it comes last; '"
              + Printer.print(e)
              + "' is part of another expression. Within one, use choose.");
    }
    org.einkorn.notation.Expressions.children(e).forEach(child -> checkMasks(child, false));
  }

  /** Evaluates the expression to a tensor with these indices. */
  public Tensor into(Index... indices) {
    return over(indices).evaluate();
  }

  /** The expression in text, with tensors numbered. */
  @Override
  public String toString() {
    return Printer.print(expression);
  }
}
