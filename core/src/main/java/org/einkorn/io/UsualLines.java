package org.einkorn.io;

/**
 * Reads lines that have the form of nearly all: so many coordinates and a value, which are right.
 * The first line that differs is left to others, who know what else it may be and what to say of
 * it. This is where the time of reading a text goes: a line is read by one method without calls,
 * which is compiled soon, for it is called often.
 */
final class UsualLines {
  /** What stands behind the coordinates. */
  enum Value {
    REAL,
    INTEGER,
    /** Nothing; the value is one. */
    NONE
  }

  /** The beginning of a text is over before the code here is compiled. */
  static final long TEXT_BEFORE = 1 << 20;

  private final int[] sizes;
  private final Value value;

  /** The sign of what is added with row and column exchanged; 0 if nothing is. */
  private final int mirrored;

  private int[][] coordinates;
  private double[] reals;
  private long[] integers;

  /** The number of the next entry. */
  private int next;

  private int end;

  /** {@code sizes}: what the coordinates go up to. */
  UsualLines(int[] sizes, Value value, int mirrored) {
    this.sizes = sizes;
    this.value = value;
    this.mirrored = mirrored;
  }

  /** Behind the last line that was read. */
  int end() {
    return end;
  }

  /**
   * Reads lines of a text from one place to another, but not more than so many, and gives how many
   * they were.
   */
  int read(byte[] text, int from, int to, EntryBuffer part, long most) {
    // A word takes two bytes, with what ends it.
    int words = Math.max(1, sizes.length + (value == Value.NONE ? 0 : 1));
    int room = (to - from) / (2 * words) + 1;
    next = part.add(mirrored == 0 ? room : 2 * room);
    coordinates = part.coordinates;
    reals = part.reals;
    integers = part.integers;
    int lines = 0;
    end = from;
    while (end < to && lines < most) {
      int lineEnd = readLine(text, end);
      if (lineEnd < 0) {
        break;
      }
      end = lineEnd;
      lines++;
    }
    part.truncate(next);
    return lines;
  }

  /** Reads the line from here on and gives where the next one starts; negative if it is unusual. */
  private int readLine(byte[] text, int from) {
    int p = from;
    int k = next;
    for (int d = 0; d < sizes.length; d++) {
      while (isBlank(text[p])) {
        p++;
      }
      long eight = Digits.eight(text, p);
      int count = Digits.count(eight);
      long coordinate = Digits.number(eight, count);
      p += count;
      if (coordinate < 1 || coordinate > sizes[d] || !LineScanner.isWordEnd(text[p])) {
        return -1;
      }
      coordinates[d][k] = (int) coordinate - 1;
    }
    while (isBlank(text[p])) {
      p++;
    }
    p =
        switch (value) {
          case REAL -> readReal(text, p, k);
          case INTEGER -> readInteger(text, p, k);
          case NONE -> {
            reals[k] = 1;
            yield p;
          }
        };
    if (p < 0) {
      return -1;
    }
    while (isBlank(text[p])) {
      p++;
    }
    if (text[p] != '\n') {
      return -1;
    }
    if (mirrored == 0) {
      next = k + 1;
      return p + 1;
    }
    return mirror(k) ? p + 1 : -1;
  }

  private int readInteger(byte[] text, int from, int k) {
    int p = text[from] == '-' ? from + 1 : from;
    long eight = Digits.eight(text, p);
    int count = Digits.count(eight);
    long digits = Digits.number(eight, count);
    int length = count;
    if (count == 8) {
      eight = Digits.eight(text, p + 8);
      count = Digits.count(eight);
      digits = Digits.append(digits, eight, count);
      length += count;
    }
    if (length == 0 || length == 16) {
      return -1;
    }
    integers[k] = text[from] == '-' ? -digits : digits;
    return p + length;
  }

  private int readReal(byte[] text, int from, int k) {
    int negative = text[from] == '-' ? 1 : 0;
    int p = from + negative;
    long eight = Digits.eight(text, p);
    int count = Digits.count(eight);
    long digits = Digits.number(eight, count);
    p += count;
    int length = count;
    int exponent = 0;
    if (text[p] == '.') {
      p++;
      int fraction = p;
      eight = Digits.eight(text, p);
      count = Digits.count(eight);
      digits = Digits.append(digits, eight, count);
      p += count;
      if (count == 8) {
        eight = Digits.eight(text, p);
        count = Digits.count(eight);
        digits = Digits.append(digits, eight, count);
        p += count;
        // The third eight counts if the second is complete; whether it is, no processor can guess.
        eight = Digits.eight(text, p);
        count = Digits.count(eight) & -(count >>> 3);
        digits = Digits.append(digits, eight, count);
        p += count;
      }
      exponent = fraction - p;
      length -= exponent;
    }
    if (length == 0 || length > NumberScanner.MOST_DIGITS) {
      return -1;
    }
    if (NumberScanner.isExponentMark(text[p])) {
      p++;
      boolean down = text[p] == '-';
      p += down || text[p] == '+' ? 1 : 0;
      eight = Digits.eight(text, p);
      count = Digits.count(eight);
      if (count == 0 || count == 8) {
        return -1;
      }
      int power = (int) Digits.number(eight, count);
      exponent += down ? -power : power;
      p += count;
    }
    double magnitude = Decimals.rounded(digits, exponent);
    // The sign as a bit, for no processor can guess it either.
    reals[k] =
        Double.longBitsToDouble(Double.doubleToRawLongBits(magnitude) | (long) negative << 63);
    // Also false if it is not a number.
    return magnitude < Double.POSITIVE_INFINITY ? p : -1;
  }

  /** Adds the entry again on the other side of the diagonal; false if that is not right. */
  private boolean mirror(int k) {
    int row = coordinates[0][k];
    int column = coordinates[1][k];
    if (row > column) {
      coordinates[0][k + 1] = column;
      coordinates[1][k + 1] = row;
      if (reals != null) {
        reals[k + 1] = mirrored * reals[k];
      } else {
        integers[k + 1] = mirrored * integers[k];
      }
      next = k + 2;
      return true;
    }
    next = k + 1;
    return row == column && (mirrored > 0 || (reals != null ? reals[k] == 0 : integers[k] == 0));
  }

  private static boolean isBlank(byte character) {
    return character == ' ' || character == '\t' || character == '\r';
  }
}
