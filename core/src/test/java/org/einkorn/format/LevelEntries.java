package org.einkorn.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.einkorn.storage.CoordinateList;

/** The entries of a tensor by the coordinates of its levels, in their order: slow and obvious. */
final class LevelEntries {
  private LevelEntries() {}

  /** For each entry its coordinate in every level, and after those its number in the list. */
  static List<int[]> of(CoordinateList list, Format format) {
    List<int[]> entries = new ArrayList<>();
    int depth = format.depth();
    Map<List<Integer>, Integer> slots = new HashMap<>();
    for (int k : inOrder(list)) {
      int[] entry = new int[depth + 1];
      entry[depth] = k;
      List<Integer> beside = new ArrayList<>();
      for (int l = 0; l < depth; l++) {
        if (format.levelCoordinate(l).isPresent()) {
          entry[l] =
              Math.toIntExact(
                  format
                      .levelCoordinate(l)
                      .get()
                      .evaluate(d -> list.coordinates(d)[k], d -> list.dimensions()[d]));
          if (!format.level(l).properties().branchless()) {
            beside.add(entry[l]);
          }
        }
      }
      for (int l = 0; l < depth; l++) {
        if (format.levelCoordinate(l).isEmpty()) {
          entry[l] = slots.merge(beside, 1, Integer::sum) - 1;
        }
      }
      entries.add(entry);
    }
    entries.sort(LevelEntries::compare);
    return entries;
  }

  private static List<Integer> inOrder(CoordinateList list) {
    Comparator<Integer> order = Comparator.comparing(_ -> 0);
    for (int d = 0; d < list.order(); d++) {
      int[] coordinates = list.coordinates(d);
      order = order.thenComparing(k -> coordinates[k]);
    }
    return IntStream.range(0, list.count()).boxed().sorted(order).toList();
  }

  private static int compare(int[] a, int[] b) {
    for (int l = 0; l < a.length - 1; l++) {
      if (a[l] != b[l]) {
        return Integer.compare(a[l], b[l]);
      }
    }
    return 0;
  }

  /**
   * Packs level l: entries in the order of their parents, one for each child. A child of a level
   * with repeats is told apart from others by the coordinates of the branchless levels below.
   */
  static LevelFormat.Packed pack(
      Format format, int l, int parents, int[] parent, List<int[]> entries, int size) {
    int last = l;
    while (format.repeats(last)) {
      last++;
    }
    int[] order =
        IntStream.range(0, parent.length)
            .boxed()
            .sorted(Comparator.comparing(k -> parent[k]))
            .mapToInt(k -> k)
            .toArray();
    List<Integer> children = new ArrayList<>();
    int[] child = new int[parent.length];
    for (int k : order) {
      int before = children.isEmpty() ? k : children.getLast();
      boolean same =
          !children.isEmpty()
              && parent[before] == parent[k]
              && Arrays.equals(entries.get(before), l, last + 1, entries.get(k), l, last + 1);
      if (!same) {
        children.add(k);
      }
      child[k] = children.size() - 1;
    }
    LevelFormat.Packed packed =
        format
            .level(l)
            .packing()
            .orElseThrow()
            .pack(
                parents,
                children.stream().mapToInt(k -> parent[k]).toArray(),
                children.stream().mapToInt(k -> entries.get(k)[l]).toArray(),
                size);
    return new LevelFormat.Packed(
        packed.arrays(),
        packed.positions(),
        IntStream.of(child).map(c -> packed.position()[c]).toArray());
  }
}
