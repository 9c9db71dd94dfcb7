package org.einkorn.lattice;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.einkorn.format.Format;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * How an access is resolved, level by level, along a path of loops: each level in the outermost
 * loop where its parent and its coordinate are known. Only levels that are iterated constrain the
 * order of loops.
 */
public record Traversal(List<Step> steps) {
  /** How a level's position is found. */
  public enum Mode {
    /** Its coordinates drive, or take part in, the loop over its variable. */
    ITERATE,
    /** It is computed from the coordinate. */
    LOCATE,
    /**
     * It is searched for: the coordinate is known before the parent, or the level's children cannot
     * lead a loop.
     */
    SEEK
  }

  /**
   * Level {@code level} is resolved in the loop over {@code at}, number {@code depth} of the path.
   */
  public record Step(int level, Mode mode, IndexVariable at, int depth) {}

  public Traversal {
    steps = List.copyOf(steps);
  }

  /**
   * The levels of the access that the loops of the path resolve; the rest need loops further in.
   */
  public static Traversal of(Access access, Format format, Path path) {
    List<Step> steps = new ArrayList<>();
    Path parent = Path.EMPTY;
    for (int l = 0; l < format.depth(); l++) {
      Path known = path.to(access.indices().get(format.dimension(l)));
      if (known.size() == 0) {
        break;
      }
      boolean after = known.size() > parent.size();
      Mode mode =
          format.level(l).location().isPresent()
              ? Mode.LOCATE
              : after && !known.isLastComputed() && format.leadsLoop(l) ? Mode.ITERATE : Mode.SEEK;
      parent = after ? known : parent;
      steps.add(new Step(l, mode, parent.last(), parent.size() - 1));
    }
    return new Traversal(steps);
  }

  /** The level that the loop over {@code v} iterates, if it is one of this access. */
  public OptionalInt iteratedAt(IndexVariable v) {
    for (Step s : steps) {
      if (s.mode() == Mode.ITERATE && s.at().equals(v)) {
        return OptionalInt.of(s.level());
      }
    }
    return OptionalInt.empty();
  }

  /** The levels that are searched where {@code v} becomes known. */
  public List<Integer> soughtAt(IndexVariable v) {
    List<Integer> sought = new ArrayList<>();
    for (Step s : steps) {
      if (s.mode() == Mode.SEEK && s.at().equals(v)) {
        sought.add(s.level());
      }
    }
    return sought;
  }

  /** How far out the parent of a level is known: the number of its loop, -1 before the first. */
  public int parentDepth(int level) {
    return level == 0 ? -1 : steps.get(level - 1).depth();
  }

  /**
   * Whether a level that could lead a loop has to be searched, although its variable is not one
   * that an earlier level has too.
   */
  public static boolean isDiscordant(Access access, Format format, Path path) {
    int parents = 0;
    for (int l = 0; l < format.depth(); l++) {
      Path known = path.to(access.indices().get(format.dimension(l)));
      if (known.size() == 0) {
        return false;
      }
      if (known.size() <= parents
          && format.leadsLoop(l)
          && !known.isLastComputed()
          && !isDiagonal(access, format, l)) {
        return true;
      }
      parents = Math.max(parents, known.size());
    }
    return false;
  }

  /** Whether an earlier level has the variable of this one, as in A(i,i). */
  public static boolean isDiagonal(Access access, Format format, int level) {
    IndexVariable v = access.indices().get(format.dimension(level));
    for (int l = 0; l < level; l++) {
      if (access.indices().get(format.dimension(l)).equals(v)) {
        return true;
      }
    }
    return false;
  }
}
