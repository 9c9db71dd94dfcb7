package org.einkorn.notation;

import java.util.List;
import org.einkorn.EinkornException;
import org.einkorn.notation.Token.Kind;

/** The words of a text, read one after the other. */
public final class Tokens {
  private final SourceText source;
  private final List<Token> tokens;
  private int at;

  private Tokens(SourceText source) {
    this.source = source;
    this.tokens = Lexer.tokens(source);
  }

  public static Tokens of(String text) {
    return new Tokens(new SourceText(text));
  }

  SourceText source() {
    return source;
  }

  public Token peek() {
    return tokens.get(at);
  }

  /** The next token; END stays, so that reading on is harmless. */
  public Token next() {
    Token token = tokens.get(at);
    if (token.kind() != Kind.END) {
      at++;
    }
    return token;
  }

  /** Whether the symbol comes next; then it is read. */
  public boolean skip(String symbol) {
    if (peek().is(symbol)) {
      at++;
      return true;
    }
    return false;
  }

  /** A mistake at a token, shown in its place. */
  public EinkornException error(Token token, String sentence) {
    return source.error(token.offset(), sentence);
  }
}
