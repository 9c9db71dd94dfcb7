package org.einkorn.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.lattice.Cursor;
import org.einkorn.lattice.Formula;
import org.einkorn.lattice.Path;
import org.einkorn.lattice.Regions;
import org.einkorn.lattice.Traversal;
import org.einkorn.loops.Domain;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * Loops over the levels of a coordinate list that can be one, because nothing happens between them:
 * no other operand takes part, and no part of the result begins or ends there.
 *
 * @param first the cursor of the outermost of them
 * @param body what the innermost one runs
 * @param path the loops down to that one
 * @param present the cursor that stands there
 */
record Chain(
    List<IndexVariable> variables, Cursor first, Statement body, Path path, Set<Cursor> present) {
  /**
   * The chain that begins with a loop, if one does.
   *
   * @param where it has something to do
   * @param here the cursors that it moves
   */
  static Optional<Chain> of(
      Statement.Forall forall,
      Path outer,
      Formula where,
      Set<Cursor> here,
      Cursors cursors,
      Assembly assembly) {
    List<IndexVariable> variables = new ArrayList<>();
    Path path = outer;
    Statement.Forall current = forall;
    Formula region = where;
    Set<Cursor> moved = here;
    Cursor first = null;
    while (true) {
      IndexVariable v = current.variable();
      path = path.loop(v);
      Formula visited = new Regions(cursors.types()::get, path).visited(region);
      if (!(visited instanceof Formula.Present p) || moved.size() != 1) {
        return Optional.empty();
      }
      Cursor cursor = p.cursor();
      if (first != null
          && !cursor.equals(new Cursor(first.access(), first.level() + variables.size()))) {
        return Optional.empty();
      }
      first = first == null ? cursor : first;
      variables.add(v);
      if (!cursors.format(cursor).repeats(cursor.level())) {
        break;
      }
      if (!(current.body() instanceof Statement.Forall next)
          || !continues(next.domain(), forall.domain())
          || assembly.isBetween(path, next)) {
        return Optional.empty();
      }
      region = new Regions(cursors.types()::get, path.loop(next.variable())).of(next.body());
      moved = cursors.at(next.variable(), next.body(), path.loop(next.variable()));
      current = next;
    }
    if (variables.size() < 2) {
      return Optional.empty();
    }
    for (Access a : Statements.accesses(current.body())) {
      Path whole = path;
      int outerSize = outer.size();
      boolean searches =
          cursors.traversal(a, whole).steps().stream()
              .anyMatch(
                  s ->
                      s.mode() == Traversal.Mode.SEEK
                          && s.depth() >= outerSize
                          && s.depth() < whole.size() - 1);
      if (searches) {
        return Optional.empty();
      }
    }
    return Optional.of(new Chain(variables, first, current.body(), path, moved));
  }

  /** Whether a loop with the one domain can run on in one with the other. */
  private static boolean continues(Domain inner, Domain first) {
    return inner instanceof Domain.All || Searches.isDriven(inner) && inner.equals(first);
  }
}
