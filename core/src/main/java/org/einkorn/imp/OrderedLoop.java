package org.einkorn.imp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * A loop over a list of coordinates that needs nothing of it but one coordinate in each turn.
 *
 * <pre>
 * for (int p = 0; p &lt; n; p++) {
 *   int j = crd[p];
 *   vals[q] = w[crd[p]];
 *   …
 * }
 * </pre>
 */
final class OrderedLoop {
  private final Stmt.For loop;
  private final Variable list;

  private OrderedLoop(Stmt.For loop, Variable list) {
    this.loop = loop;
    this.list = list;
  }

  /**
   * The statement as such a loop over the first coordinates of a list.
   *
   * @param whole nothing else in it reads the list but to put it in order
   */
  static Optional<OrderedLoop> of(Stmt s, Variable list, Exp n, Stmt whole) {
    if (!(s instanceof Stmt.For f)
        || !f.from().equals(Imp.constant(0))
        || !f.to().equals(n)
        || reads(f, list) != reads(whole, list)
        || changes(f, n)
        || Effects.breaks(f)) {
      return Optional.empty();
    }
    OrderedLoop loop = new OrderedLoop(f, list);
    Variable coordinate = Imp.variable("coordinate", Type.INT32);
    Set<Variable> used = Occurrences.used(loop.withoutList(f.body(), coordinate));
    return used.contains(f.variable()) || used.contains(list)
        ? Optional.empty()
        : Optional.of(loop);
  }

  /** How often a list is read for other reasons than to put it in order. */
  private static int reads(Stmt s, Variable list) {
    if (s instanceof Stmt.Run(Exp.Call call) && call.function() == RuntimeFunction.SORT_TOUCHED
        || s instanceof Stmt.Assign(Variable _, Exp.Call listing)
            && listing.function() == RuntimeFunction.PLACES) {
      return 0;
    }
    int[] reads = {0};
    Walk.expressions(s).forEach(e -> Walk.reads(e, v -> reads[0] += v.equals(list) ? 1 : 0));
    return reads[0] + Walk.parts(s).stream().mapToInt(part -> reads(part, list)).sum();
  }

  private static boolean changes(Stmt s, Exp e) {
    Set<Variable> assigned = Occurrences.assigned(s);
    return Walk.readsAny(e, assigned::contains);
  }

  /** The loop with variables of its own; each turn reads the list once. */
  Stmt loop(LocalNames names) {
    Variable p = names.fresh(loop.variable().name(), Type.INT32);
    Variable coordinate = names.fresh("touched", Type.INT32);
    List<Stmt> turn = new ArrayList<>();
    turn.add(Imp.declare(coordinate, Imp.load(list, p)));
    turn.addAll(body(coordinate, names));
    return Imp.forLoop(p, loop.from(), loop.to(), new Stmt.Block(turn));
  }

  /** What the loop does with a coordinate, with variables of its own. */
  List<Stmt> body(Variable coordinate, LocalNames names) {
    Map<Variable, Exp> others = new HashMap<>();
    Copying.rename(loop.body(), v -> names.fresh(v.name(), v.type()), others);
    Set<Variable> assigned = Occurrences.assigned(loop.body());
    List<Stmt> body = new ArrayList<>();
    for (Stmt s : Walk.statements(loop.body())) {
      if (s instanceof Stmt.Declare(Variable j, Exp value)
          && isCoordinate(value)
          && !assigned.contains(j)) {
        others.put(j, coordinate);
      } else {
        body.add(s);
      }
    }
    body.replaceAll(s -> Copying.replace(withoutList(s, coordinate), others));
    return body;
  }

  private boolean isCoordinate(Exp e) {
    return e.equals(Imp.load(list, loop.variable()));
  }

  private Stmt withoutList(Stmt s, Variable coordinate) {
    return Walk.map(s, e -> withoutList(e, coordinate), part -> withoutList(part, coordinate));
  }

  private Exp withoutList(Exp e, Variable coordinate) {
    return isCoordinate(e)
        ? coordinate
        : Walk.mapChildren(e, child -> withoutList(child, coordinate));
  }
}
