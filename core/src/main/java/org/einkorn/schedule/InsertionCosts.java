package org.einkorn.schedule;

import org.einkorn.format.Format;

/**
 * What it costs to fill workspaces that take entries in any order, in units of {@link CostModel},
 * which are some 0.7 nanoseconds. Each was measured.
 */
final class InsertionCosts {
  /** To convert an entry before the loops run. */
  static final double CONVERT = 40;

  /** Into a table, for each of its levels. */
  private static final double INSERT = 10;

  /**
   * To insert into a table of several levels costs so much more each time that it has twice as many
   * entries, as a part of what it costs for few.
   */
  private static final double CROWDED = 0.6;

  private static final double FEW = 1 << 10;

  /** To combine with a value that has a place of its own, or to list the place. */
  private static final double SCATTER = 2;

  /**
   * To make a place for each coordinate before the first entry comes; the chunks of a thread make
   * their own. Many take more memory than the entries do that they are for.
   */
  private static final double MAKE_PLACE = 2;

  private static final double MANY_PLACES = 1 << 22;
  private static final double MAKE_PLACE_OF_MANY = 8;

  /** To empty a table before the first entry comes, and to put it in order after the last. */
  private static final double TABLE = 20;

  private InsertionCosts() {}

  /** Of an entry. */
  static double insertion(Format format) {
    if (format.hasPlaces()) {
      return SCATTER;
    }
    return format.takesInsertions() ? format.order() * INSERT : 0;
  }

  /** Of an entry besides, where there are so many. */
  static double crowded(Format format, double entries) {
    boolean grows = format.order() > 1 && !format.isLocated() && !format.hasPlaces();
    return grows && entries > FEW
        ? insertion(format) * CROWDED * Math.log(entries / FEW) / Math.log(2)
        : 0;
  }

  /** Before the first entry comes, and after the last, so many times. */
  static double making(Format format, double places, double times) {
    if (format.hasPlaces()) {
      return (places <= MANY_PLACES ? MAKE_PLACE : MAKE_PLACE_OF_MANY) * places;
    }
    return format.takesInsertions() ? TABLE * times : 0;
  }
}
