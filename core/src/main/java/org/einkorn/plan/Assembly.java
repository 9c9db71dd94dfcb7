package org.einkorn.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.lattice.Path;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.IndexVariable;

/** Decides where loops begin segments of the result's levels, and where they append to them. */
final class Assembly {
  private final ResultLayout layout;

  /** Variables whose loops leave out coordinates, or do nothing for some. */
  private final Set<IndexVariable> skipping = new HashSet<>();

  Assembly(ResultLayout layout) {
    this.layout = layout;
  }

  /** Says that the loop over a variable leaves out coordinates, or does nothing for some. */
  void skips(IndexVariable v) {
    skipping.add(v);
  }

  boolean isAssignedBy(Statement statement) {
    return Statements.assigns(statement, layout.target().tensor());
  }

  /** Whether a variable is one of the result's. */
  boolean indexes(IndexVariable v) {
    return layout.target().indices().contains(v);
  }

  /**
   * What assigns the result, in the appends that are due once the path is bound, but were not yet
   * {@code before}.
   */
  Plan appended(Plan assigning, Path path, Path before) {
    Plan result = assigning;
    for (List<Integer> run : layout.runs().reversed()) {
      int last = run.getLast();
      if (layout.isBound(last, path) && !layout.isBound(last, before)) {
        result = new Plan.Append(run, result);
        if (layout.isBound(run.getFirst() - 1, path) && !opensBefore(run.getFirst(), path)) {
          result = new Plan.Segment(run.getFirst(), false, result);
        }
      }
    }
    return result;
  }

  /**
   * Whether the levels above are all located, by loops that skip no coordinate, and no other loop
   * stands between them and the segment: one over parts of the children does nothing where there
   * are none.
   */
  private boolean visitsEveryParent(int level, Path outer) {
    if (level > 0 && layout.isBound(level - 1, outer.outer())) {
      return false;
    }
    Set<IndexVariable> seen = new HashSet<>();
    for (int l = 0; l < level; l++) {
      IndexVariable v = layout.variable(l);
      if (layout.format().level(l).location().isEmpty() || skipping.contains(v) || !seen.add(v)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a loop of the path is the one that opens the segment of a run: its parent was bound
   * before that loop.
   */
  private boolean opensBefore(int level, Path path) {
    int opening = path.indexOf(layout.variable(level));
    return layout.isBound(level - 1, path.prefix(opening));
  }

  /** A loop over the variable of a run's first level visits the children of one parent. */
  Plan segment(Statement.Forall forall, Path outer, Plan loop) {
    if (!isAssignedBy(forall.body())) {
      return loop;
    }
    for (List<Integer> run : layout.runs()) {
      int first = run.getFirst();
      if (layout.variable(first).equals(forall.variable()) && layout.isBound(first - 1, outer)) {
        return new Plan.Segment(first, visitsEveryParent(first, outer), loop);
      }
    }
    return loop;
  }

  /** Whether an append ends with the last loop of the path, or a segment begins with the next. */
  boolean isBetween(Path path, Statement.Forall next) {
    if (!isAssignedBy(next.body())) {
      return false;
    }
    Path before = path.outer();
    return layout.runs().stream()
        .anyMatch(
            run ->
                layout.isBound(run.getLast(), path) && !layout.isBound(run.getLast(), before)
                    || layout.variable(run.getFirst()).equals(next.variable())
                        && layout.isBound(run.getFirst() - 1, path));
  }
}
