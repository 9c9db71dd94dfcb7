package org.einkorn.plan;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.format.Format;
import org.einkorn.lattice.Path;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * How a result is put together: runs of levels that are appended together. A run begins with a
 * level that opens positions and takes in the branchless levels after it, whose coordinates are
 * written at the same positions. Levels in no run are located.
 */
public record ResultLayout(Access target, Format format, List<List<Integer>> runs) {
  public static ResultLayout of(Access target, Format format) {
    List<List<Integer>> runs = new ArrayList<>();
    for (int l = 0; l < format.order(); l++) {
      if (format.level(l).location().isPresent()) {
        continue;
      }
      if (format.level(l).properties().branchless()) {
        runs.getLast().add(l);
      } else {
        runs.add(new ArrayList<>(List.of(l)));
      }
    }
    return new ResultLayout(target, format, runs);
  }

  public IndexVariable variable(int level) {
    return target.indices().get(format.dimension(level));
  }

  /** The run that a level begins, if it begins one. */
  public List<Integer> runFrom(int level) {
    return runs.stream().filter(r -> r.getFirst() == level).findFirst().orElse(List.of());
  }

  /**
   * The first level of a run below the given level, or -1: what tells whether anything was stored
   * under a position.
   */
  public int nextRun(int level) {
    return runs.stream().mapToInt(List::getFirst).filter(l -> l > level).findFirst().orElse(-1);
  }

  /**
   * Whether every level up to and with {@code level} has its coordinate, given the variables bound
   * so far.
   */
  public boolean isBound(int level, Path path) {
    for (int l = 0; l <= level; l++) {
      if (!path.contains(variable(l))) {
        return false;
      }
    }
    return true;
  }
}
