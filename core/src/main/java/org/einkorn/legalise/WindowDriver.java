package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.format.IndexExpression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Window;

/**
 * Loops over the entries of an operand with computed coordinates, without which nothing is to be
 * computed: for x(i+k) over the coordinates s that x has and over k, with i := s - k.
 */
final class WindowDriver implements Driver {
  private final List<Step> steps;
  private final Map<IndexVariable, IndexExpression<IndexVariable>> sizes;

  private WindowDriver(List<Step> steps, Map<IndexVariable, IndexExpression<IndexVariable>> sizes) {
    this.steps = List.copyOf(steps);
    this.sizes = sizes;
  }

  /** The sizes of variables that there are only here. */
  Map<IndexVariable, IndexExpression<IndexVariable>> sizes() {
    return sizes;
  }

  /** The operand as the driver's loops read it. */
  static Access access(WindowedOperand operand) {
    return new Access(operand.driven(), operand.coordinates(operand.written().indices()));
  }

  /**
   * Loops in which, for each computed coordinate, the variable that {@code solved} gives is
   * computed from the others, if that can be.
   */
  static Optional<WindowDriver> of(
      WindowedOperand operand, Map<Integer, IndexVariable> solved, Set<IndexVariable> needed) {
    Access access = access(operand);
    List<Step> steps = new ArrayList<>();
    Set<IndexVariable> bound = new HashSet<>();
    for (int l = 0; l < operand.type().format().depth(); l++) {
      IndexVariable v = access.indices().get(operand.type().format().dimension(l));
      if (!bound.add(v) || solved.containsValue(v)) {
        return Optional.empty();
      }
      steps.add(new Step(v, l, null, false));
    }
    Map<IndexVariable, IndexExpression<IndexVariable>> open = new LinkedHashMap<>();
    Map<IndexVariable, IndexExpression<IndexVariable>> sizes = new LinkedHashMap<>();
    solved.forEach(
        (d, v) -> {
          IndexExpression<IndexVariable> multiple = multiple(operand, d, v);
          int by = Math.abs(coefficient(operand, d, v));
          if (by == 1) {
            open.put(v, multiple);
            return;
          }
          open.put(v, new IndexExpression.Divide<>(multiple, by));
          // A remainder with one value, 0: where there is another, no coordinate is meant.
          IndexVariable rest = new IndexVariable(operand.coordinate(d) + "_rest");
          sizes.put(rest, new IndexExpression.Constant<>(1));
          open.put(
              rest,
              new IndexExpression.Subtract<>(
                  multiple, new IndexExpression.Multiply<>(new IndexExpression.Value<>(v), by)));
        });
    if (new HashSet<>(solved.values()).size() < solved.size()) {
      return Optional.empty();
    }
    Set<IndexVariable> loops = new LinkedHashSet<>();
    open.values().forEach(e -> loops.addAll(e.values()));
    loops.addAll(needed);
    loops.removeAll(open.keySet());
    loops.removeAll(bound);
    bindReady(open, bound, steps);
    for (IndexVariable v : loops) {
      bound.add(v);
      steps.add(new Step(v, -1, null, false));
      bindReady(open, bound, steps);
    }
    return open.isEmpty() ? Optional.of(new WindowDriver(steps, sizes)) : Optional.empty();
  }

  private static void bindReady(
      Map<IndexVariable, IndexExpression<IndexVariable>> open,
      Set<IndexVariable> bound,
      List<Step> steps) {
    boolean again = true;
    while (again) {
      again = false;
      for (IndexVariable v : List.copyOf(open.keySet())) {
        if (bound.containsAll(open.get(v).values())) {
          steps.add(new Step(v, -1, open.remove(v), true));
          again = bound.add(v);
        }
      }
    }
  }

  private static int coefficient(WindowedOperand operand, int dimension, IndexVariable v) {
    Window.Affine a = (Window.Affine) operand.written().windows().get(dimension);
    return a.coefficients().get(operand.written().indices().indexOf(v));
  }

  /** |b|·v of a coordinate s = c + b·v + Σ a·u. */
  private static IndexExpression<IndexVariable> multiple(
      WindowedOperand operand, int dimension, IndexVariable v) {
    Window.Affine a = (Window.Affine) operand.written().windows().get(dimension);
    List<Integer> others = new ArrayList<>(a.coefficients());
    others.set(operand.written().indices().indexOf(v), 0);
    IndexExpression<IndexVariable> s = new IndexExpression.Value<>(operand.coordinate(dimension));
    IndexExpression<IndexVariable> rest =
        WindowedOperand.sum(new Window.Affine(others, a.constant()), operand.written().indices());
    boolean nothing = rest instanceof IndexExpression.Constant<IndexVariable> c && c.value() == 0;
    boolean up = coefficient(operand, dimension, v) > 0;
    return nothing && up
        ? s
        : up ? new IndexExpression.Subtract<>(s, rest) : new IndexExpression.Subtract<>(rest, s);
  }

  /** For each computed dimension the variables that could be solved for. */
  static List<Map<Integer, IndexVariable>> solutions(WindowedOperand operand) {
    List<Map<Integer, IndexVariable>> all = new ArrayList<>(List.of(Map.of()));
    for (int d = 0; d < operand.written().order(); d++) {
      if (!operand.isComputed(d)) {
        continue;
      }
      List<Map<Integer, IndexVariable>> longer = new ArrayList<>();
      if (operand.written().windows().get(d) instanceof Window.Affine a) {
        for (int k : a.variables()) {
          for (Map<Integer, IndexVariable> before : all) {
            Map<Integer, IndexVariable> more = new LinkedHashMap<>(before);
            more.put(d, operand.written().indices().get(k));
            longer.add(more);
          }
        }
      }
      all = longer;
    }
    return all;
  }

  @Override
  public List<Step> steps() {
    return steps;
  }
}
