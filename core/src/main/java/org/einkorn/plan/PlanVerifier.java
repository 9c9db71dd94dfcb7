package org.einkorn.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.lattice.Cursor;
import org.einkorn.loops.LoopProgram;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;

/**
 * Checks that a plan can be written as code: wherever a value is computed, each operand has a
 * position at every level.
 */
public final class PlanVerifier {
  private final Plan plan;
  private final Map<String, TensorType> types;

  private PlanVerifier(Plan plan, Map<String, TensorType> types) {
    this.plan = plan;
    this.types = types;
  }

  /** Throws with the reason and the printed plan if something is wrong. */
  public static void verify(LoopProgram program, Plan plan) {
    new PlanVerifier(plan, program.types()).check(plan, Set.of(), Set.of());
  }

  private void check(Plan p, Set<IndexVariable> bound, Set<Cursor> reached) {
    switch (p) {
      case Plan.Block b -> b.parts().forEach(x -> check(x, bound, reached));
      case Plan.FullLoop l -> {
        l.cursors().forEach(c -> checkParent(c, bound, reached));
        for (Plan.Case option : l.cases()) {
          check(option.body(), with(bound, List.of(l.variable())), with(reached, option.present()));
        }
      }
      case Plan.MergeLoop l -> {
        for (Plan.Piece piece : l.pieces()) {
          piece.cursors().forEach(c -> checkParent(c, bound, reached));
          for (Plan.Case option : piece.cases()) {
            require(
                piece.cursors().containsAll(option.present()),
                "a case asks for more than its loop has");
            require(!option.present().isEmpty(), "a case of a merge moves no cursor on");
            check(
                option.body(), with(bound, List.of(l.variable())), with(reached, option.present()));
          }
        }
      }
      case Plan.GuardedLoop l -> {
        l.cursors().forEach(c -> checkParent(c, bound, reached));
        require(
            l.cursors().containsAll(l.where().cursors()),
            "a guarded loop asks for a cursor it has not");
        check(l.body(), with(bound, List.of(l.variable())), with(reached, l.cursors()));
      }
      case Plan.ChainLoop l -> {
        checkParent(l.first(), bound, reached);
        Set<Cursor> all = new HashSet<>(reached);
        for (int k = 0; k < l.variables().size(); k++) {
          all.add(new Cursor(l.first().access(), l.first().level() + k));
        }
        check(l.body(), with(bound, l.variables()), all);
      }
      case Plan.Unrolled u -> check(u.body(), with(bound, List.of(u.variable())), reached);
      case Plan.Seek s -> {
        checkParent(s.cursor(), bound, reached);
        require(bound.contains(s.variable()), s.variable() + " is searched before it is known");
        check(s.body(), bound, with(reached, List.of(s.cursor())));
      }
      case Plan.Guard g -> {
        require(reached.containsAll(g.where().cursors()), "a condition asks for what is not known");
        check(g.body(), bound, reached);
      }
      case Plan.If i -> {
        checkOperands(i.condition(), bound, reached);
        check(i.body(), bound, reached);
      }
      case Plan.Bind b -> check(b.body(), with(bound, List.of(b.variable())), reached);
      case Plan.Where w -> {
        check(w.producer(), bound, reached);
        check(w.consumer(), bound, reached);
      }
      case Plan.Segment s -> check(s.body(), bound, reached);
      case Plan.Append a -> check(a.body(), bound, reached);
      case Plan.Compute c -> {
        checkOperands(c.value(), bound, reached);
        require(
            bound.containsAll(c.target().indices()), Printer.print(c.target()) + " is not bound");
      }
    }
  }

  private void checkOperands(Expression e, Set<IndexVariable> bound, Set<Cursor> reached) {
    for (Access a : Expressions.accesses(e)) {
      checkLevels(a, types.get(a.tensor()).order(), bound, reached);
    }
  }

  private void checkParent(Cursor cursor, Set<IndexVariable> bound, Set<Cursor> reached) {
    checkLevels(cursor.access(), cursor.level(), bound, reached);
  }

  private void checkLevels(
      Access access, int depth, Set<IndexVariable> bound, Set<Cursor> reached) {
    Format format = types.get(access.tensor()).format();
    for (int l = 0; l < depth; l++) {
      boolean located =
          format.level(l).location().isPresent()
              && bound.contains(access.indices().get(format.dimension(l)));
      require(
          located || reached.contains(new Cursor(access, l)),
          "level "
              + (l + 1)
              + " of "
              + Printer.print(access)
              + " has no position where it is needed");
    }
  }

  private void require(boolean condition, String reason) {
    if (!condition) {
      throw new IllegalStateException(reason + ", in\n" + PlanPrinter.print(plan));
    }
  }

  private static <T> Set<T> with(Set<T> set, Iterable<T> more) {
    Set<T> all = new HashSet<>(set);
    more.forEach(all::add);
    return all;
  }
}
