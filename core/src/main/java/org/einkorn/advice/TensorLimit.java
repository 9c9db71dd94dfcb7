package org.einkorn.advice;

import java.util.function.Supplier;
import org.einkorn.EinkornException;
import org.einkorn.format.TensorType;
import org.einkorn.storage.CoordinateList;
import org.einkorn.support.Support;

/**
 * How much memory one tensor may take. What would take more is refused before it is built, whatever
 * its format.
 */
public final class TensorLimit {
  /** The system property that sets the limit, in bytes. */
  public static final String PROPERTY = "einkorn.largestTensor";

  private TensorLimit() {}

  /**
   * The limit in bytes: what the system property says now, else two thirds of the memory that the
   * JVM may use. Collectors keep part of it for young objects, so one tensor cannot have all of it.
   */
  public static double bytes() {
    String given = System.getProperty(PROPERTY);
    if (given == null) {
      return Runtime.getRuntime().maxMemory() * (2.0 / 3);
    }
    try {
      return Long.parseLong(given.strip());
    } catch (NumberFormatException e) {
      throw new EinkornException(
          "The system property "
              + PROPERTY
              + " is '"
              + given
              + "', which is no number of bytes; write for example -D"
              + PROPERTY
              + "=256000000.",
          e);
    }
  }

  /**
   * Refuses a format that is too large for a tensor, and names one that is not.
   *
   * @param most how many entries it has at most
   * @param entries asked for only if so many could be too many
   */
  public static void check(
      TensorType type, int[] dimensions, int most, Supplier<CoordinateList> entries) {
    if (fits(Footprint.atMost(most, dimensions, type))) {
      return;
    }
    Census census = Census.of(entries.get());
    Footprint footprint = Footprint.of(census, type);
    if (!fits(footprint)) {
      int count = census.entries().count();
      throw refusal(
          "A tensor of size "
              + Quantities.sizes(dimensions)
              + " with "
              + count
              + (count == 1 ? " nonzero" : " nonzeros")
              + " would take ",
          type,
          footprint,
          alternative(FormatAdvice.of(census)));
    }
  }

  /**
   * Refuses a tensor whose entries are not known yet if it is too large even without any.
   *
   * @param what begins the sentence
   * @param remedy what to do instead
   */
  public static void check(String what, TensorType type, int[] dimensions, String remedy) {
    Footprint least = Footprint.atLeast(dimensions, type);
    if (!fits(least)) {
      boolean exact = least.equals(Footprint.atMost(Integer.MAX_VALUE, dimensions, type));
      throw refusal(what + " would take " + (exact ? "" : "at least "), type, least, remedy);
    }
  }

  private static boolean fits(Footprint footprint) {
    return footprint.bytes() <= bytes() && footprint.fitsArrays();
  }

  private static String alternative(FormatAdvice advice) {
    FormatAdvice.Choice smallest = advice.choices().getFirst();
    return advice.recommended().bytes() <= bytes()
        ? advice.remedy()
        : (smallest.bytes() <= bytes() ? "" : "even ") + smallest.remedy();
  }

  private static EinkornException refusal(
      String what, TensorType type, Footprint footprint, String remedy) {
    String start = what + Quantities.bytes(footprint.bytes()) + " as " + type.format();
    if (footprint.bytes() <= bytes()) {
      return new EinkornException(
          start
              + ", in an array of more than the "
              + Quantities.grouped(Support.MAX_LENGTH)
              + " elements that one can have: "
              + remedy
              + ".");
    }
    return new EinkornException(
        System.getProperty(PROPERTY) == null
            ? start
                + ", more than two thirds of the memory: "
                + remedy
                + "; -Xmx gives more memory."
            : start
                + ", more than the "
                + Quantities.bytes(bytes())
                + " that "
                + PROPERTY
                + " allows: "
                + remedy
                + ".");
  }
}
