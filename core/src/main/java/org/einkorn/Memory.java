package org.einkorn;

import java.math.BigInteger;
import java.util.Map;
import java.util.function.Supplier;
import org.einkorn.advice.FormatAdvice;
import org.einkorn.advice.Quantities;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.storage.CoordinateList;
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
    check(subject, type, dimensions, () -> "choose a sparse format for it");
  }

  /** The same for a tensor with these entries, which another format may have room for. */
  static void check(TensorType type, int[] dimensions, Supplier<CoordinateList> entries) {
    check(
        "A tensor",
        type,
        dimensions,
        () -> {
          FormatAdvice.Choice choice = FormatAdvice.of(entries.get()).recommended();
          return choice.format().equals(type.format())
              ? "no format takes less"
              : "choose " + choice.format() + ", which takes " + Quantities.bytes(choice.bytes());
        });
  }

  private static void check(
      String subject, TensorType type, int[] dimensions, Supplier<String> remedy) {
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
              + Quantities.bytes(needed.doubleValue())
              + " but the JVM has room for one of "
              + Quantities.bytes(largest.doubleValue())
              + ": "
              + remedy.get()
              + ", or give more memory with -Xmx.");
    }
    if (positions.compareTo(BigInteger.valueOf(Support.MAX_LENGTH)) > 0) {
      throw new EinkornException(
          what
              + " has "
              + positions
              + " dense entries, more than the "
              + Support.MAX_LENGTH
              + " that an array can hold: "
              + remedy.get()
              + ".");
    }
  }
}
