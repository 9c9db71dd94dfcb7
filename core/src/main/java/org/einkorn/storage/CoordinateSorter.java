package org.einkorn.storage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;

/**
 * Brings a coordinate list into the order of some dimensions, duplicates combined by +: a stored
 * tensor of format coo.
 */
public final class CoordinateSorter {
  private static final int BATCH = 4096;

  private CoordinateSorter() {}

  /**
   * The list as a tensor whose levels are the dimensions in the given order. Where nothing has to
   * be moved, it shares the arrays of the list.
   */
  public static Storage sort(CoordinateList list, List<Integer> dimensionOrder) {
    if (isStrictlySorted(columns(list, dimensionOrder), list.count())) {
      return storage(list.trimmed(), dimensionOrder);
    }
    CoordinateList sorted = arrange(list, dimensionOrder);
    return isStrictlySorted(columns(sorted, dimensionOrder), sorted.count())
        ? storage(sorted, dimensionOrder)
        : storage(Duplicates.combineNeighbours(sorted), dimensionOrder);
  }

  /** The entries in the order of some dimensions; duplicates are kept, as they come. */
  public static CoordinateList arrange(CoordinateList list, List<Integer> dimensionOrder) {
    int count = list.count();
    int[][] columns = columns(list, dimensionOrder);
    if (isSorted(columns, count)) {
      return list.trimmed();
    }
    int[] sizes = dimensionOrder.stream().mapToInt(d -> list.dimensions()[d]).toArray();
    if (columns.length > 1
        && EntryOrder.isCountable(sizes[0], count)
        && isSorted(Arrays.copyOfRange(columns, 1, columns.length), count)) {
      return transposed(list, dimensionOrder.getFirst());
    }
    if (count > EntryOrder.LONGEST_IN_CACHE && columns.length > 1) {
      return GroupSort.sort(list, dimensionOrder);
    }
    EntryOrder.Sorted sorted = EntryOrder.sort(columns, sizes, count);
    Object values = list.type().gather(list.values(), sorted.entries());
    return arranged(list, dimensionOrder, sorted.columns(), values);
  }

  /** A list in the order of some dimensions, from its columns in that order. */
  static CoordinateList arranged(
      CoordinateList list, List<Integer> dimensionOrder, int[][] columns, Object values) {
    int[][] coordinates = new int[columns.length][];
    for (int l = 0; l < coordinates.length; l++) {
      coordinates[dimensionOrder.get(l)] = columns[l];
    }
    return new CoordinateList(list.type(), list.dimensions(), coordinates, values, list.count());
  }

  /**
   * Entries that are in the right order but for one dimension, which is to come first, as those of
   * a transposed matrix are: they are counted, and each goes to its place.
   */
  private static CoordinateList transposed(CoordinateList list, int dimension) {
    int count = list.count();
    int[] first = list.coordinates(dimension);
    int[] next = EntryOrder.begins(first, list.dimensions()[dimension], count);
    int[] places = new int[count];
    for (int k = 0; k < count; k++) {
      places[k] = next[first[k]]++;
    }
    int[][] coordinates = new int[list.order()][];
    for (int d = 0; d < coordinates.length; d++) {
      coordinates[d] =
          d == dimension ? EntryOrder.runs(next, count) : moved(list.coordinates(d), places);
    }
    return new CoordinateList(
        list.type(),
        list.dimensions(),
        coordinates,
        list.type().scatter(list.values(), places),
        count);
  }

  /** Whether entries are in the order of their dimensions, and no two at the same coordinates. */
  static boolean isStrictlySorted(CoordinateList list) {
    int[][] columns =
        IntStream.range(0, list.order()).mapToObj(list::coordinates).toArray(int[][]::new);
    return isStrictlySorted(columns, list.count());
  }

  /**
   * For each entry, how many entries before it have the same coordinates in all columns; {@code
   * columns[c][k]}, below {@code sizes[c]}, is coordinate c of entry k.
   */
  public static int[] occurrences(int[][] columns, int[] sizes, int count) {
    int[] numbers = new int[count];
    if (isSorted(columns, count)) {
      for (int k = 1; k < count; k++) {
        numbers[k] = Duplicates.areSame(columns, k - 1, k) ? numbers[k - 1] + 1 : 0;
      }
      return numbers;
    }
    EntryOrder.Sorted sorted = EntryOrder.sort(columns, sizes, count);
    int[] entries = sorted.entries();
    for (int k = 1; k < count; k++) {
      boolean again = Duplicates.areSame(sorted.columns(), k - 1, k);
      numbers[entries[k]] = again ? numbers[entries[k - 1]] + 1 : 0;
    }
    return numbers;
  }

  private static int[] moved(int[] column, int[] places) {
    return (int[]) ElementType.INT32.scatter(column, places);
  }

  private static int[][] columns(CoordinateList list, List<Integer> dimensionOrder) {
    return dimensionOrder.stream().map(list::coordinates).toArray(int[][]::new);
  }

  private static boolean isSorted(int[][] columns, int count) {
    if (columns.length == 1) {
      return isSorted(columns[0], count);
    }
    for (int k = 1; k < count; k++) {
      for (int[] column : columns) {
        if (column[k - 1] > column[k]) {
          return false;
        }
        if (column[k - 1] < column[k]) {
          break;
        }
      }
    }
    return true;
  }

  private static boolean isSorted(int[] column, int count) {
    for (int from = 1; from < count; from += BATCH) {
      int to = (int) Math.min(count, (long) from + BATCH);
      int signs = 0;
      for (int k = from; k < to; k++) {
        signs |= column[k] - column[k - 1];
      }
      if (signs < 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether entries are sorted and no two are at the same coordinates. */
  private static boolean isStrictlySorted(int[][] columns, int count) {
    if (columns.length != 2) {
      return isSorted(columns, count) && Duplicates.distinct(columns, count) == count;
    }
    int[] first = columns[0];
    int[] second = columns[1];
    for (int from = 1; from < count; from += BATCH) {
      int to = (int) Math.min(count, (long) from + BATCH);
      long signs = 0;
      for (int k = from; k < to; k++) {
        long rise = (long) first[k] - first[k - 1];
        long riseWithin = (long) second[k] - second[k - 1];
        // Together positive only if the first one rises, or stays and the second one does.
        signs |= (rise << 32) + riseWithin - 1;
      }
      if (signs < 0) {
        return false;
      }
    }
    return true;
  }

  private static Storage storage(CoordinateList list, List<Integer> dimensionOrder) {
    Format format = Formats.coordinate(list.order()).storing(dimensionOrder);
    List<List<Object>> levels = new ArrayList<>();
    for (int[] column : columns(list, dimensionOrder)) {
      levels.add(levels.isEmpty() ? List.of(new int[] {0, list.count()}, column) : List.of(column));
    }
    boolean none = list.order() == 0 && list.count() == 0;
    return new Storage(
        TensorType.of(list.type(), format),
        Arrays.stream(list.dimensions()).boxed().toList(),
        levels,
        none ? list.type().allocate(1) : list.values());
  }
}
