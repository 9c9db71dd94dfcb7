package org.einkorn.advice;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.einkorn.format.Coordinate;
import org.einkorn.format.Format;
import org.einkorn.format.IndexExpression;
import org.einkorn.storage.CoordinateList;

/**
 * Counts what the levels of a format would hold, from the coordinates alone. Only what is asked for
 * is counted. The entries must differ; sorted ones are counted fastest.
 */
final class Census {
  /** A table may have so many elements for each entry; above that keys are sorted instead. */
  private static final long TABLE_PER_ENTRY = 4;

  private static final long SMALL_TABLE = 1024;

  private final CoordinateList list;
  private final Format format;
  private final Groups[] prefixes;

  Census(CoordinateList list, Format format) {
    this.list = list;
    this.format = format;
    this.prefixes = new Groups[format.depth() + 1];
  }

  /**
   * A number for each entry, the same for entries that agree.
   *
   * @param ordered the numbers never fall from one entry to the next
   */
  private record Groups(int[] of, int number, boolean ordered) {
    /** How many entries the largest group has. */
    int largest() {
      int[] sizes = new int[number];
      int largest = 0;
      for (int group : of) {
        largest = Math.max(largest, ++sizes[group]);
      }
      return largest;
    }
  }

  /** How many different coordinates a dimension has, and how often its most frequent one occurs. */
  static Statistics.Mode mode(CoordinateList list, int dimension) {
    int[] c = list.coordinates(dimension);
    int size = list.dimensions()[dimension];
    Groups groups = split(together(list.count()), k -> c[k], size);
    return new Statistics.Mode(size, groups.number, groups.largest());
  }

  int count() {
    return list.count();
  }

  /** How many children the positions of the level above have together. */
  int children(int level) {
    return level == format.depth() - 1 ? list.count() : prefix(level + 1).number;
  }

  /** The largest number of children that a position of the level above has. */
  int mostChildren(int level) {
    if (level == format.depth() - 1) {
      return prefix(level).largest();
    }
    Groups parents = prefix(level);
    Groups children = prefix(level + 1);
    boolean[] seen = new boolean[children.number];
    int[] sizes = new int[parents.number];
    int most = 0;
    for (int k = 0; k < list.count(); k++) {
      if (!seen[children.of[k]]) {
        seen[children.of[k]] = true;
        most = Math.max(most, ++sizes[parents.of[k]]);
      }
    }
    return most;
  }

  /** How many coordinates a level can have; for slots, how many there must be. */
  double size(int level) {
    return format.levelSize(level).isPresent()
        ? format.levelSize(level).get().evaluate(d -> 0, d -> list.dimensions()[d])
        : slots();
  }

  /** The most entries that agree in all levels with children of their own. */
  private int slots() {
    Groups groups = together(list.count());
    for (int l = 0; l < format.depth(); l++) {
      if (!(format.coordinates().get(l) instanceof Coordinate.Slot)
          && !format.level(l).properties().branchless()) {
        groups = split(groups, column(l), size(l));
      }
    }
    return groups.largest();
  }

  /** The entries by their coordinates in the first so many levels. */
  private Groups prefix(int levels) {
    if (prefixes[levels] == null) {
      prefixes[levels] =
          levels == 0
              ? together(list.count())
              : split(prefix(levels - 1), column(levels - 1), size(levels - 1));
    }
    return prefixes[levels];
  }

  private static Groups together(int count) {
    return new Groups(new int[count], count == 0 ? 0 : 1, true);
  }

  /** Groups whose entries agree in a further coordinate. */
  private static Groups split(Groups groups, IntToLongFunction coordinate, double size) {
    int count = groups.of.length;
    double largestTable = TABLE_PER_ENTRY * count + SMALL_TABLE;
    if (groups.number * size <= largestTable) {
      return byTable(groups, coordinate, (int) size);
    }
    return groups.ordered && size <= largestTable
        ? byStamps(groups, coordinate, (int) size)
        : bySorting(groups, coordinate);
  }

