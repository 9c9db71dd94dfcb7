package org.einkorn.storage;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;

/**
 * Brings a coordinate list into the order of some dimensions, duplicates combined by +: a stored
 * tensor of format coo.
 */
public final class CoordinateSorter {
  private static final int COARSE_BITS = 9;
  private static final int BATCH = 4096;

  private CoordinateSorter() {}

  /**
   * The list as a tensor whose levels are the dimensions in the given order. Where nothing has to
   * be moved, it shares the arrays of the list.
   */
  public static Storage sort(CoordinateList list, List<Integer> dimensionOrder) {
    int count = list.count();
    int[][] columns = columns(list, dimensionOrder);
    Object values = list.values();
    boolean strictlySorted = isStrictlySorted(columns, count);
    if (strictlySorted || isSorted(columns, count)) {
      for (int l = 0; l < columns.length; l++) {
        columns[l] = columns[l].length == count ? columns[l] : Arrays.copyOf(columns[l], count);
      }
      values = list.type().resize(values, count);
    } else {
      int[] sizes = dimensionOrder.stream().mapToInt(d -> list.dimensions()[d]).toArray();
      if (count > EntryOrder.LONGEST_IN_CACHE && columns.length > 1) {
        int[] places = coarsePlaces(columns[0], sizes[0], count);
        columns = Arrays.stream(columns).map(c -> moved(c, places)).toArray(int[][]::new);
        values = list.type().scatter(values, places);
      }
      EntryOrder.Sorted sorted = EntryOrder.sort(columns, sizes, count);
      columns = sorted.columns();
      values = list.type().gather(values, sorted.entries());
    }
    int distinct = strictlySorted ? count : distinct(columns, count);
    if (distinct < count) {
      values = combine(list.type(), values, columns, distinct, dimensionOrder);
      columns = withoutRepeats(columns, count, distinct);
    }
    return storage(list, dimensionOrder, columns, values, distinct);
  }

  /**
   * For each entry, how many entries before it have the same coordinates in all columns; {@code
   * columns[c][k]}, below {@code sizes[c]}, is coordinate c of entry k.
   */
  public static int[] occurrences(int[][] columns, int[] sizes, int count) {
    int[] numbers = new int[count];
    if (isSorted(columns, count)) {
      for (int k = 1; k < count; k++) {
        numbers[k] = sameCoordinates(columns, k - 1, k) ? numbers[k - 1] + 1 : 0;
      }
      return numbers;
    }
    EntryOrder.Sorted sorted = EntryOrder.sort(columns, sizes, count);
    int[] entries = sorted.entries();
    for (int k = 1; k < count; k++) {
      boolean again = sameCoordinates(sorted.columns(), k - 1, k);
      numbers[entries[k]] = again ? numbers[entries[k - 1]] + 1 : 0;
    }
    return numbers;
  }

  /**
   * Where each entry goes if entries are put into a few hundred groups by their first coordinate.
   * In a list so grouped, what is sorted together lies close together.
   */
  private static int[] coarsePlaces(int[] first, int size, int count) {
    int shift = Math.max(0, 32 - Integer.numberOfLeadingZeros(size) - COARSE_BITS);
    int[] next = new int[(size >> shift) + 2];
    for (int k = 0; k < count; k++) {
      next[(first[k] >> shift) + 1]++;
    }
    for (int g = 1; g < next.length; g++) {
      next[g] += next[g - 1];
    }
    int[] places = new int[count];
    for (int k = 0; k < count; k++) {
      places[k] = next[first[k] >> shift]++;
    }
    return places;
  }

  private static int[] moved(int[] column, int[] places) {
    return (int[]) ElementType.INT32.scatter(column, places);
  }

  private static int[][] columns(CoordinateList list, List<Integer> dimensionOrder) {
    return dimensionOrder.stream().map(list::coordinates).toArray(int[][]::new);
  }

  private static boolean isSorted(int[][] columns, int count) {
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

  /** Whether entries are sorted and no two are at the same coordinates. */
  private static boolean isStrictlySorted(int[][] columns, int count) {
    if (columns.length != 2) {
      return isSorted(columns, count) && distinct(columns, count) == count;
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

  private static boolean sameCoordinates(int[][] columns, int a, int b) {
    // The last coordinate differs most often.
    for (int c = columns.length - 1; c >= 0; c--) {
      if (columns[c][a] != columns[c][b]) {
        return false;
      }
    }
    return true;
  }

  /** How many different coordinates sorted entries have. */
  private static int distinct(int[][] columns, int count) {
    int distinct = Math.min(count, 1);
    for (int k = 1; k < count; k++) {
      distinct += sameCoordinates(columns, k - 1, k) ? 0 : 1;
    }
    return distinct;
  }

  private static int[][] withoutRepeats(int[][] columns, int count, int distinct) {
    int[][] kept = new int[columns.length][distinct];
    int at = 0;
    for (int k = 0; k < count; k++) {
      if (k == 0 || !sameCoordinates(columns, k - 1, k)) {
        for (int c = 0; c < columns.length; c++) {
          kept[c][at] = columns[c][k];
        }
        at++;
      }
    }
    return kept;
  }

  private static Object combine(
      ElementType type,
      Object values,
      int[][] columns,
      int distinct,
      List<Integer> dimensionOrder) {
    if (values instanceof double[] v) {
      return sums(v, columns, distinct);
    }
    Object sums = type.allocate(distinct);
    int count = Array.getLength(values);
    int at = -1;
    for (int k = 0; k < count; k++) {
      Constant value = type.get(values, k);
      if (k == 0 || !sameCoordinates(columns, k - 1, k)) {
        type.set(sums, ++at, value);
        continue;
      }
      try {
        type.set(sums, at, sum(type.get(sums, at), value));
      } catch (ArithmeticException e) {
        throw new EinkornException(
            "The values at coordinate "
                + coordinate(columns, dimensionOrder, k)
                + ", counted from 0, have a sum that "
                + type
                + " cannot hold.",
            e);
      }
    }
    return sums;
  }

  private static Constant sum(Constant a, Constant b) {
    return a.type().isFloat()
        ? Constant.of(a.asDouble() + b.asDouble())
        : Constant.of(Math.addExact(a.asLong(), b.asLong()));
  }

  private static List<Integer> coordinate(int[][] columns, List<Integer> dimensionOrder, int k) {
    return IntStream.range(0, columns.length)
        .mapToObj(d -> columns[dimensionOrder.indexOf(d)][k])
        .toList();
  }

  private static double[] sums(double[] values, int[][] columns, int distinct) {
    double[] sums = new double[distinct];
    int at = -1;
    for (int k = 0; k < values.length; k++) {
      if (k == 0 || !sameCoordinates(columns, k - 1, k)) {
        sums[++at] = values[k];
      } else {
        sums[at] += values[k];
      }
    }
    return sums;
  }

  private static Storage storage(
      CoordinateList list,
      List<Integer> dimensionOrder,
      int[][] columns,
      Object values,
      int count) {
    Format format = Formats.coordinate(list.order()).storing(dimensionOrder);
    List<List<Object>> levels = new ArrayList<>();
    for (int[] column : columns) {
      levels.add(levels.isEmpty() ? List.of(new int[] {0, count}, column) : List.of(column));
    }
    Object stored = values;
    if (list.order() == 0 && count == 0) {
      stored = list.type().allocate(1);
    }
    return new Storage(
        TensorType.of(list.type(), format),
        Arrays.stream(list.dimensions()).boxed().toList(),
        levels,
        stored);
  }
}
