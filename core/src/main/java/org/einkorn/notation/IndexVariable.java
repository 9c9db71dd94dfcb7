package org.einkorn.notation;

/** An index variable. Within one statement a name is one variable. */
public record IndexVariable(String name) {
  /** Whether a text could be the name of a variable in a statement. */
  public static boolean isName(String text) {
    return Lexer.isName(text);
  }

  @Override
  public String toString() {
    return name;
  }
}
