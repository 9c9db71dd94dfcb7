package org.einkorn.io;

import org.einkorn.element.Constant;
import org.einkorn.storage.CoordinateList;

/**
 * What a file holds. Where {@code sizesKnown} is false, the file did not say how large the tensor
 * is, and its sizes are the largest coordinates found: lower bounds.
 *
 * @param fill the value where there is no entry
 */
public record FileContent(CoordinateList entries, Constant fill, boolean sizesKnown) {
  /** A tensor that is zero where it has no entry. */
  public FileContent(CoordinateList entries, boolean sizesKnown) {
    this(entries, Constant.zero(entries.type()), sizesKnown);
  }

  /** Whether it has an entry for every coordinate. */
  boolean isFull() {
    long coordinates = 1;
    for (int size : entries.dimensions()) {
      // Saturates far above what a list can count.
      coordinates = Math.min(coordinates * size, 1L << 32);
    }
    return entries.count() == coordinates;
  }
}
