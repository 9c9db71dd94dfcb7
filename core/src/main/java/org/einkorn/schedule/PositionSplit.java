package org.einkorn.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.format.Format;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;

/**
 * The schedule that divides a nest by the entries of an operand instead of its rows: each chunk has
 * as many, however long single rows are. What lies across two chunks is added up at their boundary.
 */
public final class PositionSplit {
  /** Enough entries for the search of the row that they begin in not to count. */
  private static final int ENTRIES = 4096;

  private PositionSplit() {}

  /** The schedule for the rows of a result, if there is an operand stored like them. */
  public static Optional<List<Directive>> of(LoopNest base) {
    Subject subject = base.main().subject();
    if (subject.target().indices().isEmpty()) {
      return Optional.empty();
    }
    Format result = subject.types().get(subject.target().tensor()).format();
    IndexVariable row = subject.target().indices().get(result.dimension(0));
    for (Access a : Expressions.accesses(subject.body())) {
      Format format = subject.types().get(a.tensor()).format();
      if (format.order() >= 2
          && format.level(0).location().isPresent()
          && format.level(1).location().isEmpty()
          && a.indices().get(format.dimension(0)).equals(row)) {
        Optional<List<Directive>> schedule =
            applied(base, directives(base, a, row, a.indices().get(format.dimension(1))));
        if (schedule.isPresent()) {
          return schedule;
        }
      }
    }
    return Optional.empty();
  }

  private static List<Directive> directives(
      LoopNest base, Access operand, IndexVariable row, IndexVariable entry) {
    List<IndexVariable> order = new ArrayList<>(base.main().order());
    order.removeAll(List.of(row, entry));
    order.addAll(0, List.of(row, entry));
    IndexVariable fused = fresh("f", order);
    IndexVariable position = fresh("p", order);
    IndexVariable outer = fresh("p0", order);
    IndexVariable inner = fresh("p1", order);
    return List.of(
        new Directive.Reorder(order),
        new Directive.Fuse(row, entry, fused),
        new Directive.Pos(fused, position, operand),
        new Directive.Split(position, outer, inner, ENTRIES),
        new Directive.Parallelize(outer, Directive.Races.BOUNDARY));
  }

  private static IndexVariable fresh(String name, List<IndexVariable> taken) {
    IndexVariable v = new IndexVariable(name);
    while (taken.contains(v)) {
      v = new IndexVariable(v.name() + "_");
    }
    return v;
  }

  private static Optional<List<Directive>> applied(LoopNest base, List<Directive> directives) {
    LoopNest nest = base;
    for (Directive d : directives) {
      if (!(nest.apply(d) instanceof LoopNest.Outcome.Applied a)) {
        return Optional.empty();
      }
      nest = a.nest();
    }
    return Optional.of(directives);
  }
}
