package org.einkorn.storage;

import java.util.List;
import org.einkorn.element.ElementType;
import org.einkorn.support.Workers;

/**
 * Sorts a list that is too long for a processor's caches, on several threads: entries are put into
 * a few hundred groups by their first coordinate, a block of the list at a time, for which it is
 * known where its entries of each group go; then each group is sorted for itself. What comes out
 * does not depend on how many threads there are, nor on the blocks. A row that has most of the
 * entries is sorted by one thread.
 */
final class GroupSort {
  /** There are up to two to that power of groups. */
  private static final int GROUP_BITS = 9;

  private static final int BLOCK = 1 << 18;

  private final CoordinateList list;
  private final List<Integer> dimensionOrder;
  private final int[][] columns;
  private final int[] sizes;
  private final int count;

  /** The coordinate without so many of its lower bits is the number of its group. */
  private final int shift;

  private GroupSort(CoordinateList list, List<Integer> dimensionOrder) {
    this.list = list;
    this.dimensionOrder = dimensionOrder;
    this.columns = dimensionOrder.stream().map(list::coordinates).toArray(int[][]::new);
    this.count = list.count();
    this.sizes = dimensionOrder.stream().mapToInt(d -> list.dimensions()[d]).toArray();
    this.shift = Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(sizes[0]) - GROUP_BITS);
  }

  /** The entries in the order of some dimensions; those at the same coordinates as they come. */
  static CoordinateList sort(CoordinateList list, List<Integer> dimensionOrder) {
    return new GroupSort(list, dimensionOrder).sorted();
  }

  private CoordinateList sorted() {
    Grouped grouped = grouped();
    int[] begins = grouped.begins;
    EntryOrder.Sorted order = order(grouped);
    Object values = list.type().allocate(count);
    Workers.run(
        begins.length - 1,
        g -> list.type().gather(grouped.values, order.entries(), begins[g], begins[g + 1], values));
    return CoordinateSorter.arranged(list, dimensionOrder, order.columns(), values);
  }

  /** Sorts each group; all use the same arrays, each its own part of them. */
  private EntryOrder.Sorted order(Grouped grouped) {
    int[] begins = grouped.begins;
    int[] entries = new int[count];
    int[][] sorted = new int[columns.length][count];
    long[] keys = new long[count];
    Workers.run(
        begins.length - 1,
        g ->
            new EntryOrder(grouped.columns, sizes, sorted, keys)
                .sort(begins[g], begins[g + 1], g << shift, 1 << shift, entries));
    return new EntryOrder.Sorted(entries, sorted);
  }

  /**
   * @param begins where each group begins, and the last one ends
   */
  private record Grouped(int[] begins, int[][] columns, Object values) {}

  private Grouped grouped() {
    int blocks = Math.ceilDiv(count, BLOCK);
    int[][] next = new int[blocks][];
    Workers.run(blocks, b -> next[b] = sizesOfGroups(begin(b), begin(b + 1)));
    int[] begins = toBegins(next);
    int[] places = new int[count];
    int[][] moved = new int[columns.length][count];
    Object values = list.type().allocate(count);
    Workers.run(
        blocks,
        b -> {
          int from = begin(b);
          int to = begin(b + 1);
          for (int k = from; k < to; k++) {
            places[k] = next[b][columns[0][k] >> shift]++;
          }
          for (int c = 0; c < columns.length; c++) {
            ElementType.INT32.scatter(columns[c], places, from, to, moved[c]);
          }
          list.type().scatter(list.values(), places, from, to, values);
        });
    return new Grouped(begins, moved, values);
  }

  /** Where a block of the list begins. */
  private int begin(int number) {
    return (int) Math.min(count, (long) number * BLOCK);
  }

  private int[] sizesOfGroups(int from, int to) {
    int[] entries = new int[(sizes[0] >> shift) + 1]; // the last may be empty
    for (int k = from; k < to; k++) {
      entries[columns[0][k] >> shift]++;
    }
    return entries;
  }

  /**
   * Makes the number of entries that each block has of each group the place where these begin, and
   * tells where groups begin, and the last one ends.
   */
  private static int[] toBegins(int[][] blocks) {
    int groups = blocks[0].length;
    int[] begins = new int[groups + 1];
    int place = 0;
    for (int g = 0; g < groups; g++) {
      begins[g] = place;
      for (int[] ofBlock : blocks) {
        int entries = ofBlock[g];
        ofBlock[g] = place;
        place += entries;
      }
    }
    begins[groups] = place;
    return begins;
  }
}
