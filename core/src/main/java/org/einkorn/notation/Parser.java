package org.einkorn.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.notation.Syntax.Call;
import org.einkorn.notation.Syntax.Indexed;
import org.einkorn.notation.Syntax.Name;
import org.einkorn.notation.Syntax.Operation;
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

  private final SourceText source;
  private final List<Token> tokens;
  private int at;
  private int nesting;

  private Parser(String text) {
    this.source = new SourceText(text);
    this.tokens = Lexer.tokens(source);
  }

  /**
   * The assignment that the text says; what it cannot mean is an {@link EinkornException} that
   * shows the place.
   */
  public static Assignment parse(String text) {
    Parser parser = new Parser(text);
    return Names.resolve(parser.source, parser.statement());
  }

  private Statement statement() {
    if (peek().kind() == Kind.END) {
      throw error(peek(), "the expression is empty; write an assignment such as " + EXAMPLE + ".");
    }
    Indexed target = target();
    Token operator = peek();
    Optional<Operator> accumulate = assignmentOperator(target);
    Syntax value = expression();
    if (peek().kind() != Kind.END) {
      throw trailing(peek());
    }
    if (operator.is("-")) {
      value = checked(negated(value, operator.offset()));
    }
    return new Statement(target, accumulate, value);
  }

  private Indexed target() {
    Token name = peek();
    if (name.kind() != Kind.NAME) {
      throw error(
          name,
          "the left side must be a tensor, not "
              + name.shown()
              + "; write an assignment such as "
              + EXAMPLE
              + ".");
    }
    if (Functions.isFunction(name.text())) {
      throw error(
          name,
          "a tensor on the left side cannot be called '"
              + name.text()
              + "', the name of a function; rename it.");
    }
    next();
    return new Indexed(name.text(), peek().is("(") ? indices(name) : List.of(), name.offset());
  }

  private Optional<Operator> assignmentOperator(Indexed target) {
    Token operator = next();
    if (operator.is("=")) {
      if (peek().is("=")) {
        throw error(peek(), "an assignment has one '=', not '=='; remove this one.");
      }
      return Optional.empty();
    }
    if (!peek().is("=")) {
      String left = target.indices().isEmpty() ? target.name() : target.name() + "(…)";
      throw error(
          operator,
          "an '=' is missing before "
              + operator.shown()
              + "; write "
              + left
              + " = … with one tensor on its left.");
    }
    next();
    return Optional.of(
        switch (operator.text()) {
          case "+", "-" -> Arithmetic.ADD;
          case "*" -> Arithmetic.MULTIPLY;
          case "min" -> Arithmetic.MIN;
          case "max" -> Arithmetic.MAX;
          default ->
              throw error(
                  operator,
                  "'" + operator.text() + "=' does not assign; use =, +=, -=, *=, min= or max=.");
        });
  }

  private Syntax expression() {
    Syntax left = product();
    while (peek().is("+") || peek().is("-")) {
      Token symbol = next();
      left = binary(symbol.is("+") ? Arithmetic.ADD : Arithmetic.SUBTRACT, left, product(), symbol);
    }
    return left;
  }

  private Syntax product() {
    Syntax left = factor();
    while (peek().is("*") || peek().is("/")) {
      Token symbol = next();
      left =
          binary(symbol.is("*") ? Arithmetic.MULTIPLY : Arithmetic.DIVIDE, left, factor(), symbol);
    }
    return left;
  }

  private Syntax factor() {
    Token first = next();
    return switch (first.kind()) {
      case NUMBER -> number("", first);
      case NAME -> named(first);
      case SYMBOL -> {
        enter(first);
        Syntax result =
            switch (first.text()) {
              case "-" ->
                  peek().kind() == Kind.NUMBER
                      ? number("-", next())
                      : checked(negated(factor(), first.offset()));
              case "+" -> factor();
              case "(" -> parenthesised(first);
              default -> throw missingOperand(first);
            };
        nesting--;
        yield result;
      }
      case END -> throw missingOperand(first);
    };
  }

  private Syntax parenthesised(Token open) {
    Syntax inner = expression();
    close(open);
    return inner instanceof Name(String name, boolean _, int offset)
        ? new Name(name, true, offset)
        : inner;
  }

  private Syntax named(Token name) {
    if (!peek().is("(")) {
      return new Name(name.text(), false, name.offset());
    }
    if (!Functions.isFunction(name.text())) {
      return new Indexed(name.text(), indices(name), name.offset());
    }
    enter(name);
    Token open = next();
    List<Syntax> arguments = new ArrayList<>();
    do {
      arguments.add(expression());
    } while (skip(","));
    close(open);
    nesting--;
    return checked(new Call(name.text(), arguments, name.offset()));
  }

  /** The indices after a tensor's name, parentheses included. */
  private List<Name> indices(Token tensor) {
    Token open = next();
    List<Name> indices = new ArrayList<>();
    if (skip(")")) {
      return indices;
    }
    do {
      Token index = next();
      if (index.kind() != Kind.NAME) {
        throw notAnIndex(index);
      }
      if (peek().is("(")) {
        throw error(
            index,
            "'"
                + index.text()
                + "' cannot be indexed inside the indices of '"
                + tensor.text()
                + "', which takes variables; the functions are sum, prod, min and max.");
      }
      if (!peek().is(",") && !peek().is(")") && peek().kind() != Kind.END) {
        throw afterIndex(peek());
      }
      indices.add(new Name(index.text(), false, index.offset()));
    } while (skip(","));
    close(open);
    return indices;
  }

  private EinkornException notAnIndex(Token token) {
    if (token.kind() == Kind.NUMBER) {
      return error(
          token, "an index must be a variable such as i, not the number " + token.text() + ".");
    }
    if (token.is(",") || token.is(")") || token.kind() == Kind.END) {
      return error(token, "an index variable is missing before " + token.shown() + ".");
    }
    return error(
        token,
        "an index must be a variable such as i, but "
            + token.shown()
            + " is not the beginning of one.");
  }

  private EinkornException afterIndex(Token token) {
    if (token.is(":")) {
      return error(
          token,
          "an index must be a single variable; a window such as i:j cannot be written here.");
    }
    if (token.kind() == Kind.SYMBOL) {
      return error(
          token,
          "an index must be a single variable; "
              + token.shown()
              + " cannot follow it, only ',' or ')'.");
    }
    return error(token, "a ',' is missing before " + token.shown() + ".");
  }

  private Syntax number(String sign, Token token) {
    String text = sign + token.text();
    if (token.text().chars().allMatch(c -> c >= '0' && c <= '9')) {
      try {
        return new Syntax.Number(Constant.of(Long.parseLong(text)), token.offset());
      } catch (NumberFormatException _) {
        throw error(
            token,
            "the integer "
                + text
                + " does not fit into 64 bits; write it as a decimal, "
                + text
                + ".0.");
      }
    }
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw error(
          token,
          "the number "
              + text
              + " is too large for a float64; the largest is 1.7976931348623157E308.");
    }
    return new Syntax.Number(Constant.of(value), token.offset());
  }

  private static Syntax negated(Syntax value, int offset) {
    return new Operation(Arithmetic.NEGATE, List.of(value), offset);
  }

  private Syntax binary(Operator operator, Syntax left, Syntax right, Token symbol) {
    return checked(new Operation(operator, List.of(left, right), symbol.offset()));
  }

  /**
   * Everything after the parser walks expressions recursively, so their depth is bounded here,
   * once.
   */
  private Syntax checked(Syntax node) {
    if (node.depth() > Expressions.MAX_DEPTH) {
      throw tooDeep(node.offset());
    }
    return node;
  }

  private void enter(Token token) {
    if (++nesting > Expressions.MAX_DEPTH) {
      throw tooDeep(token.offset());
    }
  }

  private EinkornException tooDeep(int offset) {
    return source.error(
        offset,
        "the expression has more than "
            + Expressions.MAX_DEPTH
            + " levels, counting each further term of a sum or product as one; split it into"
            + " several assignments.");
  }

  private void close(Token open) {
    Token token = next();
    if (token.is(")")) {
      return;
    }
    if (token.kind() == Kind.END || token.is("=")) {
      throw error(
          token, "the ')' for the '(' at column " + source.column(open.offset()) + " is missing.");
    }
    throw trailing(token);
  }

  private EinkornException missingOperand(Token token) {
    if (token.kind() == Kind.END) {
      return error(token, "the text ends where a tensor, a number or '(' should follow.");
    }
    return error(token, "a tensor, a number or '(' should stand here, not " + token.shown() + ".");
  }

  private EinkornException trailing(Token token) {
    if (token.is(")")) {
      return error(token, "this ')' has no matching '('; remove it.");
    }
    if (token.is("=")) {
      return error(token, "this is a second '='; write one assignment at a time.");
    }
    if (token.is("^")) {
      return error(token, "there is no power operator; write a product such as x(i)*x(i).");
    }
    if (token.is(",")) {
      return error(
          token, "a ',' separates indices and arguments only; write one assignment at a time.");
    }
    if (token.kind() == Kind.SYMBOL && !token.is("(")) {
      return error(token, token.shown() + " has no meaning here; the operators are + - * /.");
    }
    return error(
        token, "an operator is missing before " + token.shown() + "; write * for a product.");
  }

  private EinkornException error(Token token, String sentence) {
    return source.error(token.offset(), sentence);
  }

  private boolean skip(String symbol) {
    if (peek().is(symbol)) {
      at++;
      return true;
    }
    return false;
  }

  private Token peek() {
    return tokens.get(at);
  }

  /** The next token; END stays, so that reading on is harmless. */
  private Token next() {
    Token token = tokens.get(at);
    if (token.kind() != Kind.END) {
      at++;
    }
    return token;
  }
}
