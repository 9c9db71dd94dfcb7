package org.einkorn.imp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.imp.Exp.Variable;

/**
 * Places so far ahead in lists, or at their ends: what stands there is read in advance, and a list
 * has to have it.
 *
 * <pre>
 * int crd_near = crd.length - 65;      once
 * … crd[min(p, crd_near) + 64] …
 * </pre>
 */
final class Ahead {
  private record Near(Variable list, int distance) {}

  private final LocalNames names;

  /** The last places that have another one so much further on; in short lists they are negative. */
  private final Map<Near, Variable> nears = new LinkedHashMap<>();

  Ahead(LocalNames names) {
    this.names = names;
  }

  Variable fresh(Variable like) {
    return names.fresh(like.name() + "_ahead", Type.INT32);
  }

  /** What a list has so much further on than a place that it has. */
  Exp load(Variable list, Exp place, int distance) {
    Exp near = Imp.min(place, near(list, distance));
    return Imp.load(list, Imp.add(near, Imp.constant(distance)));
  }

  /** What a list has at a place, or at its end if there is no such place. */
  Exp loadWithin(Variable list, Exp place) {
    return Imp.load(list, Imp.max(Imp.min(place, near(list, 0)), Imp.constant(0)));
  }

  /** Whether a list has anything to read. */
  Exp hasAny(Variable list) {
    return Imp.lessEqual(Imp.constant(0), near(list, 0));
  }

  private Variable near(Variable list, int distance) {
    return nears.computeIfAbsent(
        new Near(list, distance), n -> names.fresh(list.name() + "_near", Type.INT32));
  }

  /** A function with a body that reads ahead so; empty if it is the one it had. */
  Optional<Function> with(Function function, Stmt body) {
    if (body == function.body()) {
      return Optional.empty();
    }
    List<Stmt> all = new ArrayList<>(declarations());
    // What is declared at the top level may be a result.
    all.addAll(Walk.statements(body));
    Function ahead = function.with(new Stmt.Block(all));
    Verifier.verify(ahead);
    return Optional.of(ahead);
  }

  /** What has to be computed before any of this. */
  private List<Stmt> declarations() {
    List<Stmt> all = new ArrayList<>();
    nears.forEach(
        (near, place) ->
            all.add(
                Imp.declare(
                    place, Imp.subtract(Imp.length(near.list), Imp.constant(1 + near.distance)))));
    return all;
  }
}
