package org.einkorn.lattice;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
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
    int parentDepth = -1;
    for (int l = 0; l < format.depth(); l++) {
      IndexVariable v = access.indices().get(format.dimension(l));
      int depth = path.indexOf(v);
      if (depth < 0) {
        break;
      }
      LevelFormat level = format.level(l);
      Mode mode =
          level.location().isPresent()
              ? Mode.LOCATE
              : depth > parentDepth && !path.isComputed(v) && format.leadsLoop(l)
                  ? Mode.ITERATE
                  : Mode.SEEK;
      parentDepth = Math.max(parentDepth, depth);
      steps.add(new Step(l, mode, path.prefix(parentDepth + 1).last(), parentDepth));
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
    for (Step s : of(access, format, path).steps) {
      IndexVariable v = access.indices().get(format.dimension(s.level()));
      if (s.mode() == Mode.SEEK
          && format.leadsLoop(s.level())
          && !path.isComputed(v)
          && !isDiagonal(access, format, s.level())) {
        return true;
      }
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
