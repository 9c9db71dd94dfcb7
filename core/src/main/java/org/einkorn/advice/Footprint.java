package org.einkorn.advice;

import org.einkorn.EinkornException;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.TensorType;
import org.einkorn.storage.CoordinateList;
import org.einkorn.support.Support;

/**
 * How much memory a tensor takes in a format, found from its coordinates before anything is
 * allocated: every level says what it would need.
 *
 * @param bytes of the values and of all arrays of the levels
 * @param positions of the largest level
 */
public record Footprint(double bytes, double positions) {
  /** The footprint of entries that differ, in any order; sorted ones are counted fastest. */
  public static Footprint of(CoordinateList distinct, TensorType type) {
    return of(new Census(distinct), type);
  }

  static Footprint of(Census census, TensorType type) {
    Format format = type.format();
    double parents = 1;
    double bytes = 0;
    double most = 1;
    for (int l = 0; l < format.depth(); l++) {
      LevelFormat.Extent extent = format.level(l).extent(population(census, format, l, parents));
      parents = extent.positions();
      bytes += extent.bytes();
      most = Math.max(most, parents);
    }
    return new Footprint(bytes + parents * type.element().bytes(), most);
  }

  private static LevelFormat.Population population(
      Census census, Format format, int level, double parents) {
    return new LevelFormat.Population() {
      @Override
      public double parents() {
        return parents;
      }

      @Override
      public int tuples() {
        return census.tuples(format, level);
      }

      @Override
      public int children() {
        return census.children(format, level);
      }

      @Override
      public int mostChildren() {
        return census.mostChildren(format, level);
      }

      @Override
      public double size() {
        return census.size(format, level);
      }
    };
  }

  /** Whether arrays can be as long. */
  boolean fitsArrays() {
    return positions <= Support.MAX_LENGTH;
  }

  /** Refuses a format that would not fit, and names one that does. */
  public static void check(CoordinateList distinct, TensorType type) {
    Footprint footprint = of(distinct, type);
    long limit = Runtime.getRuntime().maxMemory() / 2;
    if (footprint.bytes > limit || !footprint.fitsArrays()) {
      throw new EinkornException(
          "A tensor of size "
              + Quantities.sizes(distinct.dimensions())
              + " with "
              + distinct.count()
              + (distinct.count() == 1 ? " nonzero" : " nonzeros")
              + " would take "
              + Quantities.bytes(footprint.bytes)
              + " as "
              + type.format()
              + ", which is too much; "
              + FormatAdvice.of(distinct).remedy()
              + ".");
    }
  }
}
