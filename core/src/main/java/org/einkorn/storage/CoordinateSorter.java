package org.einkorn.storage;

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
  private CoordinateSorter() {}

  /** The list as a tensor whose levels are the dimensions in the given order. */
  public static Storage sort(CoordinateList list, List<Integer> dimensionOrder) {
    int[] order = isSorted(list, dimensionOrder) ? null : sortedOrder(list, dimensionOrder);
    int count = list.count();
    int[] from = new int[count];
    boolean[] starts = new boolean[count];
    int distinct = 0;
    for (int k = 0; k < count; k++) {
      from[k] = order == null ? k : order[k];
      starts[k] = k == 0 || !sameCoordinate(list, from[k - 1], from[k]);
      distinct += starts[k] ? 1 : 0;
    }
    int[][] coordinates = new int[list.order()][distinct];
    Object values = list.type().allocate(distinct);
    for (int d = 0; d < list.order(); d++) {
      int[] source = list.coordinates(d);
      int target = 0;
      for (int k = 0; k < count; k++) {
        if (starts[k]) {
          coordinates[d][target++] = source[from[k]];
        }
      }
    }
    combine(list, from, starts, values);
    return storage(list, dimensionOrder, coordinates, values, distinct);
  }

  private static Storage storage(
      CoordinateList list,
      List<Integer> dimensionOrder,
      int[][] coordinates,
      Object values,
      int count) {
    Format format = Formats.coordinate(list.order()).storing(dimensionOrder);
    List<List<Object>> levels = new ArrayList<>();
    for (int d : dimensionOrder) {
      levels.add(
          levels.isEmpty()
              ? List.of(new int[] {0, count}, coordinates[d])
              : List.of(coordinates[d]));
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

  private static void combine(CoordinateList list, int[] from, boolean[] starts, Object target) {
    ElementType type = list.type();
    int at = -1;
    if (type == ElementType.FLOAT64) {
      double[] in = (double[]) list.values();
      double[] out = (double[]) target;
      for (int k = 0; k < from.length; k++) {
        if (starts[k]) {
          out[++at] = in[from[k]];
        } else {
          out[at] += in[from[k]];
        }
      }
      return;
    }
    for (int k = 0; k < from.length; k++) {
      Constant value = type.get(list.values(), from[k]);
      if (starts[k]) {
        type.set(target, ++at, value);
        continue;
      }
      try {
        type.set(target, at, sum(type.get(target, at), value));
      } catch (ArithmeticException e) {
        throw new EinkornException(
            "The values at coordinate "
                + coordinate(list, from[k])
                + ", counted from 0, have a sum that "
                + type
                + " cannot hold.",
            e);
      }
    }
  }

  private static Constant sum(Constant a, Constant b) {
    return a.type().isFloat()
        ? Constant.of(a.asDouble() + b.asDouble())
        : Constant.of(Math.addExact(a.asLong(), b.asLong()));
  }

  private static List<Integer> coordinate(CoordinateList list, int k) {
    return IntStream.range(0, list.order()).mapToObj(d -> list.coordinates(d)[k]).toList();
  }

  private static boolean sameCoordinate(CoordinateList list, int a, int b) {
    for (int d = 0; d < list.order(); d++) {
      if (list.coordinates(d)[a] != list.coordinates(d)[b]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSorted(CoordinateList list, List<Integer> dimensionOrder) {
    for (int k = 1; k < list.count(); k++) {
      for (int d : dimensionOrder) {
        int[] c = list.coordinates(d);
        if (c[k - 1] > c[k]) {
          return false;
        }
        if (c[k - 1] < c[k]) {
          break;
        }
      }
    }
    return true;
  }

  /** Entry numbers in order: one stable pass for each dimension, the last one first. */
  private static int[] sortedOrder(CoordinateList list, List<Integer> dimensionOrder) {
    int count = list.count();
    int[] order = new int[count];
    for (int k = 0; k < count; k++) {
      order[k] = k;
    }
    int[] next = new int[count];
    for (int d : dimensionOrder.reversed()) {
      int[] c = list.coordinates(d);
      int size = list.dimensions()[d];
      if (size <= 4L * count + 1024) {
        countingPass(c, size, order, next);
      } else {
        comparingPass(c, order, next);
      }
      int[] swap = order;
      order = next;
      next = swap;
    }
    return order;
  }

  private static void countingPass(int[] coordinate, int size, int[] order, int[] next) {
    int[] begin = new int[size + 1];
    for (int k : order) {
      begin[coordinate[k] + 1]++;
    }
    for (int c = 0; c < size; c++) {
      begin[c + 1] += begin[c];
    }
    for (int k : order) {
      next[begin[coordinate[k]]++] = k;
    }
  }

  /**
   * For dimensions far larger than the list: sorts (coordinate, rank so far) pairs, so equal
   * coordinates keep their order.
   */
  private static void comparingPass(int[] coordinate, int[] order, int[] next) {
    long[] keys = new long[order.length];
    for (int rank = 0; rank < order.length; rank++) {
      keys[rank] = ((long) coordinate[order[rank]] << 32) | rank;
    }
    Arrays.sort(keys);
    for (int rank = 0; rank < keys.length; rank++) {
      next[rank] = order[(int) keys[rank]];
    }
  }
}