  private static Groups byTable(Groups groups, IntToLongFunction coordinate, int size) {
    int[] numbers = new int[groups.number * size];
    int[] of = new int[groups.of.length];
    int number = 0;
    boolean ordered = true;
    for (int k = 0; k < of.length; k++) {
      int key = groups.of[k] * size + (int) coordinate.applyAsLong(k);
      if (numbers[key] == 0) {
        numbers[key] = ++number;
      }
      of[k] = numbers[key] - 1;
      ordered &= k == 0 || of[k - 1] <= of[k];
    }
    return new Groups(of, number, ordered);
  }

  /** Groups come one after the other, so one table serves all: each entry says whose it is. */
  private static Groups byStamps(Groups groups, IntToLongFunction coordinate, int size) {
    int[] stamps = new int[size];
    int[] numbers = new int[size];
    int[] of = new int[groups.of.length];
    int number = 0;
    boolean ordered = true;
    for (int k = 0; k < of.length; k++) {
      int key = (int) coordinate.applyAsLong(k);
      if (stamps[key] != groups.of[k] + 1) {
        stamps[key] = groups.of[k] + 1;
        numbers[key] = number++;
      }
      of[k] = numbers[key];
      ordered &= k == 0 || of[k - 1] <= of[k];
    }
    return new Groups(of, number, ordered);
  }

  private static Groups bySorting(Groups groups, IntToLongFunction coordinate) {
    int count = groups.of.length;
    long[] keys = new long[count];
    for (int k = 0; k < count; k++) {
      keys[k] = ((long) groups.of[k] << 32) | coordinate.applyAsLong(k);
    }
    long[] sorted = keys.clone();
    Arrays.sort(sorted);
    int number = 0;
    for (int k = 0; k < count; k++) {
      if (k == 0 || sorted[k] != sorted[k - 1]) {
        sorted[number++] = sorted[k];
      }
    }
    int[] of = new int[count];
    boolean ordered = true;
    for (int k = 0; k < count; k++) {
      of[k] =
          k > 0 && keys[k] == keys[k - 1]
              ? of[k - 1]
              : Arrays.binarySearch(sorted, 0, number, keys[k]);
      ordered &= k == 0 || of[k - 1] <= of[k];
    }
    return new Groups(of, number, ordered);
  }

  private IntToLongFunction column(int level) {
    return column(format.levelCoordinate(level).orElse(new IndexExpression.Constant<>(0)));
  }

  private IntToLongFunction column(IndexExpression<Integer> e) {
    return switch (e) {
      case IndexExpression.Value<Integer> v -> {
        int[] c = list.coordinates(v.of());
        yield k -> c[k];
      }
      case IndexExpression.Size<Integer> s -> {
        int size = list.dimensions()[s.of()];
        yield k -> size;
      }
      case IndexExpression.Constant<Integer> c -> k -> c.value();
      case IndexExpression.Add<Integer> a -> {
        IntToLongFunction left = column(a.left());
        IntToLongFunction right = column(a.right());
        yield k -> left.applyAsLong(k) + right.applyAsLong(k);
      }
      case IndexExpression.Subtract<Integer> s -> {
        IntToLongFunction left = column(s.left());
        IntToLongFunction right = column(s.right());
        yield k -> left.applyAsLong(k) - right.applyAsLong(k);
      }
      case IndexExpression.Multiply<Integer> m -> {
        IntToLongFunction left = column(m.left());
        yield k -> left.applyAsLong(k) * m.by();
      }
      case IndexExpression.Divide<Integer> d -> {
        IntToLongFunction left = column(d.left());
        yield k -> left.applyAsLong(k) / d.by();
      }
      case IndexExpression.Modulo<Integer> m -> {
        IntToLongFunction left = column(m.left());
        yield k -> left.applyAsLong(k) % m.by();
      }
    };
  }
}
