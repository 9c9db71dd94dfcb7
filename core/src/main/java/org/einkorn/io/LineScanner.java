package org.einkorn.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.einkorn.EinkornException;

/**
 * Takes a text apart, line by line and word by word, and knows where it is when something is wrong.
 * Words are separated by blanks.
 *
 * <p>The buffer always ends with a complete line, so that scanning within a line needs no check for
 * the end of the data: the newline stops it.
 */
class LineScanner {
  private static final int BLOCK = 1 << 18;
  private static final int LONGEST_LINE = 1 << 20;
  private static final int LONGEST_QUOTE = 40;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** Changes only between lines. */
  protected byte[] buffer = new byte[BLOCK];

  /** The next byte to look at. */
  protected int position;

  private final String name;
  private final InputStream in;

  /** Behind the last newline in the buffer. */
  private int end;

  /** Behind the last byte in the buffer; from {@code end} to here lies the beginning of a line. */
  private int filled;

  private boolean exhausted;
  private long line = 1;

  LineScanner(String name, InputStream in) {
    this.name = name;
    this.in = in;
    int mark = BYTE_ORDER_MARK.length;
    if (refill() && Arrays.mismatch(buffer, 0, mark, BYTE_ORDER_MARK, 0, mark) < 0) {
      position = mark;
    }
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
    while (position < end || refill()) {
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

  /** Brings in more complete lines when all are used up; false if none is left. */
  private boolean refill() {
    System.arraycopy(buffer, end, buffer, 0, filled - end);
    filled -= end;
    position = 0;
    end = 0;
    while (end == 0 && !exhausted) {
      // One byte stays free for the newline that the last line may lack.
      if (filled == buffer.length - 1) {
        if (filled >= LONGEST_LINE) {
          throw wrong("the line is longer than " + LONGEST_LINE + " bytes, expected a text file");
        }
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
      int count = readBlock();
      exhausted = count < 0;
      int before = filled;
      filled += Math.max(0, count);
      for (int p = filled; p > before && end == 0; p--) {
        end = buffer[p - 1] == '\n' ? p : 0;
      }
    }
    if (end == 0 && filled > 0) {
      buffer[filled++] = '\n';
      end = filled;
    }
    return end > 0;
  }

  private int readBlock() {
    try {
      return in.read(buffer, filled, buffer.length - 1 - filled);
    } catch (EOFException e) {
      throw new EinkornException(place(line) + "the gzip data end here, in the middle.", e);
    } catch (ZipException e) {
      throw new EinkornException(place(line) + "the gzip data are damaged from here on.", e);
    } catch (IOException e) {
      throw new EinkornException(place(line) + "reading failed: " + e.getMessage() + ".", e);
    }
  }
}
