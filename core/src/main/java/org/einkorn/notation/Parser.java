package org.einkorn.notation;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.einkorn.EinkornException;
import org.einkorn.notation.Syntax.Indexed;
import org.einkorn.notation.Syntax.Operation;
import org.einkorn.notation.Syntax.Statement;
import org.einkorn.notation.Token.Kind;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Logical;
import org.einkorn.operator.Mask;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Reducers;
import org.einkorn.operator.Semiring;

/**
 * Reads an assignment in index notation.
 *
 * <pre>
 * assignment ::= access op expression [where expression] [over semiring]
 * op         ::= =  +=  -=  *=  min=  max=  ||=  &amp;&amp;=     or a function that was given, as hypot=
 * expression ::= infix [? expression : expression]
 * infix      ::= factor (symbol factor)*                symbols bind as in Java: || &amp;&amp; == != &lt; &lt;= &gt; &gt;= + - * /
 * factor     ::= - factor | + factor | ! factor | number | inf | name | access | function | ( expression )
 * access     ::= name ( [index (, index)*] )
 * index      ::= [-] part ((+ | -) part)*               part: name, number, or number * name
 *              | name ( [number] : [number] [: number] ) | name ( [ number (, number)* ] )
 * function   ::= name ( expression (, expression)* )    sum, min, sqrt, int64, …: {@link Functions} has all
 * </pre>
 *
 * A minus directly before a number belongs to the number. {@code A -= e} is {@code A += -e}.
 * Whether a name is an index variable depends on the whole text, so that is decided afterwards, by
 * {@link Names}.
 */
public final class Parser {
  private static final String EXAMPLE = "y(i) = A(i,j) * x(j)";

  private final Tokens tokens;
  private final Functions functions;
  private final ExpressionParser expressions;

  private Parser(Tokens tokens, Functions functions) {
    this.tokens = tokens;
    this.functions = functions;
    this.expressions = new ExpressionParser(tokens, functions);
  }

  /**
   * The assignment that the text says; what it cannot mean is an {@link EinkornException} that
   * shows the place.
   */
  public static Assignment parse(String text) {
    return parse(text, Functions.BUILT_IN);
  }

  /** The same where some more functions are known. */
  public static Assignment parse(String text, Functions functions) {
    Parser parser = new Parser(Tokens.of(text), functions);
    Statement statement = parser.statement();
    Optional<Semiring> semiring = parser.semiring();
    if (semiring.isPresent()) {
      statement = statement.with(parser.masked(statement.value()));
    }
    parser.end();
    Assignment assignment = Names.resolve(parser.tokens.source(), functions, statement);
    Placement.check(assignment.target());
    return semiring.map(s -> Over.semiring(assignment, s)).orElse(assignment);
  }

  /** An expression within another text, once the variables that are named outside it are known. */
  @FunctionalInterface
  public interface Unresolved {
    Expression resolve(Collection<IndexVariable> variables);
  }

  /** Reads the expression that comes next, up to the first word that cannot continue it. */
  public static Unresolved expression(Tokens tokens, Functions functions) {
    Syntax written = new ExpressionParser(tokens, functions).expression();
    return variables -> Names.resolve(tokens.source(), functions, written, variables);
  }

  /** The expression that the text says, where some names are known to be variables. */
  public static Expression expression(
      String text, Functions functions, Collection<IndexVariable> variables) {
    Parser parser = new Parser(Tokens.of(text), functions);
    Syntax written = parser.lastExpression();
    return Names.resolve(parser.tokens.source(), functions, written, variables);
  }

  private Statement statement() {
    if (tokens.peek().kind() == Kind.END) {
      throw tokens.error(
          tokens.peek(), "the expression is empty; write an assignment such as " + EXAMPLE + ".");
    }
    Indexed target = target();
    Token operator = tokens.peek();
    Optional<Operator> accumulate = assignmentOperator(target);
    Syntax value = expressions.expression();
    if (operator.is("-")) {
      value = expressions.negated(value, operator.offset());
    }
    return new Statement(target, accumulate, masked(value));
  }

  /** {@code where M(i,j)} after a value. */
  private Syntax masked(Syntax value) {
    Token where = tokens.peek();
    if (!where.isName(Mask.WRITTEN.symbol())) {
      return value;
    }
    tokens.next();
    return new Operation(Mask.WRITTEN, List.of(value, expressions.expression()), where.offset());
  }

  /** {@code over min-plus} after a value or a condition. */
  private Optional<Semiring> semiring() {
    if (!tokens.peek().isName("over")) {
      return Optional.empty();
    }
    tokens.next();
    Token first = tokens.next();
    String name = first.text();
    while (first.kind() == Kind.NAME && tokens.skip("-")) {
      name += "-" + tokens.next().text();
    }
    Optional<Semiring> semiring = Semiring.named(name);
    if (semiring.isEmpty()) {
      throw tokens.error(first, Semiring.unknown(name));
    }
    return semiring;
  }

  private Syntax lastExpression() {
    Syntax expression = expressions.expression();
    end();
    return expression;
  }

  private void end() {
    if (tokens.peek().kind() != Kind.END) {
      throw expressions.trailing(tokens.peek());
    }
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
    if (functions.isFunction(name.text())) {
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
    if (operator.is("==")) {
      throw tokens.error(operator, "an assignment has one '=', not '=='; remove one of them.");
    }
    if (operator.is("=")) {
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
          case "||" -> Logical.OR;
          case "&&" -> Logical.AND;
          default -> given(operator);
        });
  }

  /** {@code y(i) hypot= …} with a function that was given. */
  private Operator given(Token operator) {
    if (!functions.isGiven(operator.text())) {
      throw tokens.error(
          operator,
          "'" + operator.text() + "=' does not assign; use =, +=, -=, *=, min=, max=, ||= or &&=.");
    }
    Operator function = functions.elementwise(operator.text()).orElseThrow();
    Optional<String> refusal = Reducers.refusal(function);
    if (refusal.isPresent()) {
      throw tokens.error(operator, refusal.get());
    }
    return function;
  }
}
