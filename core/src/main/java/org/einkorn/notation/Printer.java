package org.einkorn.notation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.element.Constant;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.operator.Operator;

/**
 * Writes index notation as text with the fewest parentheses that let {@link Parser} read the same
 * tree again. Infix operators group to the left, so a right operand of the same precedence keeps
 * its parentheses.
 */
public final class Printer {
  private static final int LOOSEST = 0;

  private final StringBuilder out = new StringBuilder();

  private Printer() {}

  public static String print(Assignment assignment) {
    Printer printer = new Printer();
    printer.access(assignment.target());
    printer
        .out
        .append(' ')
        .append(assignment.accumulate().map(Operator::symbol).orElse(""))
        .append("= ");
    printer.expression(assignment.value(), LOOSEST);
    return printer.out.toString();
  }

  public static String print(Expression expression) {
    Printer printer = new Printer();
    printer.expression(expression, LOOSEST);
    return printer.out.toString();
  }

  /**
   * Writes an expression where only operators that bind at least as tightly as {@code floor} need
   * no parentheses.
   */
  private void expression(Expression e, int floor) {
    switch (e) {
      case Literal(Constant value) -> out.append(text(value));
      case IndexValue(IndexVariable variable) -> out.append(variable);
      case Access access -> access(access);
      case Apply apply -> apply(apply, floor);
      case Reduce reduce -> reduce(reduce);
    }
  }

  private static String text(Constant value) {
    return Double.isInfinite(value.asDouble())
        ? (value.asDouble() < 0 ? "-" : "") + ExpressionParser.INFINITY
        : value.toString();
  }

  private void access(Access access) {
    out.append(access.tensor());
    if (access.order() > 0) {
      out.append(
          IntStream.range(0, access.order())
              .mapToObj(access::text)
              .collect(Collectors.joining(",", "(", ")")));
    }
  }

  private void apply(Apply apply, int floor) {
    if (apply.operator().precedence().isEmpty()) {
      call(apply);
      return;
    }
    int precedence = apply.operator().precedence().get();
    boolean parenthesised = precedence < floor;
    out.append(parenthesised ? "(" : "");
    if (apply.operator().arity() == 1) {
      prefix(apply, precedence);
    } else if (apply.operator().arity() == 3) {
      expression(apply.arguments().get(0), precedence + 1);
      out.append(" ? ");
      expression(apply.arguments().get(1), precedence);
      out.append(" : ");
      expression(apply.arguments().get(2), precedence);
    } else {
      expression(apply.arguments().get(0), precedence);
      out.append(' ').append(apply.operator().symbol()).append(' ');
      expression(apply.arguments().get(1), precedence + 1);
    }
    out.append(parenthesised ? ")" : "");
  }

  /**
   * A sign directly before a number would become part of the number, so the number gets
   * parentheses.
   */
  private void prefix(Apply apply, int precedence) {
    out.append(apply.operator().symbol());
    Expression operand = apply.arguments().get(0);
    boolean unsigned = operand instanceof Literal && Character.isDigit(print(operand).charAt(0));
    out.append(unsigned ? "(" : "");
    expression(operand, precedence);
    out.append(unsigned ? ")" : "");
  }

  /**
   * A variable that would read as the variable of a reduction gets parentheses, which say that it
   * is a value.
   */
  private void call(Apply apply) {
    out.append(apply.operator().symbol()).append('(');
    List<Expression> arguments = apply.arguments();
    Set<IndexVariable> used = Expressions.variables(arguments.getLast());
    for (int k = 0; k < arguments.size(); k++) {
      out.append(k > 0 ? ", " : "");
      boolean ambiguous =
          k + 1 < arguments.size()
              && arguments.get(k) instanceof IndexValue(IndexVariable variable)
              && used.contains(variable);
      out.append(ambiguous ? "(" : "");
      expression(arguments.get(k), LOOSEST);
      out.append(ambiguous ? ")" : "");
    }
    out.append(')');
  }

  /** Reductions by one operator directly inside each other are one call: {@code sum(j,k, e)}. */
  private void reduce(Reduce reduce) {
    out.append(Functions.nameOf(reduce.operator())).append('(').append(reduce.variable());
    Set<IndexVariable> named = new HashSet<>(Set.of(reduce.variable()));
    Expression body = reduce.body();
    while (body instanceof Reduce inner
        && inner.operator().equals(reduce.operator())
        && named.add(inner.variable())) {
      out.append(',').append(inner.variable());
      body = inner.body();
    }
    out.append(", ");
    expression(body, LOOSEST);
    out.append(')');
  }
}
