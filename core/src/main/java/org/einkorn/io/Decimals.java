package org.einkorn.io;

import java.math.BigInteger;

/**
 * Decimal to binary, correctly rounded, after Lemire, "Number Parsing at a Gigabyte per Second"
 * (2021): one or two 64-bit products with a truncated power of five decide nearly every case.
 */
final class Decimals {
  private static final int SMALLEST_POWER = -342;
  private static final int LARGEST_POWER = 308;
  private static final int MANTISSA_BITS = 52;
  private static final long IMPLICIT_BIT = 1L << MANTISSA_BITS;

  /** Powers of ten that are exact as double. */
  private static final double[] EXACT_POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** Made when a number first needs it: files of short numbers never do. */
  private static final class Powers {
    /** The 128 leading bits of each power of five, two longs each. */
    static final long[] OF_FIVE = powersOfFive();
  }

  private Decimals() {}

  /**
   * The double nearest to digits × 10^exponent, where {@code digits} is unsigned; NaN if that takes
   * arithmetic of more precision than is done here.
   */
  static double toDouble(long digits, int exponent) {
    // Both factors exact: so is the rounding of their product or quotient.
    if (Long.compareUnsigned(digits, 1L << (MANTISSA_BITS + 1)) <= 0) {
      if (exponent >= 0 && exponent < EXACT_POWERS.length) {
        return digits * EXACT_POWERS[exponent];
      }
      if (exponent < 0 && -exponent < EXACT_POWERS.length) {
        return digits / EXACT_POWERS[-exponent];
      }
    }
    return rounded(digits, exponent);
  }

  /** The same for numbers of which as many are short as long, so that asking takes longer. */
  static double rounded(long digits, int exponent) {
    if (digits == 0) {
      return 0;
    }
    if (exponent < SMALLEST_POWER || exponent > LARGEST_POWER) {
      return Double.NaN;
    }
    int shift = Long.numberOfLeadingZeros(digits);
    long factor = digits << shift;
    int index = 2 * (exponent - SMALLEST_POWER);
    long high = Math.unsignedMultiplyHigh(factor, Powers.OF_FIVE[index]);
    long low = factor * Powers.OF_FIVE[index];
    long undecided = -1L >>> (MANTISSA_BITS + 3);
    if ((high & undecided) == undecided) {
      long more = Math.unsignedMultiplyHigh(factor, Powers.OF_FIVE[index + 1]);
      low += more;
      if (Long.compareUnsigned(more, low) > 0) {
        high++;
      }
      if (low == -1L && (exponent < -27 || exponent > 55)) {
        return Double.NaN;
      }
    }
    int upperBit = (int) (high >>> 63);
    int surplus = upperBit + 64 - MANTISSA_BITS - 3;
    long mantissa = high >>> surplus;
    // floor(log2(10^exponent)) as a product; then the bias of the exponent field.
    int power = ((217706 * exponent) >> 16) + 63 + upperBit - shift + 1023;
    if (power <= 0) {
      return Double.NaN;
    }
    // Exactly between two doubles, which only small powers allow: round to even.
    if (Long.compareUnsigned(low, 1) <= 0
        && exponent >= -4
        && exponent <= 23
        && (mantissa & 3) == 1
        && mantissa << surplus == high) {
      mantissa &= ~1L;
    }
    mantissa = (mantissa + (mantissa & 1)) >>> 1;
    if (mantissa == IMPLICIT_BIT << 1) {
      mantissa = IMPLICIT_BIT;
      power++;
    }
    if (power >= 0x7FF) {
      return Double.POSITIVE_INFINITY;
    }
    return Double.longBitsToDouble((mantissa & ~IMPLICIT_BIT) | ((long) power << MANTISSA_BITS));
  }

  private static long[] powersOfFive() {
    long[] table = new long[2 * (LARGEST_POWER - SMALLEST_POWER + 1)];
    BigInteger power = BigInteger.ONE;
    for (int q = 0; q <= -SMALLEST_POWER; q++, power = power.multiply(BigInteger.valueOf(5))) {
      if (q <= LARGEST_POWER) {
        store(table, q, power);
      }
      if (q > 0) {
        // 5^-q rounded up: the smallest numerator that cannot end below the true value.
        int bits = power.subtract(BigInteger.ONE).bitLength();
        int scale = q <= 27 ? bits + 127 : 2 * bits + 128;
        store(table, -q, BigInteger.ONE.shiftLeft(scale).divide(power).add(BigInteger.ONE));
      }
    }
    return table;
  }

  private static void store(long[] table, int exponent, BigInteger value) {
    BigInteger bits = value.shiftRight(value.bitLength() - 128);
    table[2 * (exponent - SMALLEST_POWER)] = bits.shiftRight(64).longValue();
    table[2 * (exponent - SMALLEST_POWER) + 1] = bits.longValue();
  }
}
