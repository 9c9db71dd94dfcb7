package org.einkorn.notation;

/** A word of index notation and where it begins in the text; the text of an END token is empty. */
record Token(Kind kind, String text, int offset) {
  enum Kind {
    NAME,
    NUMBER,
    SYMBOL,
    END
  }

  boolean is(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  /** How a message calls it. */
  String shown() {
    return kind == Kind.END ? "the end of the text" : "'" + text + "'";
  }
}
