package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.IndexExpression;
import org.einkorn.format.TensorType;
import org.einkorn.legalise.Driver.Step;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Workspace;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Operator;

/**
 * Where loops over the levels of an operand come to the same few values of the target again and
 * again: these values are added up in variables, and then to the target.
 *
 * <p>For blocks of 4 by 4, stored by rows of blocks, the loops over blocks and their columns come
 * to the same four values of {@code y(i) += A(i,j) * x(j)}:
 *
 * <pre>
 * ∀i_block
 *   ∀i_in: i := i_block*4 + i_in: y(i) += t(i_in)
 *   where ∀j_block ∀j_in: j := j_block*4 + j_in: ∀i_in: t(i_in) += A(i_block,j_block,i_in,j_in) * x(j)
 * </pre>
 *
 * @param outer around everything
 * @param inner loops that the target does not depend on, and what is computed from them
 * @param tile loops with few coordinates each, which tell the values apart
 * @param target computes the target's coordinates from outer loops and the tile
 */
record Accumulation(List<Step> outer, List<Step> inner, List<Step> tile, List<Step> target) {
  /** More variables than this do not stay in registers. */
  private static final int LARGEST_TILE = 8;

  /** How to add up a body that is computed for each entry of the driver, if it pays. */
  static Optional<Accumulation> of(LevelView driver, Access target, Expression body) {
    return new Search(driver, target, body).find();
  }

  /** The loops, which add up the body and add the sums to the target. */
  Statement loops(Access sumTarget, Term term, Expression body, Workspaces workspaces) {
    Operator operator = term.operator().orElseThrow();
    ElementType element = term.accumulator(workspaces);
    Access sum =
        new Access(workspaces.scalarAccess().tensor(), tile.stream().map(Step::variable).toList());
    TensorType type =
        new TensorType(
            element, Formats.dense(tile.size()), operator.identity(element).orElseThrow());
    Statement producer =
        around(inner, around(tile, new Statement.Assign(sum, Optional.of(operator), body)));
    Statement consumer =
        around(tile, around(target, new Statement.Assign(sumTarget, Optional.of(operator), sum)));
    // A sparse target stores whatever it gets: nothing, if nothing was summed.
    Workspace.Reading reading =
        tile.isEmpty() && !workspaces.type(sumTarget.tensor()).format().isLocated()
            ? Workspace.Reading.IF_WRITTEN
            : Workspace.Reading.ALWAYS;
    Workspace sums = workspaces.add(Workspace.tile(sum.tensor(), type, reading));
    return around(outer, new Statement.Where(sums, consumer, producer));
  }

  private static Statement around(List<Step> steps, Statement body) {
    Statement result = body;
    for (Step step : steps.reversed()) {
      result = step.around(result);
    }
    return result;
  }

  private static final class Search {
    private final LevelView driver;
    private final Format format;
    private final List<Step> steps;
    private final Expression body;

    /** The variables that the target's coordinates follow from. */
    private final Set<IndexVariable> relevant;

    Search(LevelView driver, Access target, Expression body) {
      this.driver = driver;
      this.format = driver.format();
      this.steps = driver.steps();
      this.body = body;
      this.relevant = new HashSet<>(target.indices());
      for (Step step : steps) {
        if (!step.isLoop() && relevant.contains(step.variable())) {
          relevant.addAll(step.value().values());
        }
      }
    }

    Optional<Accumulation> find() {
      int split = split();
      List<Step> outer = new ArrayList<>(steps.subList(0, split));
      List<Step> inner = new ArrayList<>();
      List<Step> tile = new ArrayList<>();
      List<Step> computed = new ArrayList<>();
      for (Step step : steps.subList(split, steps.size())) {
        boolean ofTarget = relevant.contains(step.variable());
        (!ofTarget ? inner : step.isLoop() ? tile : computed).add(step);
      }
      boolean pays =
          outer.stream().anyMatch(Step::isLoop)
              && inner.stream().anyMatch(s -> s.isLoop() && !isBranchless(s))
              && (split == 0 || !isRepeating(outer));
      return pays && !needsTile(inner, tile, computed) && tileSize(tile) <= LARGEST_TILE
          ? Optional.of(new Accumulation(outer, inner, tile, computed))
          : Optional.empty();
    }

    /** The first step after which every loop is irrelevant to the target, or can be unrolled. */
    private int split() {
      int split = steps.size();
      while (split > 0 && canBeInside(steps.get(split - 1))) {
        split--;
      }
      while (split < steps.size() && relevant.contains(steps.get(split).variable())) {
        split++;
      }
      return split;
    }

    private boolean canBeInside(Step step) {
      return !step.isLoop() || !relevant.contains(step.variable()) || canBeUnrolled(step);
    }

    /** Loops over levels from here on may stand in any order, if all can be located. */
    private boolean canBeUnrolled(Step step) {
      return size(step) <= LARGEST_TILE
          && format.levels().subList(step.level(), format.depth()).stream()
              .allMatch(l -> l.location().isPresent());
    }

    private int size(Step step) {
      return driver.sizes().get(step.variable())
              instanceof IndexExpression.Constant<IndexVariable> c
          ? c.value()
          : Integer.MAX_VALUE;
    }

    private int tileSize(List<Step> tile) {
      return tile.stream().mapToInt(this::size).reduce(1, (a, b) -> a * b);
    }

    private boolean isBranchless(Step step) {
      return format.level(step.level()).properties().branchless();
    }

    /** The loops of a coordinate list run as one, so nothing may come between them. */
    private boolean isRepeating(List<Step> outer) {
      Step last = outer.getLast();
      return last.isLoop() && format.repeats(last.level());
    }

    /** Whether what is computed in the inner loops needs what only the tile tells. */
    private boolean needsTile(List<Step> inner, List<Step> tile, List<Step> computed) {
      Set<IndexVariable> known = new HashSet<>();
      tile.forEach(s -> known.add(s.variable()));
      computed.forEach(s -> known.add(s.variable()));
      Set<IndexVariable> needed = new HashSet<>(Expressions.variables(body));
      needed.removeAll(driver.levels().indices());
      inner.stream().filter(s -> !s.isLoop()).forEach(s -> needed.addAll(s.value().values()));
      return needed.stream().anyMatch(known::contains);
    }
  }
}
