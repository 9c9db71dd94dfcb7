package org.einkorn.runtime;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.einkorn.EinkornException;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.storage.Storage;
import org.einkorn.support.Support;

/**
 * How much memory a tensor takes in a format, found from its sorted coordinates before anything is
 * allocated.
 */
public final class Footprint {
  private Footprint() {}

  /** Refuses what would not fit. */
  static void check(Storage sorted, TensorType type, List<Integer> dimensions) {
    double bytes = bytes(sorted, type);
    long limit = Runtime.getRuntime().maxMemory() / 2;
    if (bytes > limit || positions(sorted, type.format()) > Support.MAX_LENGTH) {
      throw new EinkornException(
          "A tensor of size "
              + dimensions.stream().map(String::valueOf).collect(Collectors.joining(" x "))
              + " with "
              + sorted.count()
              + " nonzeros would take "
              + readable(bytes)
              + " as "
              + type.format()
              + "; choose another format, for example "
              + (type.order() == 2 ? "csr" : "csf")
              + ".");
    }
  }

  /** The bytes of values and coordinates, for entries sorted by the levels of the type's format. */
  static double bytes(Storage sorted, TensorType type) {
    double positions = 1;
    double bytes = 0;
    for (int l = 0; l < type.format().depth(); l++) {
      double parents = positions;
      positions = next(sorted, type.format(), l, positions);
      if (!type.format().level(l).arrays().isEmpty()) {
        bytes += 4 * (positions + parents);
      }
    }
    return bytes + positions * type.element().bytes();
  }

  private static double positions(Storage sorted, Format format) {
    double positions = 1;
    for (int l = 0; l < format.depth(); l++) {
      positions = next(sorted, format, l, positions);
    }
    return positions;
  }

  private static double next(Storage sorted, Format format, int l, double parents) {
    LevelFormat.Properties level = format.level(l).properties();
    if (level.branchless()) {
      return parents;
    }
    if (format.level(l).location().isPresent() || level.padded()) {
      return parents * Math.max(1, sorted.dimensions().get(l));
    }
    return level.unique() ? distinct(sorted, l) : sorted.count();
  }

  /** How many different coordinates the first levels have together. */
  private static int distinct(Storage sorted, int level) {
    int distinct = 0;
    for (int k = 0; k < sorted.count(); k++) {
      boolean same = k > 0;
      for (int l = 0; same && l <= level; l++) {
        int[] c = (int[]) sorted.levels().get(l).getLast();
        same = c[k] == c[k - 1];
      }
      distinct += same ? 0 : 1;
    }
    return distinct;
  }

  static String readable(double bytes) {
    String[] units = {"bytes", "KB", "MB", "GB", "TB", "PB"};
    double value = bytes;
    int unit = 0;
    while (value >= 1000 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  }
}
