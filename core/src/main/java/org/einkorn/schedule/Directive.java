package org.einkorn.schedule;

import java.util.List;
import org.einkorn.EinkornException;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * One step of a schedule: how loops run, never what they compute. Variables that a directive makes
 * are named after those it makes them from, as in {@code split(i,i0,i1,32)}.
 */
public sealed interface Directive {
  /** As it is written in a schedule; {@link ScheduleParser} reads it back. */
  default String text() {
    return DirectivePrinter.print(this);
  }

  /** i = size · outer + inner, for inner below size. */
  record Split(IndexVariable variable, IndexVariable outer, IndexVariable inner, int size)
      implements Directive {}

  /** The same for a given number of parts: i = ⌈size(i) / parts⌉ · outer + inner. */
  record Divide(IndexVariable variable, IndexVariable outer, IndexVariable inner, int parts)
      implements Directive {}

  /** fused = size(inner) · outer + inner. */
  record Fuse(IndexVariable outer, IndexVariable inner, IndexVariable fused) implements Directive {}

  /** Loops over these variables come in this order, where they stand now. */
  record Reorder(List<IndexVariable> variables) implements Directive {
    public Reorder {
      variables = List.copyOf(variables);
    }
  }

  /** A loop over the positions of an operand instead of the coordinates of a variable. */
  record Pos(IndexVariable variable, IndexVariable position, Access operand) implements Directive {}

  /** Back from positions to coordinates. */
  record Coord(IndexVariable position, IndexVariable coordinate) implements Directive {}

  /**
   * Computes an expression into a workspace, for all values of the variables, before it is used:
   * the workspace's own loops run over {@code inner}, one for each of the variables. In text a name
   * by itself is a variable if it is one of these or indexes something in the expression, else a
   * scalar.
   */
  record Precompute(Expression expression, List<IndexVariable> variables, List<IndexVariable> inner)
      implements Directive {
    public Precompute {
      variables = List.copyOf(variables);
      inner = List.copyOf(inner);
      if (variables.size() != inner.size()) {
        throw new EinkornException(
            "A workspace has one variable of its own for each that it stands for, but precompute"
                + " has "
                + inner.size()
                + " for "
                + variables.size()
                + ".");
      }
    }
  }

  /** Promises the size of a variable; the promise is checked when tensors are bound. */
  record Bound(IndexVariable variable, IndexVariable bounded, int size, boolean exact)
      implements Directive {}

  /** Writes the body of a loop down several times. */
  record Unroll(IndexVariable variable, int times) implements Directive {}

  /** Runs several iterations of a loop in one instruction. */
  record Vectorize(IndexVariable variable) implements Directive {}

  /** Runs the iterations of a loop on several threads. */
  record Parallelize(IndexVariable variable, Races races) implements Directive {}

  /** How iterations that run at the same time keep out of each other's way. */
  enum Races {
    /** Whatever is right: none if there are no races, else reduction or boundary. */
    CHOSEN,
    /** There are none: each writes to places of its own. */
    NONE,
    /** What lies across the boundary of two chunks is kept apart and added in order. */
    BOUNDARY,
    /** Each chunk has a result of its own; they are added in order. */
    REDUCTION,
    /**
     * The order of additions does not matter. Chunks add up as with {@link #REDUCTION} all the
     * same, so that results do not change from run to run.
     */
    ATOMIC
  }

  /** Intersections in the loop over the variable are merged, or the longer side is searched. */
  record Merge(IndexVariable variable, Merging merging) implements Directive {}

  /** How an intersection runs. */
  enum Merging {
    /** One finger a side. */
    TWO_FINGER,
    /** One side is walked, the others are searched. */
    GALLOPING
  }

  /** How the result is put together. */
  record Assemble(Assembly assembly) implements Directive {}

  /** Ways to put a result together. */
  enum Assembly {
    /** Entries come in order and go to the end. */
    APPEND,
    /** Entries come in any order and find their places. */
    INSERT
  }

  /**
   * How a workspace over these variables is kept, whether precompute makes it or the loops need it.
   */
  record Workspace(List<IndexVariable> variables, Layout layout) implements Directive {
    public Workspace {
      variables = List.copyOf(variables);
    }
  }

  /** Where the values of a workspace lie, and how they are found. */
  enum Layout {
    /** An array as large as the variable, with a list of what was touched. */
    DENSE,
    /** A hash table of what was touched. */
    HASH,
    /** A list of what was touched, sorted when it is read. */
    SORTED,
    /** Local variables: the variables must have small known sizes. */
    REGISTERS
  }
}
