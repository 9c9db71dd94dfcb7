package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.advice.Quantities;
import org.einkorn.format.Coordinate;
import org.einkorn.format.Format;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.CoordinateSorter;
import org.einkorn.storage.Storage;

/**
 * Packs coordinate lists into formats whose levels store other coordinates than the dimensions', or
 * are built at once.
 */
final class Packer {
  private final CoordinateList distinct;
  private final Format format;

  private Packer(CoordinateList distinct, Format format) {
    this.distinct = distinct;
    this.format = format;
  }

  /** The entries, in any order and with duplicates, as a tensor of the type. */
  static Storage pack(CoordinateList list, TensorType type) {
    CoordinateList distinct =
        Conversion.entries(CoordinateSorter.sort(list, natural(list.order())));
    Packer packer = new Packer(distinct, type.format());
    List<Integer> dimensions = IntStream.of(list.dimensions()).boxed().toList();
    Storage entries = packer.sortedLevels();
    Storage levels = entries.filled(type.fill());
    Storage packed =
        type.format().isAppendable()
            ? Conversion.converted(
                levels, new TensorType(type.element(), type.format().ofLevels(), type.fill()))
            : packer.build(levels, type);
    return new Storage(type, dimensions, packed.levels(), packed.values());
  }

  /** The entries with the levels' coordinates, in the order of the levels. */
  private Storage sortedLevels() {
    int depth = format.depth();
    int[][] coordinates = new int[depth][];
    int[] sizes = new int[depth];
    int slot = -1;
    for (int l = 0; l < depth; l++) {
      if (format.levelCoordinate(l).isEmpty()) {
        slot = l;
        continue;
      }
      coordinates[l] = evaluate(format.levelCoordinate(l).get(), distinct);
      sizes[l] = size(format.levelSize(l).orElseThrow());
    }
    if (slot >= 0) {
      coordinates[slot] = slots(coordinates, sizes, distinct.count());
      for (int s : coordinates[slot]) {
        sizes[slot] = Math.max(sizes[slot], s + 1);
      }
    }
    CoordinateList mapped =
        new CoordinateList(
            distinct.type(), sizes, coordinates, distinct.values(), distinct.count());
    return CoordinateSorter.sort(mapped, natural(depth));
  }

  /** The size of a level; code computes it with ints. */
  private int size(IndexExpression<Integer> size) {
    if (size.peak(d -> 0, d -> distinct.dimensions()[d]) > Integer.MAX_VALUE) {
      throw new EinkornException(
          "A tensor of size "
              + Quantities.sizes(distinct.dimensions())
              + " cannot be stored as "
              + format
              + ": the sizes of its levels go beyond what an int holds. Choose another format, csr"
              + " or coo for example.");
    }
    return (int) size.evaluate(d -> 0, d -> distinct.dimensions()[d]);
  }

  private static List<Integer> natural(int order) {
    return IntStream.range(0, order).boxed().toList();
  }

  private static int[] evaluate(IndexExpression<Integer> e, CoordinateList entries) {
    if (e instanceof IndexExpression.Value<Integer> v) {
      return entries.coordinates(v.of());
    }
    long[] exact = new long[entries.count()];
    evaluate(e, entries, exact);
    int[] result = new int[exact.length];
    for (int k = 0; k < exact.length; k++) {
      result[k] = Math.toIntExact(exact[k]);
    }
    return result;
  }

  /** Evaluates an expression for all entries, one operation after the other. */
  private static void evaluate(IndexExpression<Integer> e, CoordinateList entries, long[] out) {
    int count = out.length;
    switch (e) {
      case IndexExpression.Value<Integer> v -> {
        int[] coordinates = entries.coordinates(v.of());
        for (int k = 0; k < count; k++) {
          out[k] = coordinates[k];
        }
      }
      case IndexExpression.Size<Integer> s -> Arrays.fill(out, entries.dimensions()[s.of()]);
      case IndexExpression.Constant<Integer> c -> Arrays.fill(out, c.value());
      case IndexExpression.Add<Integer> a -> {
        long[] right = operands(a.left(), a.right(), entries, out);
        for (int k = 0; k < count; k++) {
          out[k] += right[k];
        }
      }
      case IndexExpression.Subtract<Integer> s -> {
        long[] right = operands(s.left(), s.right(), entries, out);
        for (int k = 0; k < count; k++) {
          out[k] -= right[k];
        }
      }
      case IndexExpression.Multiply<Integer> m -> {
        evaluate(m.left(), entries, out);
        for (int k = 0; k < count; k++) {
          out[k] *= m.by();
        }
      }
      case IndexExpression.Divide<Integer> d -> {
        evaluate(d.left(), entries, out);
        for (int k = 0; k < count; k++) {
          out[k] /= d.by();
        }
      }
      case IndexExpression.Modulo<Integer> m -> {
        evaluate(m.left(), entries, out);
        for (int k = 0; k < count; k++) {
          out[k] %= m.by();
        }
      }
    }
  }

