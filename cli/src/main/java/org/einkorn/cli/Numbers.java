package org.einkorn.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.einkorn.EinkornException;
import org.einkorn.advice.Quantities;
import org.einkorn.element.Constant;

/** Numbers as people write and read them. */
final class Numbers {
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

  private Numbers() {}

  /** The number that the text is, if it is one. */
  static OptionalDouble parse(String text) {
    if (DECIMAL.matcher(text).matches()) {
      double value = Double.parseDouble(text);
      if (Double.isInfinite(value)) {
        throw new EinkornException("The number " + text + " is beyond what float64 can hold.");
      }
      return OptionalDouble.of(value);
    }
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan" -> OptionalDouble.of(Double.NaN);
      case "inf", "+inf", "infinity", "+infinity" -> OptionalDouble.of(Double.POSITIVE_INFINITY);
      case "-inf", "-infinity" -> OptionalDouble.of(Double.NEGATIVE_INFINITY);
      default -> OptionalDouble.empty();
    };
  }

  /** All digits that are needed to read the same number back; an integer without a point. */
  static String exact(Constant value) {
    double number = value.asDouble();
    if (!value.type().isFloat() || (number == Math.rint(number) && Math.abs(number) < 1e15)) {
      return Long.toString(value.asLong());
    }
    return value.type().bytes() == Float.BYTES
        ? Float.toString((float) number)
        : Double.toString(number);
  }

  /** Six significant digits, for tables. */
  static String brief(Constant value) {
    double number = value.asDouble();
    if (!Double.isFinite(number) || (number == Math.rint(number) && Math.abs(number) < 1e9)) {
      return exact(value);
    }
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(6)).stripTrailingZeros();
    int magnitude = rounded.precision() - rounded.scale();
    return magnitude > -4 && magnitude <= 9 ? rounded.toPlainString() : rounded.toString();
  }

  static String brief(double value) {
    return brief(Constant.of(value));
  }

  /** An integer with its thousands apart. */
  static String grouped(long value) {
    return Quantities.grouped(value);
  }

  /** So many of something. */
  static String counted(long number, String one, String several) {
    return grouped(number) + " " + (number == 1 ? one : several);
  }

  /** A number of bytes in a unit that suits it. */
  static String bytes(double number) {
    return Quantities.bytes(number);
  }

  /** A share of a whole as a percentage with three significant digits. */
  static String percent(double share) {
    return Quantities.percent(share);
  }
}
