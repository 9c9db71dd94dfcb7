package org.einkorn.advice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.IndexExpression;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.CoordinateSorter;
import org.einkorn.storage.Storage;

/**
 * Counts what the levels of formats would hold, from the coordinates alone. Only what is asked for
 * is counted, and only once.
 */
final class Census implements Footprint.Counts {
  /** A table may have so many elements for each entry; above that keys are sorted instead. */
  private static final long TABLE_PER_ENTRY = 4;

  private static final long SMALL_TABLE = 1024;

  private final CoordinateList list;
  private final int withDuplicates;
  private final Map<List<IndexExpression<Integer>>, Count> counts = new HashMap<>();

  /** Of entries that differ, taken from so many. */
  private Census(CoordinateList distinct, int withDuplicates) {
    this.list = distinct;
    this.withDuplicates = withDuplicates;
  }

  /** A census of entries in any order; duplicates count once, except in formats that keep them. */
  static Census of(CoordinateList entries) {
    List<Integer> natural = IntStream.range(0, entries.order()).boxed().toList();
    Storage sorted = CoordinateSorter.sort(entries, natural);
    return new Census(
        new CoordinateList(
            entries.type(),
            entries.dimensions(),
            sorted.levels().stream().map(arrays -> (int[]) arrays.getLast()).toArray(int[][]::new),
            sorted.values(),
            entries.order() == 0 ? 1 : sorted.count()),
        entries.count());
  }

  /** How many groups of entries there are, and how many entries the largest has. */
  private record Count(int number, int largest) {}

  /**
   * A number for each entry, the same for entries that agree.
   *
   * @param ordered the numbers never fall from one entry to the next
   */
  private record Groups(int[] of, int number, boolean ordered) {
    Count count() {
      int[] sizes = new int[number];
      int largest = 0;
      for (int group : of) {
        largest = Math.max(largest, ++sizes[group]);
      }
      return new Count(number, largest);
    }
  }

  CoordinateList entries() {
    return list;
  }

  /** How the entries are spread over a dimension. */
  Statistics.Mode mode(int dimension) {
    Count count = count(List.of(new IndexExpression.Value<>(dimension)));
    return new Statistics.Mode(list.dimensions()[dimension], count.number, count.largest);
  }

  @Override
  public int children(Format format, int level) {
    if (format.hasDuplicates() && Formats.isList(format)) {
      return withDuplicates;
    }
    return level == format.depth() - 1 ? list.count() : count(prefix(format, level + 1)).number;
  }

  @Override
  public int tuples(Format format, int level) {
    int last = level;
    while (format.repeats(last)) {
      last++;
    }
    return children(format, last);
  }

