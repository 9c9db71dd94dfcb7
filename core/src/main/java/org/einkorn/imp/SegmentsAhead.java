package org.einkorn.imp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * A loop over entries whose coordinates say which segment a loop inside goes through. Where that
 * begins is fetched ahead, and some turns later the first entries.
 *
 * <pre>
 * for (int p = begin; p &lt; end; p++) {
 *   int crd_ahead = crd[min(p, crd_near) + 16];
 *   prefetch pos[crd_ahead];
 *   int crd_ahead_2 = crd[min(p, crd_near_2) + 8];
 *   int pos_ahead = pos[max(min(crd_ahead_2, pos_near), 0)];
 *   prefetch vals[pos_ahead];
 *   int k = crd[p];
 *   for (int q = pos[k]; q &lt; pos[k + 1]; q++) {
 *     … vals[q] …
 *   }
 * }
 * </pre>
 */
final class SegmentsAhead {
  /** So many turns before its own a segment is fetched, and twice as many where it begins. */
  private static final int TURNS = 8;

  private final Stmt.For loop;
  private final Set<Variable> onlyRead;
  private final Ahead ahead;
  private final Stmt.Cache into;

  SegmentsAhead(Stmt.For loop, Set<Variable> onlyRead, Ahead ahead, Stmt.Cache into) {
    this.loop = loop;
    this.onlyRead = onlyRead;
    this.ahead = ahead;
    this.into = into;
  }

  /** The loop so; empty if it has no such segments. */
  Optional<Stmt> loop() {
    List<Stmt> body = new ArrayList<>();
    List<Stmt> statements = Walk.statements(loop.body());
    for (Stmt s : statements) {
      // What every turn reads at its place is a list that has such places.
      if (s instanceof Stmt.Declare(Variable k, Exp.Load(Variable list, Exp place))
          && place.equals(loop.variable())
          && k.type().equals(Type.INT32)
          && onlyRead.contains(list)) {
        statements.forEach(inner -> fetch(k, list, inner, body));
      }
    }
    if (body.isEmpty()) {
      return Optional.empty();
    }
    body.addAll(statements);
    return Optional.of(
        Imp.forLoop(loop.variable(), loop.from(), loop.to(), new Stmt.Block(List.copyOf(body))));
  }

  private void fetch(Variable k, Variable list, Stmt s, List<Stmt> body) {
    if (s
            instanceof
            Stmt.For(Variable q, Exp.Load(Variable bounds, Exp segment), Exp end, Stmt inner)
        && segment.equals(k)
        && onlyRead.contains(bounds)) {
      Set<Variable> read = StreamsAhead.read(inner, q);
      read.retainAll(onlyRead);
      Variable far = ahead.fresh(list);
      body.add(Imp.declare(far, ahead.load(list, loop.variable(), 2 * TURNS)));
      body.add(new Stmt.Prefetch(bounds, far, into));
      Variable near = ahead.fresh(list);
      body.add(Imp.declare(near, ahead.load(list, loop.variable(), TURNS)));
      // Behind the entries of this loop there may be anything.
      Variable first = ahead.fresh(bounds);
      body.add(Imp.declare(first, ahead.loadWithin(bounds, near)));
      read.forEach(array -> body.add(new Stmt.Prefetch(array, first, into)));
    }
  }
}
