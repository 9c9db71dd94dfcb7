package org.einkorn.lower;

import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.min;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat.Range;
import org.einkorn.imp.Exp;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Formula;
import org.einkorn.notation.IndexVariable;
import org.einkorn.plan.Plan;

/**
 * How many entries the innermost run of the result can get at most, where that is known before the
 * loops: then its arrays are allocated once, and no append has to look whether there is room.
 *
 * <p>Every entry is appended at a coordinate that some cursor of the loop stands at. A cursor never
 * comes to a position twice if all loops around it run over the variables of its own levels further
 * out.
 */
final class AppendBound {
  private final Tensors tensors;
  private final int level;
  private final Set<Cursor> cursors = new LinkedHashSet<>();
  private boolean known = true;
  private boolean onlyIntersections = true;
  private boolean everywhere = true;

  private AppendBound(Tensors tensors, int level) {
    this.tensors = tensors;
    this.level = level;
  }

  /**
   * A bound.
   *
   * @param reached whether there are as many, not fewer
   */
  record Bound(Exp most, boolean reached) {}

  /** A bound for the appends that begin a run at the given level of the result. */
  static Optional<Bound> of(Plan plan, int level, Tensors tensors, Optional<Lowering.Part> part) {
    AppendBound bound = new AppendBound(tensors, level);
    bound.visit(plan, List.of());
    if (!bound.known || bound.cursors.isEmpty()) {
      return Optional.empty();
    }
    Exp total = null;
    for (Cursor c : bound.cursors) {
      TensorCode code = tensors.get(c.access().tensor());
      Optional<Exp> size =
          part.isPresent()
              ? within(part.get(), c, tensors)
              : code.iteration(c.level()).total(code.level(c.level()));
      if (size.isEmpty()) {
        return Optional.empty();
      }
      if (total == null) {
        total = size.get();
      } else {
        total =
            bound.onlyIntersections
                ? min(total, size.get())
                : call(RuntimeFunction.TOTAL, total, size.get());
      }
    }
    return Optional.of(new Bound(total, bound.everywhere && bound.cursors.size() == 1));
  }

  /** How many positions a cursor's level has within a part of the outermost loop. */
  private static Optional<Exp> within(Lowering.Part part, Cursor cursor, Tensors tensors) {
    Format format = tensors.get(cursor.access().tensor()).type().format();
    Positions positions = new Positions(tensors);
    if (!cursor.access().indices().get(format.dimension(0)).equals(part.variable())
        || !positions.isInOrder(cursor.access())) {
      return Optional.empty();
    }
    Range range = positions.under(cursor.access(), cursor.level(), part.begin(), part.end());
    return Optional.of(subtract(range.end(), range.begin()));
  }

  private void visit(Plan plan, List<IndexVariable> outer) {
    switch (plan) {
      case Plan.Block b -> b.parts().forEach(p -> visit(p, outer));
      case Plan.FullLoop l -> {
        boolean appends = l.cases().stream().anyMatch(c -> appendsHere(c.body()));
        known &= !appends;
        l.cases().forEach(c -> visit(c.body(), with(outer, l.variable())));
      }
      case Plan.MergeLoop l -> {
        for (Plan.Piece piece : l.pieces()) {
          if (piece.cases().stream().anyMatch(c -> appendsHere(c.body()))) {
            use(piece.cursors(), outer, l.pieces().size() == 1 && piece.cases().size() == 1);
          }
          piece.cases().forEach(c -> visit(c.body(), with(outer, l.variable())));
        }
      }
      case Plan.GuardedLoop l -> {
        if (appendsHere(l.body())) {
          everywhere = false;
          if (l.where() instanceof Formula.All) {
            known = false;
          } else {
            use(l.where().cursors(), outer, false);
          }
        }
        visit(l.body(), with(outer, l.variable()));
      }
      case Plan.ChainLoop l -> {
        everywhere = false; // entries of the same row follow one another
        if (appendsHere(l.body())) {
          use(List.of(l.first()), outer, true);
        }
        List<IndexVariable> inner = new ArrayList<>(outer);
        inner.addAll(l.variables());
        visit(l.body(), inner);
      }
      case Plan.Unrolled u -> {
        known &= !appendsHere(u.body());
        visit(u.body(), with(outer, u.variable()));
      }
      case Plan.Seek s -> {
        everywhere = false;
        visit(s.body(), outer);
      }
      case Plan.Guard g -> {
        everywhere = false;
        visit(g.body(), outer);
      }
      case Plan.If i -> {
        everywhere = false;
        visit(i.body(), outer);
      }
      case Plan.Bind b -> visit(b.body(), outer);
      case Plan.Where w -> visit(w.consumer(), outer);
      case Plan.Segment s -> visit(s.body(), outer);
      case Plan.Append a -> visit(a.body(), outer);
      case Plan.Compute c -> {}
    }
  }

  /** Whether the body of a loop appends to the run without another loop in between. */
  private boolean appendsHere(Plan body) {
    return switch (body) {
      case Plan.Block b -> b.parts().stream().anyMatch(this::appendsHere);
      case Plan.FullLoop l -> false;
      case Plan.MergeLoop l -> false;
      case Plan.GuardedLoop l -> false;
      case Plan.ChainLoop l -> false;
      case Plan.Unrolled u -> false;
      case Plan.Seek s -> appendsHere(s.body());
      case Plan.Guard g -> appendsHere(g.body());
      case Plan.If i -> appendsHere(i.body());
      case Plan.Bind b -> appendsHere(b.body());
      case Plan.Where w -> appendsHere(w.consumer());
      case Plan.Segment s -> appendsHere(s.body());
      case Plan.Append a -> a.levels().getFirst() == level || appendsHere(a.body());
      case Plan.Compute c -> false;
    };
  }

  private void use(Iterable<Cursor> driving, List<IndexVariable> outer, boolean intersection) {
    onlyIntersections &= intersection && cursors.isEmpty();
    everywhere &= intersection;
    for (Cursor c : driving) {
      Format format = tensors.get(c.access().tensor()).type().format();
      everywhere &= format.level(c.level()).properties().unique();
      List<IndexVariable> above = new ArrayList<>();
      for (int l = 0; l < c.level(); l++) {
        above.add(c.access().indices().get(format.dimension(l)));
      }
      known &= above.containsAll(outer);
      cursors.add(c);
    }
  }

  private static List<IndexVariable> with(List<IndexVariable> outer, IndexVariable v) {
    List<IndexVariable> inner = new ArrayList<>(outer);
    inner.add(v);
    return inner;
  }
}
