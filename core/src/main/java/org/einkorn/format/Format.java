package org.einkorn.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;

/**
 * How a tensor is stored: an ordered list of levels, outermost first, each the storage of one
 * dimension. {@code ds:1,0} is a matrix stored by columns: dimension 1 dense, then dimension 0
 * compressed.
 */
public record Format(List<LevelFormat> levels, List<Integer> dimensions) {
  public Format {
    levels = List.copyOf(levels);
    dimensions = List.copyOf(dimensions);
    if (levels.size() != dimensions.size()) {
      throw new EinkornException(
          "A format with "
              + levels.size()
              + " levels must name "
              + levels.size()
              + " dimensions, not "
              + dimensions.size()
              + ".");
    }
    if (!new HashSet<>(dimensions)
        .equals(IntStream.range(0, levels.size()).boxed().collect(Collectors.toSet()))) {
      throw new EinkornException(
          "The dimensions "
              + dimensions
              + " of a format must be each of 0 to "
              + (levels.size() - 1)
              + " once.");
    }
    for (int l = 0; l < levels.size(); l++) {
      LevelFormat.Properties level = levels.get(l).properties();
      boolean parentRepeats = l > 0 && mayRepeat(levels, l - 1);
      if (level.branchless() && !parentRepeats) {
        throw new EinkornException(
            "A "
                + levels.get(l).name()
                + " level holds one coordinate for each entry of the level above, so that level"
                + " must allow repeats: write c before q, as in cq.");
      }
      if (!level.branchless() && parentRepeats) {
        throw new EinkornException(
            "After a level with repeats only singleton levels can follow: write cq, as in coo.");
      }
    }
    if (!levels.isEmpty() && !levels.getLast().properties().unique()) {
      throw new EinkornException(
          "The last level of a format cannot be a level with repeats: write s instead of c.");
    }
  }

  /**
   * A level whose coordinates may repeat, itself or because it is a middle coordinate of a
   * coordinate list.
   */
  private static boolean mayRepeat(List<LevelFormat> levels, int l) {
    LevelFormat.Properties p = levels.get(l).properties();
    return !p.unique()
        || p.branchless() && l + 1 < levels.size() && levels.get(l + 1).properties().branchless();
  }

  /** A format whose levels store the dimensions in their order. */
  public static Format of(LevelFormat... levels) {
    return new Format(List.of(levels), IntStream.range(0, levels.length).boxed().toList());
  }

  public int order() {
    return levels.size();
  }

  public LevelFormat level(int l) {
    return levels.get(l);
  }

  /** The dimension that level l stores. */
  public int dimension(int l) {
    return dimensions.get(l);
  }

  /**
   * Whether the coordinates of level l may repeat: several positions of one parent share one, side
   * by side.
   */
  public boolean repeats(int l) {
    return mayRepeat(levels, l);
  }

  /** The same levels for the dimensions in another order. */
  public Format storing(List<Integer> order) {
    return new Format(levels, order);
  }

  /** The named form if there is one, else letters: {@code csr}, {@code sds:2,0,1}. */
  @Override
  public String toString() {
    return Formats.nameOf(this);
  }

  /** The letters of the levels and, where it is not the natural one, the order of dimensions. */
  public String letters() {
    String letters =
        levels.stream().map(l -> String.valueOf(l.letter())).collect(Collectors.joining());
    List<Integer> natural = new ArrayList<>(dimensions);
    Collections.sort(natural);
    return dimensions.equals(natural)
        ? letters
        : letters + ":" + dimensions.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
