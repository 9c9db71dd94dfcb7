package org.einkorn.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.einkorn.EinkornException;
import org.einkorn.notation.Syntax.Index;
import org.einkorn.notation.Syntax.Name;
import org.einkorn.notation.Token.Kind;

/** Reads one index of a tensor: a variable, a coordinate computed from some, or a window. */
final class IndexParser {
  private final Tokens tokens;
  private final Token tensor;
  private final List<Name> names = new ArrayList<>();
  private final List<Integer> coefficients = new ArrayList<>();
  private long constant;

  /**
   * @param tensor the name before the indices
   */
  IndexParser(Tokens tokens, Token tensor) {
    this.tokens = tokens;
    this.tensor = tensor;
  }

  Index index() {
    Token first = tokens.peek();
    boolean negative = tokens.skip("-");
    part(negative ? -1 : 1);
    if (tokens.peek().is("(") && names.size() == 1 && !negative) {
      return window();
    }
    while (tokens.peek().is("+") || tokens.peek().is("-")) {
      part(tokens.next().is("-") ? -1 : 1);
    }
    Token next = tokens.peek();
    if (!next.is(",") && !next.is(")") && next.kind() != Kind.END) {
      throw afterIndex(next);
    }
    if (names.isEmpty() && constant < 0) {
      throw tokens.error(
          first, "the coordinate " + constant + " is negative; the first coordinate is 0.");
    }
    return new Index(names, new Window.Affine(coefficients, fits(first)));
  }

  private int fits(Token first) {
    if (constant != (int) constant) {
      throw tokens.error(first, "the coordinate " + constant + " does not fit into 32 bits.");
    }
    return (int) constant;
  }

  /** {@code i}, {@code 3}, {@code 2*i} or {@code i*2}. */
  private void part(int sign) {
    Token token = tokens.next();
    if (token.kind() == Kind.NAME) {
      add(token, sign * factor());
    } else if (token.kind() == Kind.NUMBER) {
      int number = number(token);
      if (tokens.skip("*")) {
        Token name = tokens.next();
        if (name.kind() != Kind.NAME) {
          throw notAnIndex(name);
        }
        add(name, sign * number);
      } else {
        constant += (long) sign * number;
      }
    } else {
      throw notAnIndex(token);
    }
  }

  /** What follows a name: nothing, or a factor. */
  private int factor() {
    Token star = tokens.peek();
    if (!tokens.skip("*")) {
      return 1;
    }
    if (tokens.peek().kind() != Kind.NUMBER) {
      throw afterIndex(star);
    }
    return number(tokens.next());
  }

  private void add(Token name, int by) {
    names.add(new Name(name.text(), false, name.offset()));
    coefficients.add(by);
  }

  private int number(Token token) {
    try {
      if (token.kind() == Kind.NUMBER) {
        return Integer.parseInt(token.text());
      }
    } catch (NumberFormatException _) {
      // Not an integer, or too large.
    }
    throw tokens.error(
        token,
        "coordinates are computed with integers up to "
            + Integer.MAX_VALUE
            + ", not with "
            + token.shown()
            + ".");
  }

  /** {@code i(2:8:2)} or {@code i([1,3,5])}, after the name. */
  private Index window() {
    Token open = tokens.next();
    Token inside = tokens.peek();
    if (inside.kind() == Kind.NAME || inside.kind() == Kind.END || inside.is("(")) {
      Name name = names.getFirst();
      throw tokens
          .source()
          .error(
              name.offset(),
              "'"
                  + name.name()
                  + "' cannot be indexed here: there is no function '"
                  + tensor.text()
                  + "', and the indices of a tensor are variables and windows such as i(2:8).");
    }
    Window window = tokens.peek().is("[") ? selection() : slice();
    if (!tokens.skip(")")) {
      throw tokens.error(
          tokens.peek(),
          "the ')' for the '(' at column "
              + tokens.source().column(open.offset())
              + " is missing; a window is written i(2:8), i(2:8:2) or i([1,3,5]).");
    }
    return new Index(names, window);
  }

  /** A coordinate within a window. */
  private int coordinate() {
    Token minus = tokens.next();
    if (minus.is("-") && tokens.peek().kind() == Kind.NUMBER) {
      throw tokens.error(
          minus,
          "the coordinate -"
              + tokens.peek().text()
              + " is negative; coordinates of a window count from 0, and i(2:) goes to the end.");
    }
    return number(minus);
  }

  private Window selection() {
    tokens.next();
    List<Integer> coordinates = new ArrayList<>();
    if (!tokens.skip("]")) {
      do {
        coordinates.add(coordinate());
      } while (tokens.skip(","));
      if (!tokens.skip("]")) {
        throw tokens.error(tokens.peek(), "a list of coordinates ends with ']', as in i([1,3,5]).");
      }
    }
    return new Window.Selection(0, coordinates);
  }

  private Window slice() {
    Token first = tokens.peek();
    int from = first.is(":") ? 0 : coordinate();
    if (!tokens.skip(":")) {
      throw tokens.error(
          tokens.peek(),
          "a window has a ':' between where it begins and where it ends, as in "
              + names.getFirst().name()
              + "(2:8); a single coordinate is written by itself, as in A(3,j).");
    }
    boolean open = tokens.peek().is(":") || tokens.peek().is(")");
    OptionalInt to = open ? OptionalInt.empty() : OptionalInt.of(coordinate());
    int step = tokens.skip(":") ? number(tokens.next()) : 1;
    if (step < 1) {
      throw tokens.error(first, "the step of a window is 1 or more, not " + step + ".");
    }
    if (to.isPresent() && to.getAsInt() < from) {
      throw tokens.error(
          first,
          "a window ends where it begins or after it, not before, as "
              + from
              + ":"
              + to.getAsInt()
              + " does.");
    }
    return new Window.Slice(0, from, to, step);
  }

  private EinkornException notAnIndex(Token token) {
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
          token, "a window belongs to a variable; write it as i(2:8), after the variable's name.");
    }
    if (token.kind() == Kind.SYMBOL) {
      return tokens.error(
          token,
          token.shown()
              + " cannot follow an index, only ',' or ')'; a coordinate is computed with + - and"
              + " integer factors, as 2*i+k-1.");
    }
    return tokens.error(token, "a ',' is missing before " + token.shown() + ".");
  }
}
