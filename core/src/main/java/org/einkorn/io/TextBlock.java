package org.einkorn.io;

import java.util.Arrays;

/**
 * Some complete lines of a text, each with its newline. Scanning within a line needs no check for
 * the end of the data: the newline stops it.
 */
final class TextBlock {
  /** So much may be read behind the last line, without meaning. */
  static final int MARGIN = Long.BYTES;

  static final int LONGEST_LINE = 1 << 20;

  /** Longer than {@link #length} by the margin at least. */
  byte[] bytes = new byte[MARGIN];

  int length;

  /** How many blocks of the text come before it. */
  int number;

  /** What is wrong with the text right behind these lines; null if nothing is. */
  String failure;

  Exception cause;

  /** How many bytes have room. */
  int capacity() {
    return bytes.length - MARGIN;
  }

  /** Makes room for more bytes, and keeps those that are there. */
  void reserve(int capacity) {
    if (capacity > capacity()) {
      bytes = Arrays.copyOf(bytes, capacity + MARGIN);
    }
  }

  void clear(int newNumber) {
    length = 0;
    number = newNumber;
    failure = null;
    cause = null;
  }

  void fail(String what, Exception why) {
    failure = what;
    cause = why;
  }

  void failForLength() {
    length = 0;
    fail("the line is longer than " + LONGEST_LINE + " bytes, expected a text file", null);
  }

  /** Ends the last line of the text, which may lack its newline. */
  void endLastLine() {
    if (length > 0 && bytes[length - 1] != '\n') {
      reserve(length + 1);
      bytes[length++] = '\n';
    }
  }
}
