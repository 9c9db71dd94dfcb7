package org.einkorn.notation;

import org.einkorn.EinkornException;

/**
 * Text somebody wrote, and how a mistake in it is shown: one sentence that names the column, the
 * text, and a caret under the column. Columns count characters from 1; a character outside the
 * basic plane is one.
 */
record SourceText(String text) {
  /** A longer text is shown only around the mistake, so that a message stays readable. */
  private static final int SHOWN_EACH_SIDE = 60;

  int column(int offset) {
    return text.codePointCount(0, offset) + 1;
  }

  EinkornException error(int offset, String sentence) {
    int[] characters = text.codePoints().toArray();
    int place = column(offset) - 1;
    int from = Math.max(0, place - SHOWN_EACH_SIDE);
    int to = Math.min(characters.length, place + SHOWN_EACH_SIDE);
    StringBuilder shown = new StringBuilder(from > 0 ? "…" : "");
    StringBuilder caret = new StringBuilder(from > 0 ? " " : "");
    for (int k = from; k < to; k++) {
      shown.appendCodePoint(isLineBreak(characters[k]) ? ' ' : characters[k]);
      if (k < place) {
        caret.append(characters[k] == '\t' ? '\t' : ' ');
      }
    }
    shown.append(to < characters.length ? "…" : "");
    return new EinkornException(
        "Column " + (place + 1) + ": " + sentence + "\n" + shown + "\n" + caret + "^");
  }

  private static boolean isLineBreak(int character) {
    return character == '\n' || character == '\r';
  }
}
