package org.einkorn.notation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.einkorn.EinkornException;
import org.einkorn.notation.Expression.Access;

/** What windows say about the sizes of variables, and whether they fit their tensors. */
final class WindowSizes {
  private WindowSizes() {}

  /** How many values the variable of a slice or a selection takes, if the dimension has one. */
  static OptionalInt count(Access access, int dimension, int size, String shown) {
    if (access.windows().isEmpty()) {
      return OptionalInt.empty();
    }
    return switch (access.windows().get(dimension)) {
      case Window.Slice s -> {
        if (s.from() > s.end(size) || s.end(size) > size) {
          throw outside(access, dimension, size, shown, "a window from 0 to at most " + size);
        }
        yield OptionalInt.of(s.count(size));
      }
      case Window.Selection s -> {
        for (int c : s.coordinates()) {
          if (c >= size) {
            throw outside(access, dimension, size, shown, "coordinates below " + size);
          }
        }
        yield OptionalInt.of(s.coordinates().size());
      }
      case Window.Affine a -> {
        if (a.variables().isEmpty() && a.constant() >= size) {
          throw outside(access, dimension, size, shown, "a coordinate below " + size);
        }
        yield OptionalInt.empty();
      }
    };
  }

  private static EinkornException outside(
      Access access, int dimension, int size, String shown, String wayOut) {
    return new EinkornException(
        "The index "
            + access.text(dimension)
            + " of "
            + shown
            + " lies outside of dimension "
            + (dimension + 1)
            + " of "
            + access.tensor()
            + ", which has size "
            + size
            + "; write "
            + wayOut
            + ".");
  }

  /**
   * Sizes for variables that are known by nothing else: as many values as keep the coordinates that
   * are computed from them below the end of their dimensions, or above 0 where they count down.
   */
  static Map<IndexVariable, Integer> valid(
      List<Access> accesses,
      Map<String, int[]> dimensions,
      Function<IndexVariable, Optional<Integer>> sizes) {
    Map<IndexVariable, Integer> found = new LinkedHashMap<>();
    boolean grown = true;
    while (grown) {
      Map<IndexVariable, Integer> next = new LinkedHashMap<>();
      for (Access access : accesses) {
        for (int d = 0; d < access.windows().size(); d++) {
          if (access.windows().get(d) instanceof Window.Affine a) {
            int size = dimensions.get(access.tensor())[d];
            valid(access, a, size, v -> sizes.apply(v).or(() -> Optional.ofNullable(found.get(v))))
                .forEach((v, count) -> next.merge(v, count, Math::min));
          }
        }
      }
      grown = !next.isEmpty();
      found.putAll(next);
    }
    return found;
  }

  /** The one variable of a computed coordinate whose size is open, with the size it gets. */
  private static Map<IndexVariable, Integer> valid(
      Access access,
      Window.Affine window,
      int size,
      Function<IndexVariable, Optional<Integer>> sizes) {
    int open = -1;
    long least = window.constant();
    long most = window.constant();
    for (int k : window.variables()) {
      Optional<Integer> known = sizes.apply(access.indices().get(k));
      if (known.isEmpty()) {
        if (open >= 0) {
          return Map.of();
        }
        open = k;
        continue;
      }
      long reach = (long) window.coefficients().get(k) * Math.max(0, known.get() - 1);
      least += Math.min(0, reach);
      most += Math.max(0, reach);
    }
    if (open < 0) {
      return Map.of();
    }
    int by = window.coefficients().get(open);
    long last = by > 0 ? Math.floorDiv(size - 1 - most, by) : Math.floorDiv(least, -by);
    return Map.of(access.indices().get(open), (int) Math.clamp(last + 1, 0, Integer.MAX_VALUE));
  }
}
