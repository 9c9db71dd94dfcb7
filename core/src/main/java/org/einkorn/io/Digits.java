package org.einkorn.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Decimal digits in a text, eight at once: how many of eight bytes are digits, and what number
 * these make, takes no branch to find out, which a processor would often guess wrong.
 */
final class Digits {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long[] POWERS = {
    1L, 10L, 100L, 1_000L, 10_000L, 100_000L, 1_000_000L, 10_000_000L, 100_000_000L
  };

  private Digits() {}

  /** Eight bytes of a text, the first one lowest, as what they exceed '0' by if they are digits. */
  static long eight(byte[] text, int at) {
    return (long) LONGS.get(text, at) ^ 0x3030303030303030L;
  }

  /** How many digits there are before the first byte that is none. */
  static int count(long eight) {
    // Adding 0x76 leaves 0 to 9 below 0x80; what it carries on only reaches later bytes.
    long others = ((eight + 0x7676767676767676L) | eight) & 0x8080808080808080L;
    return Long.numberOfTrailingZeros(others) >>> 3;
  }

  /** The number that the first so many digits make. */
  static long number(long eight, int count) {
    // They become the last of eight, with zeros before them; a shift by 64 would do nothing.
    int half = 4 * (8 - count);
    long digits = eight << half << half;
    // Neighbours are joined: to two digits, to four, to eight.
    digits = ((digits & 0x0F0F0F0F0F0F0F0FL) * (10 * 0x100 + 1)) >>> 8;
    digits = ((digits & 0x00FF00FF00FF00FFL) * (100 * 0x10000 + 1)) >>> 16;
    return ((digits & 0x0000FFFF0000FFFFL) * (10000L * 0x100000000L + 1)) >>> 32;
  }

  /** A number with the first so many digits written behind it. */
  static long append(long number, long eight, int count) {
    return number * POWERS[count] + number(eight, count);
  }
}
