package org.einkorn.notation;

/** A word of index notation and where it begins in the text; the text of an END token is empty. */
public record Token(Kind kind, String text, int offset) {
  public enum Kind {
    NAME,
    NUMBER,
    SYMBOL,
    END
  }

  public boolean is(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  public boolean isName(String name) {
    return kind == Kind.NAME && text.equals(name);
  }

  /** How a message calls it. */
  public String shown() {
    return kind == Kind.END ? "the end of the text" : "'" + text + "'";
  }
}
