package org.einkorn.notation;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.notation.Syntax.Call;
import org.einkorn.notation.Syntax.Indexed;
import org.einkorn.notation.Syntax.Name;
import org.einkorn.notation.Syntax.Operation;
import org.einkorn.notation.Token.Kind;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;

/** Reads an expression as it is written, up to the first word that cannot continue it. */
final class ExpressionParser {
  private final Tokens tokens;
  private int nesting;

  ExpressionParser(Tokens tokens) {
    this.tokens = tokens;
  }

  Syntax expression() {
    Syntax left = product();
    while (tokens.peek().is("+") || tokens.peek().is("-")) {
      Token symbol = tokens.next();
      left = binary(symbol.is("+") ? Arithmetic.ADD : Arithmetic.SUBTRACT, left, product(), symbol);
    }
    return left;
  }

  private Syntax product() {
    Syntax left = factor();
    while (tokens.peek().is("*") || tokens.peek().is("/")) {
      Token symbol = tokens.next();
      left =
          binary(symbol.is("*") ? Arithmetic.MULTIPLY : Arithmetic.DIVIDE, left, factor(), symbol);
    }
    return left;
  }

  private Syntax factor() {
    Token first = tokens.next();
    return switch (first.kind()) {
      case NUMBER -> number("", first);
      case NAME -> named(first);
      case SYMBOL -> {
        enter(first);
        Syntax result =
            switch (first.text()) {
              case "-" ->
                  tokens.peek().kind() == Kind.NUMBER
                      ? number("-", tokens.next())
                      : negated(factor(), first.offset());
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
    if (!tokens.peek().is("(")) {
      return new Name(name.text(), false, name.offset());
    }
    if (!Functions.isFunction(name.text())) {
      return new Indexed(name.text(), indices(name), name.offset());
    }
    enter(name);
    Token open = tokens.next();
    List<Syntax> arguments = new ArrayList<>();
    do {
      arguments.add(expression());
    } while (tokens.skip(","));
    close(open);
    nesting--;
    return checked(new Call(name.text(), arguments, name.offset()));
  }

  /** The indices after a tensor's name, parentheses included. */
  List<Name> indices(Token tensor) {
    Token open = tokens.next();
    List<Name> indices = new ArrayList<>();
    if (tokens.skip(")")) {
      return indices;
    }
    do {
      Token index = tokens.next();
      if (index.kind() != Kind.NAME) {
        throw notAnIndex(index);
      }
      if (tokens.peek().is("(")) {
        throw tokens.error(
            index,
            "'"
                + index.text()
                + "' cannot be indexed inside the indices of '"
                + tensor.text()
                + "', which takes variables; the functions are sum, prod, min and max.");
      }
      if (!tokens.peek().is(",") && !tokens.peek().is(")") && tokens.peek().kind() != Kind.END) {
        throw afterIndex(tokens.peek());
      }
      indices.add(new Name(index.text(), false, index.offset()));
    } while (tokens.skip(","));
    close(open);
    return indices;
  }

  private EinkornException notAnIndex(Token token) {
    if (token.kind() == Kind.NUMBER) {
      return tokens.error(
          token, "an index must be a variable such as i, not the number " + token.text() + ".");
    }
    if (token.is(",") || token.is(")") || token.kind() == Kind.END) {
      return tokens.error(token, "an index variable is missing before " + token.shown() + ".");
    }
    return tokens.error(
        token,
        "an index must be a variable such as i, but "
            + token.shown()
            + " is not the beginning of one.");
  }

  private EinkornException afterIndex(Token token) {
    if (token.is(":")) {
      return tokens.error(
          token,
          "an index must be a single variable; a window such as i:j cannot be written here.");
    }
    if (token.kind() == Kind.SYMBOL) {
      return tokens.error(
          token,
          "an index must be a single variable; "
              + token.shown()
              + " cannot follow it, only ',' or ')'.");
    }
    return tokens.error(token, "a ',' is missing before " + token.shown() + ".");
  }

  private Syntax number(String sign, Token token) {
    String text = sign + token.text();
    if (token.text().chars().allMatch(c -> c >= '0' && c <= '9')) {
      try {
        return new Syntax.Number(Constant.of(Long.parseLong(text)), token.offset());
      } catch (NumberFormatException _) {
        throw tokens.error(
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
      throw tokens.error(
          token,
          "the number "
              + text
              + " is too large for a float64; the largest is 1.7976931348623157E308.");
    }
    return new Syntax.Number(Constant.of(value), token.offset());
  }

  Syntax negated(Syntax value, int offset) {
    return checked(new Operation(Arithmetic.NEGATE, List.of(value), offset));
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
    return tokens
        .source()
        .error(
            offset,
            "the expression has more than "
                + Expressions.MAX_DEPTH
                + " levels, counting each further term of a sum or product as one; split it into"
                + " several assignments.");
  }

  private void close(Token open) {
    Token token = tokens.next();
    if (token.is(")")) {
      return;
    }
    if (token.kind() == Kind.END || token.is("=") || token.is(";")) {
      throw tokens.error(
          token,
          "the ')' for the '(' at column "
              + tokens.source().column(open.offset())
              + " is missing.");
    }
    throw trailing(token);
  }

  private EinkornException missingOperand(Token token) {
    if (token.kind() == Kind.END) {
      return tokens.error(token, "the text ends where a tensor, a number or '(' should follow.");
    }
    return tokens.error(
        token, "a tensor, a number or '(' should stand here, not " + token.shown() + ".");
  }

  EinkornException trailing(Token token) {
    if (token.is(")")) {
      return tokens.error(token, "this ')' has no matching '('; remove it.");
    }
    if (token.is("=")) {
      return tokens.error(token, "this is a second '='; write one assignment at a time.");
    }
    if (token.is("^")) {
      return tokens.error(token, "there is no power operator; write a product such as x(i)*x(i).");
    }
    if (token.is(",")) {
      return tokens.error(
          token, "a ',' separates indices and arguments only; write one assignment at a time.");
    }
    if (token.kind() == Kind.SYMBOL && !token.is("(")) {
      return tokens.error(
          token, token.shown() + " has no meaning here; the operators are + - * /.");
    }
    return tokens.error(
        token, "an operator is missing before " + token.shown() + "; write * for a product.");
  }
}
