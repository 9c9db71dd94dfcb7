package org.einkorn.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Window;

/** The values of a window's variable at which the window means a given coordinate. */
interface WindowInverse {
  /** Every coordinate is the value itself. */
  WindowInverse IDENTITY = coordinate -> coordinate;

  /** The first of them, or -1. */
  int first(int coordinate);

  /** The one after {@code value}, or -1. */
  default int next(int coordinate, int value) {
    return -1;
  }

  /** For a window that depends on one variable or, as if that had one value, on none. */
  static WindowInverse of(Window window, Access access, Map<IndexVariable, Integer> sizes) {
    if (window.variables().isEmpty()) {
      long only = window.at(new int[access.indices().size()]);
      return coordinate -> coordinate == only ? 0 : -1;
    }
    int variable = window.variables().getFirst();
    int size = sizes.get(access.indices().get(variable));
    return switch (window) {
      case Window.Affine a -> line(a.coefficients().get(variable), a.constant(), size);
      case Window.Slice s -> line(s.step(), s.from(), size);
      case Window.Selection s -> selection(s.coordinates());
    };
  }

  private static WindowInverse line(int by, int from, int size) {
    return coordinate -> {
      long distance = (long) coordinate - from;
      long value = distance / by;
      return distance % by == 0 && value >= 0 && value < size ? (int) value : -1;
    };
  }

  private static WindowInverse selection(List<Integer> coordinates) {
    int[] values =
        IntStream.range(0, coordinates.size())
            .boxed()
            .sorted((a, b) -> coordinates.get(a) - coordinates.get(b))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] sorted = IntStream.of(values).map(coordinates::get).toArray();
    int[] placeOf = new int[values.length];
    for (int p = 0; p < values.length; p++) {
      placeOf[values[p]] = p;
    }
    return new WindowInverse() {
      @Override
      public int first(int coordinate) {
        int p = Arrays.binarySearch(sorted, coordinate);
        while (p > 0 && sorted[p - 1] == coordinate) {
          p--;
        }
        return p < 0 ? -1 : values[p];
      }

      @Override
      public int next(int coordinate, int value) {
        int p = placeOf[value] + 1;
        return p < sorted.length && sorted[p] == coordinate ? values[p] : -1;
      }
    };
  }
}
