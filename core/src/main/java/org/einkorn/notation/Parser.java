package org.einkorn.notation;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.einkorn.EinkornException;
import org.einkorn.notation.Syntax.Indexed;
import org.einkorn.notation.Syntax.Statement;
import org.einkorn.notation.Token.Kind;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;

/**
 * Reads an assignment in index notation.
 *
 * <pre>
 * assignment ::= access op expression         op: =  +=  -=  *=  min=  max=
 * expression ::= product (+ product | - product)*
 * product    ::= factor (* factor | / factor)*
 * factor     ::= - factor | + factor | number | name | access | function | ( expression )
 * access     ::= name ( [name (, name)*] )
 * function   ::= (sum | prod | min | max) ( expression (, expression)* )
 * </pre>
 *
 * A minus directly before a number belongs to the number. {@code A -= e} is {@code A += -e}.
 * Whether a name is an index variable depends on the whole text, so that is decided afterwards, by
 * {@link Names}.
 */
public final class Parser {
  private static final String EXAMPLE = "y(i) = A(i,j) * x(j)";

  private final Tokens tokens;
  private final ExpressionParser expressions;

  private Parser(Tokens tokens) {
    this.tokens = tokens;
    this.expressions = new ExpressionParser(tokens);
  }

  /**
   * The assignment that the text says; what it cannot mean is an {@link EinkornException} that
   * shows the place.
   */
  public static Assignment parse(String text) {
    Parser parser = new Parser(Tokens.of(text));
    return Names.resolve(parser.tokens.source(), parser.statement());
  }

  /** An expression within another text, once the variables that are named outside it are known. */
  @FunctionalInterface
  public interface Unresolved {
    Expression resolve(Collection<IndexVariable> variables);
  }

  /** Reads the expression that comes next, up to the first word that cannot continue it. */
  public static Unresolved expression(Tokens tokens) {
    Syntax written = new ExpressionParser(tokens).expression();
    return variables -> Names.resolve(tokens.source(), written, variables);
  }

  /** The expression that the text says, where some names are known to be variables. */
  public static Expression expression(String text, Collection<IndexVariable> variables) {
    Parser parser = new Parser(Tokens.of(text));
    Syntax written = parser.lastExpression();
    return Names.resolve(parser.tokens.source(), written, variables);
  }

  private Statement statement() {
    if (tokens.peek().kind() == Kind.END) {
      throw tokens.error(
          tokens.peek(), "the expression is empty; write an assignment such as " + EXAMPLE + ".");
    }
    Indexed target = target();
    Token operator = tokens.peek();
    Optional<Operator> accumulate = assignmentOperator(target);
    Syntax value = lastExpression();
    if (operator.is("-")) {
      value = expressions.negated(value, operator.offset());
    }
    return new Statement(target, accumulate, value);
  }

  private Syntax lastExpression() {
    Syntax expression = expressions.expression();
    if (tokens.peek().kind() != Kind.END) {
      throw expressions.trailing(tokens.peek());
    }
    return expression;
  }

  private Indexed target() {
    Token name = tokens.peek();
    if (name.kind() != Kind.NAME) {
      throw tokens.error(
          name,
          "the left side must be a tensor, not "
              + name.shown()
              + "; write an assignment such as "
              + EXAMPLE
              + ".");
    }
    if (Functions.isFunction(name.text())) {
      throw tokens.error(
          name,
          "a tensor on the left side cannot be called '"
              + name.text()
              + "', the name of a function; rename it.");
    }
    tokens.next();
    return new Indexed(
        name.text(), tokens.peek().is("(") ? expressions.indices(name) : List.of(), name.offset());
  }

  private Optional<Operator> assignmentOperator(Indexed target) {
    Token operator = tokens.next();
    if (operator.is("=")) {
      if (tokens.peek().is("=")) {
        throw tokens.error(tokens.peek(), "an assignment has one '=', not '=='; remove this one.");
      }
      return Optional.empty();
    }
    if (!tokens.peek().is("=")) {
      String left = target.indices().isEmpty() ? target.name() : target.name() + "(…)";
      throw tokens.error(
          operator,
          "an '=' is missing before "
              + operator.shown()
              + "; write "
              + left
              + " = … with one tensor on its left.");
    }
    tokens.next();
    return Optional.of(
        switch (operator.text()) {
          case "+", "-" -> Arithmetic.ADD;
          case "*" -> Arithmetic.MULTIPLY;
          case "min" -> Arithmetic.MIN;
          case "max" -> Arithmetic.MAX;
          default ->
              throw tokens.error(
                  operator,
                  "'" + operator.text() + "=' does not assign; use =, +=, -=, *=, min= or max=.");
        });
  }
}
