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
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;

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

  static Operand of(Tensor tensor, List<IndexVariable> indices) {
    Map<Tensor, String> names = new IdentityHashMap<>();
    names.put(tensor, "T1");
    return new Operand(new Access("T1", indices), names);
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

  private Operand reduce(Operator operator, Index index) {
    return new Operand(new Reduce(operator, index.variable(), expression), names);
  }

  private Operand combine(Operator operator, Operand other) {
    Map<Tensor, String> all = new IdentityHashMap<>(names);
    Map<String, String> renamed = new LinkedHashMap<>();
    List<Map.Entry<Tensor, String>> others = new ArrayList<>(other.names.entrySet());
    others.sort(Map.Entry.comparingByValue());
    for (Map.Entry<Tensor, String> entry : others) {
      String name = all.computeIfAbsent(entry.getKey(), t -> "T" + (all.size() + 1));
      renamed.put(entry.getValue(), name);
    }
    return new Operand(
        new Apply(operator, List.of(expression, rename(other.expression, renamed))), all);
  }

  private static Expression rename(Expression e, Map<String, String> names) {
    return e instanceof Access a
        ? new Access(names.get(a.tensor()), a.indices())
        : org.einkorn.notation.Expressions.mapChildren(e, x -> rename(x, names));
  }

  /** The computation that gives a tensor with these indices. */
  public Computation over(Index... indices) {
    Access target = new Access("result", Arrays.stream(indices).map(Index::variable).toList());
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    names.forEach((tensor, name) -> tensors.put(name, tensor));
    return new Computation(new Assignment(target, Optional.empty(), expression)).with(tensors);
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
