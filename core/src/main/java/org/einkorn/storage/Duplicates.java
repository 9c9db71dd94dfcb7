package org.einkorn.storage;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;

/** Entries at the same coordinates: their values add up. */
public final class Duplicates {
  private Duplicates() {}

  /** The list with one entry for each coordinate, where the first one stood. */
  public static CoordinateList combine(CoordinateList list) {
    int count = list.count();
    int[][] columns = columns(list);
    if (CoordinateSorter.isStrictlySorted(list)) {
      return list.trimmed();
    }
    EntryOrder.Sorted sorted = EntryOrder.sort(columns, list.dimensions(), count);
    if (distinct(sorted.columns(), count) == count) {
      return list.trimmed();
    }
    Object values = list.copy().values();
    int[] entries = sorted.entries();
    boolean[] again = new boolean[count];
    int first = 0;
    for (int k = 1; k < count; k++) {
      if (areSame(sorted.columns(), k - 1, k)) {
        add(list, values, entries[first], entries[k]);
        again[entries[k]] = true;
      } else {
        first = k;
      }
    }
    return keep(list, values, again);
  }

  /** The same for a list in which equal coordinates stand side by side. */
  static CoordinateList combineNeighbours(CoordinateList list) {
    int count = list.count();
    int[][] columns = columns(list);
    if (distinct(columns, count) == count) {
      return list.trimmed();
    }
    Object values = list.copy().values();
    boolean[] again = new boolean[count];
    int first = 0;
    for (int k = 1; k < count; k++) {
      again[k] = areSame(columns, k - 1, k);
      if (again[k]) {
        add(list, values, first, k);
      } else {
        first = k;
      }
    }
    return keep(list, values, again);
  }

  private static int[][] columns(CoordinateList list) {
    return IntStream.range(0, list.order()).mapToObj(list::coordinates).toArray(int[][]::new);
  }

  static boolean areSame(int[][] columns, int a, int b) {
    // The last coordinate differs most often.
    for (int c = columns.length - 1; c >= 0; c--) {
      if (columns[c][a] != columns[c][b]) {
        return false;
      }
    }
    return true;
  }

  /** How many different coordinates there are if equal ones stand side by side. */
  static int distinct(int[][] columns, int count) {
    int distinct = Math.min(count, 1);
    for (int k = 1; k < count; k++) {
      distinct += areSame(columns, k - 1, k) ? 0 : 1;
    }
    return distinct;
  }

  private static void add(CoordinateList list, Object values, int first, int again) {
    if (values instanceof double[] numbers) {
      numbers[first] += numbers[again];
      return;
    }
    ElementType type = list.type();
    try {
      type.set(values, first, sum(type.get(values, first), type.get(values, again)));
    } catch (ArithmeticException e) {
      List<Integer> coordinate = Arrays.stream(columns(list)).map(column -> column[first]).toList();
      throw new EinkornException(
          "The values at coordinate "
              + coordinate
              + ", counted from 0, have a sum that "
              + type
              + " cannot hold.",
          e);
    }
  }

  private static Constant sum(Constant a, Constant b) {
    return a.type().isFloat()
        ? Constant.of(a.asDouble() + b.asDouble())
        : Constant.of(Math.addExact(a.asLong(), b.asLong()));
  }

  private static CoordinateList keep(CoordinateList list, Object values, boolean[] again) {
    int[] kept = new int[again.length];
    int count = 0;
    for (int k = 0; k < again.length; k++) {
      kept[count] = k;
      count += again[k] ? 0 : 1;
    }
    int[] indices = Arrays.copyOf(kept, count);
    int[][] coordinates =
        Arrays.stream(columns(list))
            .map(column -> (int[]) ElementType.INT32.gather(column, indices))
            .toArray(int[][]::new);
    return new CoordinateList(
        list.type(), list.dimensions(), coordinates, list.type().gather(values, indices), count);
  }
}
