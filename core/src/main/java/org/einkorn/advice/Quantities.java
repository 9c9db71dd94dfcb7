package org.einkorn.advice;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Sizes and shares as people read them. */
public final class Quantities {
  private Quantities() {}

  /** A number of bytes in a unit that suits it. */
  public static String bytes(double number) {
    double bytes = number;
    String[] units = {"bytes", "KB", "MB", "GB", "TB", "PB", "EB"};
    int unit = 0;
    while (bytes >= 1000 && unit < units.length - 1) {
      bytes /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
  }

  /** A share of a whole as a percentage with three significant digits. */
  public static String percent(double share) {
    return new BigDecimal(share * 100)
            .round(new MathContext(3))
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }

  /** An integer with its thousands apart. */
  public static String grouped(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** The size of a tensor, as {@code 3 x 4}. */
  public static String sizes(int... dimensions) {
    return Arrays.stream(dimensions).mapToObj(String::valueOf).collect(Collectors.joining(" x "));
  }
}
