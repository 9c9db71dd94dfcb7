package org.einkorn.notation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Reductions.Bound;

/**
 * Settles the sizes of tensors that come from a file which does not give them: at least the largest
 * coordinates, and as large as other tensors or the user make their variables. Contradictions are
 * left in place, for {@link Sizes} to name.
 */
public final class OpenSizes {
  private OpenSizes() {}

  /**
   * The dimensions of all tensors, those of the open ones enlarged.
   *
   * @param open the tensors whose dimensions are lower bounds
   * @param given sizes for variables, by the name that was written
   */
  public static Map<String, int[]> settle(
      Assignment assignment,
      Map<String, int[]> dimensions,
      Set<String> open,
      Map<String, Integer> given) {
    if (open.isEmpty()) {
      return dimensions;
    }
    Bound bound = Reductions.bindTracked(assignment);
    List<Access> accesses =
        Stream.concat(
                Stream.of(bound.assignment().target()),
                Expressions.accesses(bound.assignment().value()).stream())
            .filter(a -> dimensions.containsKey(a.tensor()))
            .filter(a -> dimensions.get(a.tensor()).length == a.order())
            .toList();
    Map<String, int[]> settled = new HashMap<>();
    dimensions.forEach((name, sizes) -> settled.put(name, sizes.clone()));
    Map<IndexVariable, Integer> known = new HashMap<>();
    for (Access access : accesses) {
      for (int d = 0; d < access.order(); d++) {
        if (access.plain(d).isEmpty()) {
          continue; // what is cut out of a tensor does not say how large it is
        }
        IndexVariable variable = access.plain(d).get();
        Integer size = given.get(bound.written().getOrDefault(variable, variable).name());
        if (!open.contains(access.tensor())) {
          known.put(representative(bound, variable), settled.get(access.tensor())[d]);
        } else if (size != null) {
          known.putIfAbsent(representative(bound, variable), size);
        }
      }
    }
    // One open tensor may tie two variables together, so sizes pass on until nothing grows.
    boolean grown = true;
    while (grown) {
      Map<IndexVariable, Integer> sizes = new HashMap<>(known);
      for (Access access : accesses) {
        for (int d = 0; d < access.order(); d++) {
          int size = settled.get(access.tensor())[d];
          access
              .plain(d)
              .map(v -> representative(bound, v))
              .filter(v -> !known.containsKey(v))
              .ifPresent(v -> sizes.merge(v, size, Math::max));
        }
      }
      grown = false;
      for (Access access : accesses) {
        if (open.contains(access.tensor())) {
          int[] own = settled.get(access.tensor());
          grown |= grow(own, sizesOf(bound, access, sizes, own));
        }
      }
    }
    return settled;
  }

  private static IndexVariable representative(Bound bound, IndexVariable variable) {
    return bound.copies().getOrDefault(variable, variable);
  }

  private static int[] sizesOf(
      Bound bound, Access access, Map<IndexVariable, Integer> sizes, int[] own) {
    int[] wanted = own.clone();
    for (int d = 0; d < wanted.length; d++) {
      int least = own[d];
      wanted[d] =
          access
              .plain(d)
              .map(v -> sizes.getOrDefault(representative(bound, v), least))
              .orElse(least);
    }
    return wanted;
  }

  private static boolean grow(int[] sizes, int[] wanted) {
    int[] before = sizes.clone();
    Arrays.setAll(sizes, d -> Math.max(sizes[d], wanted[d]));
    return !Arrays.equals(before, sizes);
  }
}