  @Override
  public int mostChildren(Format format, int level) {
    if (level == format.depth() - 1) {
      return count(prefix(format, level)).largest;
    }
    Groups parents = groups(prefix(format, level));
    Groups children = groups(prefix(format, level + 1));
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

  @Override
  public double size(Format format, int level) {
    return format.levelSize(level).isPresent()
        ? format.levelSize(level).get().evaluate(d -> 0, d -> list.dimensions()[d])
        : slots(format);
  }

  /** The most entries that agree in all levels with children of their own. */
  private int slots(Format format) {
    List<IndexExpression<Integer>> coordinates = new ArrayList<>();
    for (int l = 0; l < format.depth(); l++) {
      if (!format.level(l).properties().branchless()) {
        format.levelCoordinate(l).ifPresent(coordinates::add);
      }
    }
    return count(coordinates).largest;
  }

  /** What the first levels store the coordinates of. */
  private static List<IndexExpression<Integer>> prefix(Format format, int levels) {
    return IntStream.range(0, levels)
        .mapToObj(format::levelCoordinate)
        .flatMap(Optional::stream)
        .toList();
  }

  private Count count(List<IndexExpression<Integer>> coordinates) {
    Count known = counts.get(coordinates);
    if (known == null) {
      known = groups(coordinates).count();
      counts.put(coordinates, known);
    }
    return known;
  }

  /** The entries by these coordinates. */
  private Groups groups(List<IndexExpression<Integer>> coordinates) {
    int count = list.count();
    Groups groups = new Groups(new int[count], count == 0 ? 0 : 1, true);
    for (IndexExpression<Integer> c : coordinates) {
      groups = split(groups, column(c));
    }
    return groups;
  }

  /** Groups whose entries agree in a further coordinate. */
  private static Groups split(Groups groups, IntToLongFunction coordinate) {
    int count = groups.of.length;
    long[] columns = new long[count];
    long size = 0;
    boolean sorted = groups.ordered;
    for (int k = 0; k < count; k++) {
      columns[k] = coordinate.applyAsLong(k);
      size = Math.max(size, columns[k] + 1);
      sorted &= k == 0 || groups.of[k - 1] < groups.of[k] || columns[k - 1] <= columns[k];
    }
    if (sorted) {
      return byRuns(groups, columns);
    }
    double largestTable = TABLE_PER_ENTRY * count + SMALL_TABLE;
    if (groups.number * (double) size <= largestTable) {
      return byTable(groups, columns, (int) size);
    }
    return groups.ordered && size <= largestTable
        ? byStamps(groups, columns, (int) size)
        : bySorting(groups, columns);
  }

  /** Entries that agree stand side by side. */
  private static Groups byRuns(Groups groups, long[] columns) {
    int[] of = new int[columns.length];
    int number = 0;
    for (int k = 0; k < of.length; k++) {
      boolean same = k > 0 && groups.of[k - 1] == groups.of[k] && columns[k - 1] == columns[k];
      number += same ? 0 : 1;
      of[k] = number - 1;
    }
    return new Groups(of, number, true);
  }

  private static Groups byTable(Groups groups, long[] columns, int size) {
    int[] numbers = new int[groups.number * size];
    int[] of = new int[columns.length];
    int number = 0;
    for (int k = 0; k < of.length; k++) {
      int key = groups.of[k] * size + (int) columns[k];
      if (numbers[key] == 0) {
        numbers[key] = ++number;
      }
      of[k] = numbers[key] - 1;
    }
    return new Groups(of, number, false);
  }

  /** Groups come one after the other, so one table serves all: it says whose each element is. */
  private static Groups byStamps(Groups groups, long[] columns, int size) {
    int[] stamps = new int[size];
    int[] numbers = new int[size];
    int[] of = new int[columns.length];
    int number = 0;
    for (int k = 0; k < of.length; k++) {
      int key = (int) columns[k];
      if (stamps[key] != groups.of[k] + 1) {
        stamps[key] = groups.of[k] + 1;
        numbers[key] = number++;
      }
      of[k] = numbers[key];
    }
    return new Groups(of, number, false);
  }

  /** Brings the entries of each group together and sorts each group by the coordinate. */
  private static Groups bySorting(Groups groups, long[] columns) {
    int count = columns.length;
    int[] end = new int[groups.number + 1];
    for (int group : groups.of) {
      end[group]++;
    }
    for (int g = 1; g <= groups.number; g++) {
      end[g] += end[g - 1];
    }
    long[] keys = new long[count];
    for (int k = count - 1; k >= 0; k--) {
      keys[--end[groups.of[k]]] = (columns[k] << 32) | k;
    }
    int[] of = new int[count];
    int number = 0;
    for (int g = 0; g < groups.number; g++) {
      int begin = end[g];
      int stop = g + 1 < groups.number ? end[g + 1] : count;
      Arrays.sort(keys, begin, stop);
      for (int k = begin; k < stop; k++) {
        number += k > begin && keys[k] >>> 32 == keys[k - 1] >>> 32 ? 0 : 1;
        of[(int) keys[k]] = number - 1;
      }
    }
    return new Groups(of, number, false);
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
