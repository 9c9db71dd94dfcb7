package org.einkorn.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.loops.Domain;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.IndexVariable;
import org.einkorn.plan.Plan.Case;

/**
 * Sets values of a result where loops first come to them, so that it does not matter what was in
 * its memory before: {@code C(i,r) = 0} for all r, before the loop over k in {@code C(i,r) +=
 * A(i,k) * D(k,r)}. They are in the cache then when they are added to.
 */
public final class Clearing {
  private final LoopProgram program;
  private final Optional<SharedPattern> pattern;
  private final IndexVariable divided;

  private Clearing(LoopProgram program, Optional<SharedPattern> pattern, IndexVariable divided) {
    this.program = program;
    this.pattern = pattern;
    this.divided = divided;
  }

  /**
   * The plan with that; empty if the loops do not come once to each value, so that all must be set
   * before.
   *
   * @param pattern the operand that the result has its pattern from; without, it is dense
   * @param divided a loop over this variable runs over parts of its coordinates, in all runs of the
   *     plan together over all
   */
  public static Optional<Plan> of(
      LoopProgram program, Plan plan, Optional<SharedPattern> pattern, IndexVariable divided) {
    List<IndexVariable> indices = program.target().indices();
    return new HashSet<>(indices).size() < indices.size()
        ? Optional.empty()
        : Optional.ofNullable(
            new Clearing(program, pattern, divided).inside(plan, Set.of(), pattern.isEmpty()));
  }

  /**
   * @param bound the variables of loops around it that run over all their coordinates
   * @param reached whether loops led to an entry of the pattern, if there is one
   */
  private Plan inside(Plan plan, Set<IndexVariable> bound, boolean reached) {
    return switch (plan) {
      case Plan.FullLoop l when isComplete(l, bound) -> {
        Plan body =
            inside(l.cases().getFirst().body(), with(bound, List.of(l.variable())), reached);
        yield body == null
            ? null
            : new Plan.FullLoop(l.variable(), l.domain(), l.cursors(), always(body));
      }
      case Plan.Where w when w.workspace().reading() == Workspace.Reading.ALWAYS -> {
        Plan consumer = inside(w.consumer(), bound, reached);
        yield consumer == null
            ? null
            : new Plan.Where(w.workspace(), w.until(), w.producer(), consumer);
      }
      case Plan.Compute c when c.operator().isEmpty() && isBound(c.target(), bound) -> plan;
      default -> reached ? cleared(plan, bound) : towards(plan, bound);
    };
  }

  /** Further along the loops that lead to the entries of a pattern: these come to each once. */
  private Plan towards(Plan plan, Set<IndexVariable> bound) {
    return switch (plan) {
      case Plan.MergeLoop l -> {
        Plan.Piece piece = l.pieces().getFirst();
        Case only = piece.cases().getFirst();
        Plan body = inside(only.body(), with(bound, List.of(l.variable())), false);
        yield body == null
            ? null
            : new Plan.MergeLoop(
                l.variable(),
                l.domain(),
                List.of(new Plan.Piece(piece.cursors(), List.of(new Case(only.present(), body)))));
      }
      case Plan.ChainLoop l -> {
        Plan body = inside(l.body(), with(bound, l.variables()), false);
        yield body == null ? null : new Plan.ChainLoop(l.variables(), l.domain(), l.first(), body);
      }
      case Plan.Segment s -> {
        Plan body = inside(s.body(), bound, false);
        yield body == null ? null : new Plan.Segment(s.level(), s.everyParent(), body);
      }
      case Plan.Append a -> {
        boolean last = a.levels().getLast() == pattern.orElseThrow().depth() - 1;
        Plan body = inside(a.body(), bound, last);
        yield body == null ? null : new Plan.Append(a.levels(), body);
      }
      default -> throw new IllegalStateException("no way to a pattern: " + plan);
    };
  }

  /** First sets all values that the variables bound so far leave open. */
  private Plan cleared(Plan plan, Set<IndexVariable> bound) {
    if (!bound.contains(divided)) {
      return null;
    }
    Access target = program.target();
    Plan clear = new Plan.Compute(target, Optional.empty(), new Literal(program.background()));
    List<Integer> dimensions = program.targetType().format().dimensions();
    for (int d : dimensions.reversed()) {
      IndexVariable v = target.indices().get(d);
      if (!bound.contains(v)) {
        clear = new Plan.FullLoop(v, new Domain.All(), List.of(), always(clear));
      }
    }
    return new Plan.Block(List.of(clear, plan));
  }

  private boolean isComplete(Plan.FullLoop loop, Set<IndexVariable> bound) {
    IndexVariable v = loop.variable();
    return loop.cases().size() == 1
        && loop.cases().getFirst().present().isEmpty()
        && (loop.domain() instanceof Domain.All || v.equals(divided))
        && program.target().indices().contains(v)
        && !bound.contains(v);
  }

  private boolean isBound(Access target, Set<IndexVariable> bound) {
    return target.tensor().equals(program.target().tensor())
        && bound.containsAll(target.indices())
        && bound.contains(divided);
  }

  private static List<Case> always(Plan body) {
    return List.of(new Case(Set.of(), body));
  }

  private static Set<IndexVariable> with(Set<IndexVariable> bound, List<IndexVariable> more) {
    Set<IndexVariable> all = new HashSet<>(bound);
    all.addAll(more);
    return all;
  }
}
