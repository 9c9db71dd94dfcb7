package org.einkorn.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.einkorn.notation.Token.Kind;

/**
 * Divides text into tokens. A name is what Java calls an identifier, keywords included. Characters
 * without a meaning become symbols, so that the parser, which knows what it expected, can complain
 * about them.
 */
final class Lexer {
  /** Symbols of two characters. */
  private static final Set<String> PAIRS = Set.of("==", "!=", "<=", ">=", "&&", "||");

  private final SourceText source;
  private final String text;
  private int at;

  private Lexer(SourceText source) {
    this.source = source;
    this.text = source.text();
  }

  /** All tokens; the last one is END. */
  static List<Token> tokens(SourceText source) {
    Lexer lexer = new Lexer(source);
    List<Token> tokens = new ArrayList<>();
    do {
      tokens.add(lexer.next());
    } while (tokens.getLast().kind() != Kind.END);
    return tokens;
  }

  static boolean isName(String text) {
    return !text.isEmpty()
        && Character.isJavaIdentifierStart(text.codePointAt(0))
        && text.codePoints().allMatch(Lexer::continuesName);
  }

  private Token next() {
    while (at < text.length() && isSpace(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    if (at == text.length()) {
      return new Token(Kind.END, "", at);
    }
    int start = at;
    int first = text.codePointAt(at);
    if (Character.isJavaIdentifierStart(first)) {
      skipName();
      return new Token(Kind.NAME, text.substring(start, at), start);
    }
    if (isDigit(at) || first == '.' && isDigit(at + 1)) {
      return number(start);
    }
    at += Character.charCount(first);
    if (at < text.length() && PAIRS.contains(text.substring(start, at + 1))) {
      at++;
      return new Token(Kind.SYMBOL, text.substring(start, at), start);
    }
    return new Token(Kind.SYMBOL, symbol(first), start);
  }

  /** digits [. digits] [e [+-] digits], or with no digits on one side of the point. */
  private Token number(int start) {
    skipDigits();
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      skipDigits();
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      boolean signed = at + 1 < text.length() && "+-".indexOf(text.charAt(at + 1)) >= 0;
      int digits = at + (signed ? 2 : 1);
      if (isDigit(digits)) {
        at = digits;
        skipDigits();
      }
    }
    String number = text.substring(start, at);
    if (at < text.length() && Character.isJavaIdentifierStart(text.codePointAt(at))) {
      int name = at;
      skipName();
      throw source.error(
          name,
          "the name '"
              + text.substring(name, at)
              + "' cannot follow the number "
              + number
              + " directly; write a product as "
              + number
              + "*"
              + text.substring(name, at)
              + ".");
    }
    return new Token(Kind.NUMBER, number, start);
  }

  private void skipName() {
    while (at < text.length() && continuesName(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
  }

  private void skipDigits() {
    while (isDigit(at)) {
      at++;
    }
  }

  private boolean isDigit(int place) {
    return place < text.length() && text.charAt(place) >= '0' && text.charAt(place) <= '9';
  }

  /**
   * Java also ignores invisible characters inside identifiers; names that look the same here are
   * the same.
   */
  private static boolean continuesName(int character) {
    return Character.isJavaIdentifierPart(character) && !Character.isIdentifierIgnorable(character);
  }

  private static boolean isSpace(int character) {
    return Character.isWhitespace(character) || Character.isSpaceChar(character);
  }

  /** The ways mathematics writes an operator, as one. */
  private static String symbol(int character) {
    return switch (character) {
      case '×', '·', '⋅' -> "*";
      case '÷' -> "/";
      case '−' -> "-";
      case '≤' -> "<=";
      case '≥' -> ">=";
      case '≠' -> "!=";
      case '∧' -> "&&";
      case '∨' -> "||";
      case '¬' -> "!";
      default -> Character.toString(character);
    };
  }
}