  /** Evaluates the left one into {@code out}, and gives the right one. */
  private static long[] operands(
      IndexExpression<Integer> left,
      IndexExpression<Integer> right,
      CoordinateList entries,
      long[] out) {
    long[] second = new long[out.length];
    evaluate(left, entries, out);
    evaluate(right, entries, second);
    return second;
  }

  /**
   * The running number of each entry among those that agree in all levels with children of their
   * own.
   */
  private int[] slots(int[][] coordinates, int[] sizes, int count) {
    int[] levels =
        IntStream.range(0, coordinates.length)
            .filter(l -> !(format.coordinates().get(l) instanceof Coordinate.Slot))
            .filter(l -> !format.level(l).properties().branchless())
            .toArray();
    return CoordinateSorter.occurrences(
        IntStream.of(levels).mapToObj(l -> coordinates[l]).toArray(int[][]::new),
        IntStream.of(levels).map(l -> sizes[l]).toArray(),
        count);
  }

  private Storage build(Storage sorted, TensorType type) {
    int count = sorted.count();
    int[] entry = IntStream.range(0, count).toArray();
    int[] parent = new int[count];
    int parents = 1;
    List<List<Object>> levels = new ArrayList<>();
    int next = 0;
    while (next < format.depth()) {
      int first = next;
      next = runEnd(first);
      // The levels of a coordinate list share positions: one for each distinct tuple of their
      // coordinates.
      int[] leader = leaders(sorted, first, next, entry, parent);
      int[] position = gather(parent, leader);
      for (int l = first; l < next; l++) {
        int[] coordinate = gather(gather((int[]) sorted.levels().get(l).getLast(), entry), leader);
        LevelFormat.Packed packed =
            packing(format.level(l))
                .pack(parents, position, coordinate, sorted.dimensions().get(l));
        levels.add(packed.arrays());
        position = packed.position();
        parents = packed.positions();
      }
      parent = spread(position, leader, count);
      if (!format.level(first).properties().ordered()) {
        // The next level expects its entries by parent; positions of a level without order do not
        // rise.
        int[] order = risingOrder(parent);
        entry = gather(entry, order);
        parent = gather(parent, order);
      }
    }
    Object values = type.element().allocate(parents);
    if (type.fill().asDouble() != 0) {
      for (int p = 0; p < parents; p++) {
        type.element().set(values, p, type.fill());
      }
    }
    for (int k = 0; k < count; k++) {
      type.element().set(values, parent[k], sorted.type().element().get(sorted.values(), entry[k]));
    }
    return new Storage(type, sorted.dimensions(), levels, values);
  }

  /** The level after a repeating one and the branchless ones below it; else the next. */
  private int runEnd(int first) {
    int end = first + 1;
    while (format.repeats(end - 1)) {
      end++;
    }
    return end;
  }

  /**
   * The entries that differ in their parent or in a coordinate of these levels from the one before.
   */
  private static int[] leaders(Storage sorted, int from, int to, int[] entry, int[] parent) {
    return IntStream.range(0, entry.length)
        .filter(
            k ->
                k == 0
                    || parent[k] != parent[k - 1]
                    || IntStream.range(from, to)
                        .anyMatch(
                            l -> {
                              int[] c = (int[]) sorted.levels().get(l).getLast();
                              return c[entry[k]] != c[entry[k - 1]];
                            }))
        .toArray();
  }

  /** What belongs to each leader, for all entries up to the next one. */
  private static int[] spread(int[] ofLeader, int[] leader, int count) {
    int[] result = new int[count];
    for (int k = 0; k < leader.length; k++) {
      Arrays.fill(result, leader[k], k + 1 < leader.length ? leader[k + 1] : count, ofLeader[k]);
    }
    return result;
  }

  private LevelFormat.Packing packing(LevelFormat level) {
    return level
        .packing()
        .orElseThrow(
            () ->
                new EinkornException(
                    "The level format '"
                        + level.name()
                        + "' cannot be combined with the others of '"
                        + format
                        + "', because it cannot be built at once."));
  }

  private static int[] gather(int[] from, int[] index) {
    int[] result = new int[index.length];
    for (int k = 0; k < index.length; k++) {
      result[k] = from[index[k]];
    }
    return result;
  }

  /** The numbers of the elements from the smallest to the largest, equal ones as they come. */
  private static int[] risingOrder(int[] elements) {
    long[] keys = new long[elements.length];
    for (int k = 0; k < keys.length; k++) {
      keys[k] = ((long) elements[k] << 32) | k;
    }
    Arrays.sort(keys);
    int[] order = new int[keys.length];
    for (int k = 0; k < keys.length; k++) {
      order[k] = (int) keys[k];
    }
    return order;
  }
}
