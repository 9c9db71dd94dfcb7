package org.einkorn.imp;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Loops that touch the places that a segment lists, whose coordinates ascend.
 *
 * @param lists with what says where their segments begin
 */
record TouchedSegments(Map<Variable, Variable> lists) {
  /** The list of all places that a loop touches, if it goes along one of its segments. */
  Optional<Variable> coordinates(Stmt.For f) {
    Set<Variable> places = new LinkedHashSet<>();
    Touch.in(f.body()).forEach(t -> places.add(t.place()));
    for (Stmt s : Walk.statements(f.body())) {
      if (s instanceof Stmt.Declare(Variable j, Exp.Load(Variable list, Exp at))
          && places.equals(Set.of(j))
          && at.equals(f.variable())
          && f.from() instanceof Exp.Load(Variable bounds, Exp _)
          && bounds.equals(lists.get(list))
          && Rows.isSegment(f.from(), f.to())) {
        return Optional.of(list);
      }
    }
    return Optional.empty();
  }

  /** Whether each turn of a loop along a segment touches its place once, and that is all. */
  static boolean isPlain(Stmt.For f) {
    List<Stmt> body = Walk.statements(f.body());
    return Touch.of(body.getLast()).isPresent()
        && body.subList(0, body.size() - 1).stream().allMatch(s -> s instanceof Stmt.Declare);
  }
}
