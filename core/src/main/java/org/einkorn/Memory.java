package org.einkorn;

import java.math.BigInteger;
import java.util.Map;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.support.Support;

/** Says before it is allocated that a result cannot fit into memory. */
final class Memory {
  private Memory() {}

  /** Refuses a result whose dense outer levels alone are larger than the memory of the JVM. */
  static void check(Access target, TensorType type, Map<IndexVariable, Integer> sizes) {
    check(
        "The result " + target.tensor(),
        type,
        target.indices().stream().mapToInt(sizes::get).toArray());
  }

  /** The same for any tensor; the message begins with {@code subject}. */
  static void check(String subject, TensorType type, int[] dimensions) {
    if (!type.format().isPlain()) {
      return; // how large it gets depends on the entries; packing looks at them first
    }
    BigInteger positions = BigInteger.ONE;
    int bytes = type.element().bytes();
    for (int l = 0; l < type.order(); l++) {
      LevelFormat level = type.format().level(l);
      if (level.location().isEmpty()) {
        bytes = 4;
        break;
      }
      positions = positions.multiply(BigInteger.valueOf(dimensions[type.format().dimension(l)]));
    }
    BigInteger needed = positions.multiply(BigInteger.valueOf(bytes));
    BigInteger available = BigInteger.valueOf(Runtime.getRuntime().maxMemory());
    // Collectors keep part of the heap for young objects, so one array cannot have all of it.
    BigInteger largest = available.multiply(BigInteger.TWO).divide(BigInteger.valueOf(3));
    String what = subject + " of size " + Tensor.sizes(dimensions) + " as " + type.format();
    if (needed.compareTo(largest) > 0) {
      throw new EinkornException(
          what
              + " needs "
              + readable(needed)
              + " but the JVM has room for one of "
              + readable(largest)
              + ": choose a sparse format for it, or give more memory with -Xmx.");
    }
    if (positions.compareTo(BigInteger.valueOf(Support.MAX_LENGTH)) > 0) {
      throw new EinkornException(
          what
              + " has "
              + positions
              + " dense entries, more than the "
              + Support.MAX_LENGTH
              + " that an array can hold: choose a sparse format for it.");
    }
  }

  private static String readable(BigInteger bytes) {
    String[] units = {"bytes", "KB", "MB", "GB", "TB", "PB"};
    double value = bytes.doubleValue();
    int unit = 0;
    while (value >= 1000 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    return unit == 0
        ? bytes + " bytes"
        : String.format(java.util.Locale.ROOT, "%.1f %s", value, units[unit]);
  }
}
