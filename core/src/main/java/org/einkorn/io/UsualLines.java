package org.einkorn.io;

/**
 * Reads lines that have the form of nearly all: so many coordinates and a value, which are right.
 * The first line that differs is left to others, who know what else it may be and what to say of
 * it. This is where the time of reading a text goes: one method with a loop, whose variables stay
 * in registers, reads a few lines each time it is called, so that it is compiled soon.
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
  static final long TEXT_BEFORE = 1 << 22;

  private static final int LINES_AT_ONCE = 16;

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

  /** The exponent that was read last. */
  private int power;

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
    end = from;
    int lines = 0;
    int read;
    do {
      read = readLines(text, to, (int) Math.min(LINES_AT_ONCE, most - lines));
      lines += read;
    } while (read == LINES_AT_ONCE);
    part.truncate(next);
    return lines;
  }

  private int readLines(byte[] text, int to, int most) {
    int order = sizes.length;
    int lines = 0;
    int k = next;
    int p = end;
    line:
    while (p < to && lines < most) {
      for (int d = 0; d < order; d++) {
        while (isBlank(text[p])) {
          p++;
        }
        long eight = Digits.eight(text, p);
        int count = Digits.count(eight);
        long coordinate = Digits.number(eight, count);
        p += count;
        if (coordinate < 1 || coordinate > sizes[d] || !LineScanner.isWordEnd(text[p])) {
          break line;
        }
        coordinates[d][k] = (int) coordinate - 1;
      }
      while (isBlank(text[p])) {
        p++;
      }
      if (value == Value.NONE) {
        reals[k] = 1;
      } else {
        int first = p;
        int negative = text[p] == '-' ? 1 : 0;
        p += negative;
        long eight = Digits.eight(text, p);
        int count = Digits.count(eight);
        long digits = Digits.number(eight, count);
        p += count;
        int length = count;
        if (value == Value.INTEGER) {
          if (count == 0 || count == 8) {
            break line;
          }
          integers[k] = negative == 0 ? digits : -digits;
        } else {
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
              // The third eight counts if the second is full; if it is, no processor can guess.
              eight = Digits.eight(text, p);
              count = Digits.count(eight) & -(count >>> 3);
              digits = Digits.append(digits, eight, count);
              p += count;
            }
            exponent = fraction - p;
            length -= exponent;
          }
          if (length > NumberScanner.MOST_DIGITS) {
            length -= leadingZeros(text, first + negative);
          }
          if (length == 0 || length > NumberScanner.MOST_DIGITS) {
            break line;
          }
          if (NumberScanner.isExponentMark(text[p])) {
            p = readPower(text, p + 1);
            exponent += power;
          }
          double magnitude = Decimals.rounded(digits, exponent);
          // The second one is also true if it is not a number.
          if (p < 0 || !(magnitude < Double.POSITIVE_INFINITY)) {
            break line;
          }
          // The sign as a bit, for no processor can guess it either.
          reals[k] =
              Double.longBitsToDouble(
                  Double.doubleToRawLongBits(magnitude) | (long) negative << 63);
        }
        while (isBlank(text[p])) {
          p++;
        }
      }
      if (text[p] != '\n') {
        break line;
      }
      int copies = mirrored == 0 ? 0 : mirror(k);
      if (copies < 0) {
        break line;
      }
      k += 1 + copies;
      p++;
      end = p;
      lines++;
    }
    next = k;
    return lines;
  }

  /** Reads what follows the mark of an exponent and gives where it ends. */
  private int readPower(byte[] text, int from) {
    boolean down = text[from] == '-';
    int p = down || text[from] == '+' ? from + 1 : from;
    long eight = Digits.eight(text, p);
    int count = Digits.count(eight);
    if (count == 0 || count == 8) {
      return -1;
    }
    int magnitude = (int) Digits.number(eight, count);
    power = down ? -magnitude : magnitude;
    return p + count;
  }

  /** How many zeros come first, with or without a point among them. */
  private static int leadingZeros(byte[] text, int from) {
    int zeros = 0;
    for (int p = from; text[p] == '0' || text[p] == '.'; p++) {
      zeros += text[p] == '0' ? 1 : 0;
    }
    return zeros;
  }

  /**
   * Adds the entry again on the other side of the diagonal; gives how often, and -1 if it must not
   * be where it is.
   */
  private int mirror(int k) {
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
      return 1;
    }
    boolean zero = reals != null ? reals[k] == 0 : integers[k] == 0;
    return row == column && (mirrored > 0 || zero) ? 0 : -1;
  }

  private static boolean isBlank(byte character) {
    // Most are not, and that is told by the first comparison.
    return character <= ' ' && (character == ' ' || character == '\t' || character == '\r');
  }
}
