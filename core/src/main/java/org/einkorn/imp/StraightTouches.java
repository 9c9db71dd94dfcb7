package org.einkorn.imp;

import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;

/**
 * Code for places that come in order and once each: they need not be touched, for what is done with
 * them in the end can be done at once.
 *
 * <pre>
 * for (p …) { … touch(j) }
 * sortTouched(list, n, bits, size);
 * int room = total(used, n);
 * if (out.length &lt; room) …
 * for (int t = 0; t &lt; n; t++) { out[used] = values[list[t]]; used++; }
 * →
 * for (p …) { … out[used] = x; used++; }
 * </pre>
 *
 * The room must be there: who makes it goes on with what was listed.
 *
 * @param number of the statement that needs the places in order, among those after the ordering
 * @param hasRoom whether there is room for as many as are touched
 * @param straight does all at once
 */
record StraightTouches(int number, Exp hasRoom, List<Stmt> straight) {
  /**
   * @param touching touch all places
   * @param after the statements after the ordering
   * @param touches how many are touched
   * @param whole all that may read what is listed
   */
  static Optional<StraightTouches> of(
      List<Stmt> touching,
      List<Stmt> after,
      Variable touches,
      TouchedSegments segments,
      LocalNames names,
      Stmt whole) {
    Touch touch = Touch.in(touching.getFirst()).getFirst();
    if (!touching.stream().allMatch(s -> isPlain(s, segments))) {
      return Optional.empty();
    }
    Exp hasRoom = Imp.constant(true);
    Variable room = null;
    Exp used = null;
    for (int k = 0; k < after.size(); k++) {
      Optional<OrderedLoop> loop = OrderedLoop.of(after.get(k), touch.list(), touch.n(), whole);
      if (loop.isPresent()) {
        return of(touching, touch, loop.get(), k, hasRoom, names);
      }
      if (after.get(k) instanceof Stmt.Declare(Variable v, Exp.Call(RuntimeFunction f, List<Exp> x))
          && f == RuntimeFunction.TOTAL
          && x.get(0) instanceof Variable
          && x.get(1).equals(touch.n())) {
        room = v;
        used = x.getFirst();
      } else if (after.get(k) instanceof Stmt.If(Exp condition, Stmt _, Stmt otherwise)
          && condition instanceof Binary(BinaryOp less, Exp.Length length, Exp needed)
          && less == BinaryOp.LESS
          && needed.equals(room)
          && otherwise.equals(Stmt.NOTHING)) {
        hasRoom = and(hasRoom, lessEqual(touches, subtract(length, used)));
      } else {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static Optional<StraightTouches> of(
      List<Stmt> touching,
      Touch touch,
      OrderedLoop loop,
      int number,
      Exp hasRoom,
      LocalNames names) {
    List<Stmt> straight = new ArrayList<>();
    touching.forEach(s -> straight.add(straight(s, loop, names)));
    List<Variable> row = List.of(touch.seen(), touch.list(), touch.n(), touch.values());
    boolean isComplete =
        straight.stream().noneMatch(s -> Occurrences.used(s).stream().anyMatch(row::contains));
    return isComplete
        ? Optional.of(new StraightTouches(number, hasRoom, straight))
        : Optional.empty();
  }

  /** Whether all that is touched is a place of a segment, without conditions. */
  private static boolean isPlain(Stmt s, TouchedSegments segments) {
    return switch (s) {
      case Stmt.For f when segments.coordinates(f).isPresent() -> TouchedSegments.isPlain(f);
      case Stmt.For f -> isPlain(f.body(), segments);
      case Stmt.Block b -> b.statements().stream().allMatch(part -> isPlain(part, segments));
      case Stmt.Declare d -> true;
      default -> false;
    };
  }

  private static Stmt straight(Stmt s, OrderedLoop loop, LocalNames names) {
    Optional<Touch> touch = Touch.of(s);
    if (touch.isEmpty()) {
      return Walk.map(s, e -> e, part -> straight(part, loop, names));
    }
    Exp sum = Imp.load(touch.get().values(), touch.get().place());
    List<Stmt> done = new ArrayList<>();
    for (Stmt part : loop.body(touch.get().place(), names)) {
      done.add(replaced(part, sum, touch.get().value()));
    }
    return new Stmt.Block(done);
  }

  private static Stmt replaced(Stmt s, Exp old, Exp value) {
    return Walk.map(s, e -> replaced(e, old, value), part -> replaced(part, old, value));
  }

  private static Exp replaced(Exp e, Exp old, Exp value) {
    return e.equals(old) ? value : Walk.mapChildren(e, child -> replaced(child, old, value));
  }
}
