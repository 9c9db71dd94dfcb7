package org.einkorn.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.notation.Syntax.Call;
import org.einkorn.notation.Syntax.Index;
import org.einkorn.notation.Syntax.Indexed;
import org.einkorn.notation.Syntax.Name;
import org.einkorn.notation.Syntax.Operation;
import org.einkorn.notation.Token.Kind;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Choice;
import org.einkorn.operator.Comparison;
import org.einkorn.operator.Logical;
import org.einkorn.operator.Mask;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Precedence;

/** Reads an expression as it is written, up to the first word that cannot continue it. */
final class ExpressionParser {
  private static final List<Operator> INFIX =
      List.of(
          Arithmetic.ADD,
          Arithmetic.SUBTRACT,
          Arithmetic.MULTIPLY,
          Arithmetic.DIVIDE,
          Comparison.LESS,
          Comparison.LESS_EQUAL,
          Comparison.GREATER,
          Comparison.GREATER_EQUAL,
          Comparison.EQUAL,
          Comparison.NOT_EQUAL,
          Logical.AND,
          Logical.OR);

  /** The number that is larger than all others. */
  static final String INFINITY = "inf";

  private final Tokens tokens;
  private final Functions functions;
  private int nesting;

  ExpressionParser(Tokens tokens, Functions functions) {
    this.tokens = tokens;
    this.functions = functions;
  }

  Syntax expression() {
    Syntax condition = infix(Precedence.CHOICE + 1);
    if (!tokens.peek().is("?")) {
      return condition;
    }
    Token symbol = tokens.next();
    enter(symbol);
    Syntax whenTrue = expression();
    if (!tokens.skip(":")) {
      throw tokens.error(
          tokens.peek(),
          "the ':' of the '?' at column "
              + tokens.source().column(symbol.offset())
              + " is missing; write condition ? a : b.");
    }
    Syntax whenFalse = expression();
    nesting--;
    return checked(
        new Operation(Choice.SELECT, List.of(condition, whenTrue, whenFalse), symbol.offset()));
  }

  /** Operands and the operators between them that bind at least so tightly. */
  private Syntax infix(int precedence) {
    if (precedence == Precedence.PREFIX) {
      return factor();
    }
    Syntax left = infix(precedence + 1);
    while (true) {
      Optional<Operator> operator = infixOperator(tokens.peek(), precedence);
      if (operator.isEmpty()) {
        return left;
      }
      Token symbol = tokens.next();
      left = binary(operator.get(), left, infix(precedence + 1), symbol);
    }
  }

  private static Optional<Operator> infixOperator(Token token, int precedence) {
    return INFIX.stream()
        .filter(op -> token.is(op.symbol()) && op.precedence().get() == precedence)
        .findFirst();
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
              case "-" -> minus(first);
              case "!" -> checked(new Operation(Logical.NOT, List.of(factor()), first.offset()));
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

  /** A minus before a number belongs to the number. */
  private Syntax minus(Token sign) {
    if (tokens.peek().kind() == Kind.NUMBER) {
      return number("-", tokens.next());
    }
    if (tokens.peek().isName(INFINITY)) {
      tokens.next();
      return new Syntax.Number(Constant.of(Double.NEGATIVE_INFINITY), sign.offset());
    }
    return negated(factor(), sign.offset());
  }

  private Syntax parenthesised(Token open) {
    Syntax inner = expression();
    close(open);
    return inner instanceof Name(String name, boolean _, int offset)
        ? new Name(name, true, offset)
        : inner;
  }

  private Syntax named(Token name) {
    if (name.isName(INFINITY)) {
      return new Syntax.Number(Constant.of(Double.POSITIVE_INFINITY), name.offset());
    }
    if (!tokens.peek().is("(")) {
      return new Name(name.text(), false, name.offset());
    }
    if (!functions.isFunction(name.text())) {
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
  List<Index> indices(Token tensor) {
    Token open = tokens.next();
    List<Index> indices = new ArrayList<>();
    if (tokens.skip(")")) {
      return indices;
    }
    do {
      indices.add(new IndexParser(tokens, tensor).index());
    } while (tokens.skip(","));
    close(open);
    return indices;
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
    if (token.isName(Mask.WRITTEN.symbol())) {
      return tokens.error(
          token,
          "where selects entries of the result, so it comes once and last; within an expression"
              + " write condition ? a : b.");
    }
    if (token.is(")")) {
      return tokens.error(token, "this ')' has no matching '('; remove it.");
    }
    if (token.is("=")) {
      return tokens.error(token, "this is a second '='; write one assignment at a time.");
    }
    if (token.is("^")) {
      return tokens.error(token, "there is no '^'; write pow(x(i), 2).");
    }
    if (token.is(",")) {
      return tokens.error(
          token, "a ',' separates indices and arguments only; write one assignment at a time.");
    }
    if (token.kind() == Kind.SYMBOL && !token.is("(")) {
      return tokens.error(
          token,
          token.shown()
              + " has no meaning here; the operators are + - * / == != < <= > >= && || ! ?:.");
    }
    return tokens.error(
        token, "an operator is missing before " + token.shown() + "; write * for a product.");
  }
}
