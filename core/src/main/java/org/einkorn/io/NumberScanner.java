package org.einkorn.io;

import java.math.BigInteger;
import java.util.Locale;

/** Reads numbers from the bytes of a line, without an object for each. */
final class NumberScanner extends LineScanner {
  /** So many digits fit an unsigned long, whatever they are. */
  static final int MOST_DIGITS = 19;

  NumberScanner(String name, TextBlocks blocks) {
    super(name, blocks);
  }

  NumberScanner(String name) {
    super(name);
  }

  /** A 1-based coordinate up to {@code size}, made 0-based; {@code what} names it. */
  int coordinate(String what, int size) {
    skipBlanks();
    int p = position;
    int value = 0;
    int digit;
    while ((digit = buffer[p] - '0') >= 0 && digit <= 9) {
      value = value * 10 + digit;
      p++;
    }
    // Up to nine digits cannot have overflowed.
    if (p - position <= 9 && isWordEnd(buffer[p]) && value >= 1 && value <= size) {
      position = p;
      return value - 1;
    }
    return (int) integer(1, size, coordinateRange(what, size)) - 1;
  }

  private String coordinateRange(String what, int size) {
    if (size == 0) {
      return "no entry, for the tensor has no elements";
    }
    String range = "a " + what + " from 1 to " + size;
    return peek().equals("0") ? range + ", for coordinates in files start at 1" : range;
  }

  /** A value of type int64. */
  long integer() {
    skipBlanks();
    int p = position;
    boolean negative = buffer[p] == '-';
    if (negative || buffer[p] == '+') {
      p++;
    }
    int first = p;
    long value = 0;
    int digit;
    while ((digit = buffer[p] - '0') >= 0 && digit <= 9) {
      value = value * 10 + digit;
      p++;
    }
    if (p > first && p - first <= 18 && isWordEnd(buffer[p])) {
      position = p;
      return negative ? -value : value;
    }
    return integer(
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        "an integer from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE);
  }

  /** An integer in a range, however it is written; {@code expected} is for the error. */
  long integer(long smallest, long largest, String expected) {
    String word = peek();
    if (!word.matches("[+-]?[0-9]+")) {
      throw unexpected(expected);
    }
    BigInteger value = new BigInteger(word);
    if (value.compareTo(BigInteger.valueOf(smallest)) < 0
        || value.compareTo(BigInteger.valueOf(largest)) > 0) {
      throw unexpected(expected);
    }
    position += word.length();
    return value.longValue();
  }

  /** A value of type float64: the double nearest to the decimal in the text. */
  double real() {
    skipBlanks();
    int p = position;
    boolean negative = buffer[p] == '-';
    if (negative || buffer[p] == '+') {
      p++;
    }
    int first = p;
    long digits = 0;
    int digit;
    while ((digit = buffer[p] - '0') >= 0 && digit <= 9) {
      digits = digits * 10 + digit;
      p++;
    }
    int length = p - first;
    int exponent = 0;
    if (buffer[p] == '.') {
      int fraction = ++p;
      while ((digit = buffer[p] - '0') >= 0 && digit <= 9) {
        digits = digits * 10 + digit;
        p++;
      }
      exponent = fraction - p;
      length -= exponent;
    }
    if (length == 0) {
      return specialReal();
    }
    if (isExponentMark(buffer[p])) {
      p++;
      boolean down = buffer[p] == '-';
      if (down || buffer[p] == '+') {
        p++;
      }
      int start = p;
      int power = 0;
      while ((digit = buffer[p] - '0') >= 0 && digit <= 9) {
        // Far beyond any double, and far from overflow.
        power = Math.min(power * 10 + digit, 1 << 24);
        p++;
      }
      if (p == start) {
        throw unexpected("a number");
      }
      exponent += down ? -power : power;
    }
    if (!isWordEnd(buffer[p])) {
      throw unexpected("a number");
    }
    double magnitude =
        length <= MOST_DIGITS
            ? Decimals.toDouble(digits, exponent)
            : longReal(first, length, exponent);
    if (Double.isNaN(magnitude)) {
      magnitude = Double.parseDouble(text(first, p).replace('d', 'e').replace('D', 'e'));
    }
    if (Double.isInfinite(magnitude)) {
      throw unexpected("a number that float64 can hold");
    }
    position = p;
    return negative ? -magnitude : magnitude;
  }

  /**
   * A number of many digits, of which the first ones that count decide, as a rule: if it makes no
   * difference whether the last of them is one more, neither do those that follow. Otherwise NaN.
   */
  private double longReal(int first, int length, int exponent) {
    long digits = 0;
    int used = 0;
    int seen = 0;
    for (int p = first; seen < length && used < MOST_DIGITS; p++) {
      if (buffer[p] != '.') {
        digits = digits * 10 + buffer[p] - '0';
        used += digits == 0 ? 0 : 1;
        seen++;
      }
    }
    double below = Decimals.toDouble(digits, exponent + length - seen);
    return seen == length || below == Decimals.toDouble(digits + 1, exponent + length - seen)
        ? below
        : Double.NaN;
  }

  /** e, or d as Fortran writes it. */
  static boolean isExponentMark(byte character) {
    int lowerCase = character | 0x20;
    return lowerCase == 'e' || lowerCase == 'd';
  }

  private double specialReal() {
    String word = peek();
    double value =
        switch (word.toLowerCase(Locale.ROOT)) {
          case "nan", "+nan", "-nan" -> Double.NaN;
          case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
          case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
          default -> throw unexpected("a number");
        };
    position += word.length();
    return value;
  }
}
