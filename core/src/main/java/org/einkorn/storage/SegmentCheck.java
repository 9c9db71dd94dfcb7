package org.einkorn.storage;

import java.util.List;
import java.util.Optional;
import org.einkorn.EinkornException;
import org.einkorn.format.Segments;

/** Sees that arrays that somebody brings are as their format says, as far as kernels rely on it. */
public final class SegmentCheck {
  private SegmentCheck() {}

  /**
   * @throws EinkornException if coordinates are not in order, are there twice, or lie outside
   */
  public static void check(Storage storage) {
    for (int l = 0; l < storage.levels().size(); l++) {
      Optional<Segments> segments = Segments.of(storage.type().format().level(l));
      if (segments.isPresent()) {
        List<Object> arrays = storage.levels().get(l);
        int[] bounds = (int[]) arrays.get(segments.get().bounds());
        int[] list = (int[]) arrays.get(segments.get().list());
        check(storage, l, bounds, list);
      }
    }
  }

  private static void check(Storage storage, int level, int[] bounds, int[] list) {
    int size = size(storage, level);
    for (int p = 0; p + 1 < bounds.length; p++) {
      if (bounds[p] < 0 || bounds[p] > bounds[p + 1] || bounds[p + 1] > list.length) {
        throw wrong(
            storage,
            level,
            "entries %d to %d are said to lie one after the other among %d",
            bounds[p],
            bounds[p + 1],
            list.length);
      }
      int last = -1;
      for (int q = bounds[p]; q < bounds[p + 1]; q++) {
        if (list[q] < 0 || list[q] >= size) {
          throw wrong(storage, level, "coordinate %d is not between 0 and %d", list[q], size - 1);
        }
        if (list[q] <= last) {
          throw wrong(
              storage,
              level,
              "coordinate %d comes after %d, but this format has them in ascending order, each"
                  + " once; sort them, or use a format without order such as coo-unsorted",
              list[q],
              last);
        }
        last = list[q];
      }
    }
  }

  /** Of the dimension that a level stores; of other coordinates it is not known. */
  private static int size(Storage storage, int level) {
    return storage.type().format().isPlain()
        ? storage.dimensions().get(storage.type().format().dimension(level))
        : Integer.MAX_VALUE;
  }

  private static EinkornException wrong(
      Storage storage, int level, String what, Object... numbers) {
    return new EinkornException(
        "The arrays are no tensor in format "
            + storage.type().format()
            + ": in level "
            + (level + 1)
            + ", "
            + what.formatted(numbers)
            + ".");
  }
}
