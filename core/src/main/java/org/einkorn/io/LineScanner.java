package org.einkorn.io;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.einkorn.EinkornException;

/**
 * Takes a text apart, line by line and word by word, and knows where it is when something is wrong.
 * Words are separated by blanks.
 */
class LineScanner {
  private static final int LONGEST_QUOTE = 40;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** Changes only between lines. */
  protected byte[] buffer;

  /** The next byte to look at. */
  protected int position;

  private final String name;

  /** Where further lines come from; null if there shall be none. */
  private TextBlocks blocks;

  private TextBlock block;
  private long line = 1;

  /** Scans a whole text. */
  LineScanner(String name, TextBlocks blocks) {
    this.name = name;
    this.blocks = blocks;
    this.block = new TextBlock();
    this.buffer = block.bytes;
    int mark = BYTE_ORDER_MARK.length;
    if (refill() && Arrays.mismatch(buffer, 0, mark, BYTE_ORDER_MARK, 0, mark) < 0) {
      position = mark;
    }
  }

  /** Scans what it is given by {@link #start}. */
  LineScanner(String name) {
    this.name = name;
  }

  /** Scans a block from its beginning, to its end and no further. */
  final void start(TextBlock lines, long firstLine) {
    block = lines;
    buffer = lines.bytes;
    position = 0;
    line = firstLine;
  }

  /** Ends the text with the block being scanned, and gives what comes after it. */
  final TextBlocks detach() {
    TextBlocks further = blocks;
    blocks = null;
    return further;
  }

  /** How many bytes of the block being scanned are left. */
  final int left() {
    return block.length - position;
  }

  /** Goes behind the last line of the text, which has this number less one. */
  final void end(long behindLast) {
    line = behindLast;
  }

  final String name() {
    return name;
  }

  /** The number of the line being scanned. */
  final long line() {
    return line;
  }

  /** From the start of a line to the first word of it or of a later one; false if none is left. */
  final boolean nextLine() {
    while (position < block.length || refill()) {
      if (!atLineEnd()) {
        return true;
      }
      skipLine();
    }
    return false;
  }

  /** As {@link #nextLine()}, but passes over lines whose first word starts with {@code comment}. */
  final boolean nextLine(char comment) {
    while (nextLine()) {
      if (buffer[position] != comment) {
        return true;
      }
      skipLine();
    }
    return false;
  }

  /**
   * Reads the lines from here on that have the usual form, but not more than so many; gives how
   * many these were, and stands at the start of the line after them.
   */
  final int readUsual(UsualLines usual, EntryBuffer part, long most) {
    if ((block.number + 1L) * block.length < UsualLines.TEXT_BEFORE) {
      return 0;
    }
    int count = usual.read(buffer, position, block.length, part, most);
    position = usual.end();
    line += count;
    return count;
  }

  /** To the start of the next line. */
  final void skipLine() {
    int p = position;
    while (buffer[p] != '\n') {
      p++;
    }
    position = p + 1;
    line++;
  }

  /** To the start of the next line, from a place where this one holds nothing more. */
  final void endLine() {
    if (!atLineEnd()) {
      throw unexpected("the end of the line");
    }
    position++;
    line++;
  }

  final boolean atLineEnd() {
    skipBlanks();
    return buffer[position] == '\n';
  }

  /** The next word, not yet passed; empty at the end of the line. */
  final String peek() {
    skipBlanks();
    return text(position, wordEnd(position));
  }

  /** Passes over a character if it comes next. */
  final boolean take(char character) {
    boolean there = buffer[position] == character;
    position += there ? 1 : 0;
    return there;
  }

  final void skipWord() {
    skipBlanks();
    position = wordEnd(position);
  }

  /** How many words are left in the line. */
  final int countWords() {
    int words = 0;
    for (int p = position; buffer[p] != '\n'; ) {
      if (isWordEnd(buffer[p])) {
        p++;
      } else {
        words++;
        p = wordEnd(p);
      }
    }
    return words;
  }

  final void skipBlanks() {
    int p = position;
    while (buffer[p] != '\n' && isWordEnd(buffer[p])) {
      p++;
    }
    position = p;
  }

  final int wordEnd(int start) {
    int p = start;
    while (!isWordEnd(buffer[p])) {
      p++;
    }
    return p;
  }

  /** Whether a byte is a space or one of tab, newline, vertical tab, form feed, carriage return. */
  static boolean isWordEnd(byte character) {
    return character == ' ' || character >= '\t' && character <= '\r';
  }

  final String text(int from, int to) {
    return new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
  }

  /** The error that the next word is not what it should be. */
  final EinkornException unexpected(String expected) {
    String found = atLineEnd() ? "the end of the line" : quote(position, wordEnd(position));
    return wrong("found " + found + ", expected " + expected);
  }

  /** An error in the current line. */
  final EinkornException wrong(String what) {
    return new EinkornException(place(line) + what + ".");
  }

  /** The error that the text ends too early. */
  final EinkornException ended(String what) {
    return new EinkornException(place(Math.max(1, line - 1)) + "the file ends " + what + ".");
  }

  private String place(long where) {
    return name + ", line " + where + ": ";
  }

  private String quote(int from, int to) {
    StringBuilder quoted = new StringBuilder("'");
    for (int p = from; p < Math.min(to, from + LONGEST_QUOTE); p++) {
      if (buffer[p] > ' ' && buffer[p] < 127) {
        quoted.append((char) buffer[p]);
      } else {
        quoted.append(String.format("\\x%02X", buffer[p]));
      }
    }
    return quoted.append(to > from + LONGEST_QUOTE ? "…'" : "'").toString();
  }

  /** Brings in more lines when all are used up; false if none is left. */
  private boolean refill() {
    rejectFailure();
    if (blocks == null || !blocks.next(block)) {
      return false;
    }
    buffer = block.bytes;
    position = 0;
    if (block.length == 0) {
      rejectFailure();
    }
    return true;
  }

  private void rejectFailure() {
    if (block.failure != null) {
      throw new EinkornException(place(line) + block.failure + ".", block.cause);
    }
  }
}
