package org.einkorn.advice;

import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.storage.CoordinateList;
import org.einkorn.support.Support;

/**
 * How much memory a tensor takes in a format, found before anything is allocated: every level says
 * what it would need.
 *
 * @param bytes of the values and of all arrays of the levels
 * @param longest how many elements the longest array has, or more
 * @param values how many values are stored, padding too
 * @param segments how many stretches of values there are for the innermost loop to run through
 */
public record Footprint(double bytes, double longest, double values, double segments) {
  /** The footprint of a tensor with these entries, in any order and perhaps with duplicates. */
  public static Footprint of(CoordinateList entries, TensorType type) {
    return of(Census.of(entries), type);
  }

  /** What a tensor takes even if it has no entries at all. */
  static Footprint atLeast(int[] dimensions, TensorType type) {
    return of(new CoordinateList(type.element(), dimensions), type);
  }

  /** What a tensor with so many entries takes at most, wherever they lie. */
  public static Footprint atMost(int entries, int[] dimensions, TensorType type) {
    return of(new LargestCounts(entries, dimensions), type);
  }

  static Footprint of(Counts counts, TensorType type) {
    Format format = type.format();
    double parents = 1;
    double bytes = 0;
    double longest = 0;
    double segments = 1;
    for (int l = 0; l < format.depth(); l++) {
      LevelFormat.Extent extent = format.level(l).extent(population(counts, format, l, parents));
      if (extent.bytes() > 0) {
        longest = Math.max(longest, Math.max(parents + 1, extent.positions()));
      }
      bytes += extent.bytes();
      segments =
          format.level(l).properties().branchless() ? counts.children(format, l - 1) : parents;
      parents = extent.positions();
    }
    return new Footprint(
        bytes + parents * type.element().bytes(), Math.max(longest, parents), parents, segments);
  }

  private static LevelFormat.Population population(
      Counts counts, Format format, int level, double parents) {
    return new LevelFormat.Population() {
      @Override
      public double parents() {
        return parents;
      }

      @Override
      public int tuples() {
        return counts.tuples(format, level);
      }

      @Override
      public int children() {
        return counts.children(format, level);
      }

      @Override
      public int mostChildren() {
        return counts.mostChildren(format, level);
      }

      @Override
      public double size() {
        return counts.size(format, level);
      }
    };
  }

  /** Whether arrays can be as long. */
  boolean fitsArrays() {
    return longest <= Support.MAX_LENGTH;
  }

  /** How many entries there are at each level of a format. */
  interface Counts {
    /** How many children the positions of the level above have together. */
    int children(Format format, int level);

    /** The same, told apart by the branchless levels below a repeating one too. */
    int tuples(Format format, int level);

    /** The largest number of children that a position of the level above has. */
    int mostChildren(Format format, int level);

    /** How many coordinates a level can have; for slots, how many there must be. */
    double size(Format format, int level);
  }

  /** No count can be larger with so many entries. */
  private record LargestCounts(int entries, int[] dimensions) implements Counts {
    @Override
    public int children(Format format, int level) {
      return entries;
    }

    @Override
    public int tuples(Format format, int level) {
      return entries;
    }

    @Override
    public int mostChildren(Format format, int level) {
      return (int) Math.min(entries, size(format, level));
    }

    @Override
    public double size(Format format, int level) {
      return format
          .levelSize(level)
          .map(size -> (double) size.evaluate(d -> 0, d -> dimensions[d]))
          .orElse((double) entries);
    }
  }
}
