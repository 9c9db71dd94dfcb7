package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.bitAnd;
import static org.einkorn.imp.Imp.bitOr;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.lessEqual;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.shiftLeft;
import static org.einkorn.imp.Imp.shiftRight;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.imp.Exp.Variable;

/**
 * Code for a few touches: they are listed with their values as they come, put in order, and those
 * of the same place added up. So nobody goes to places that are far apart in memory. What stands in
 * the list is a place, and in the lowest bits the number of the touch, so that values are added in
 * the order they came.
 *
 * <pre>
 * n = 0;
 * for (p …) { … list[n] = j &lt;&lt; 7 | n; values[n] = x; n++; }
 * sortFew(list, n);
 * int at = 0;
 * while (at &lt; n) {
 *   int place = list[at] &gt;&gt;&gt; 7;
 *   double sum = values[list[at] &amp; 127];
 *   at++;
 *   while (at &lt; n &amp;&amp; list[at] &gt;&gt;&gt; 7 == place) {
 *     sum += values[list[at] &amp; 127];
 *     at++;
 *   }
 *   out[used] = sum;
 *   used++;
 * }
 * </pre>
 */
final class SortedTouches {
  private static final int NUMBER_BITS =
      Integer.numberOfTrailingZeros(RuntimeFunction.MOST_IN_REGISTERS);

  private static final int MOST_PLACES = 1 << (31 - NUMBER_BITS);

  private final Touch touch;
  private final TouchUse use;
  private final LocalNames names;

  SortedTouches(Touch touch, TouchUse use, LocalNames names) {
    this.touch = touch;
    this.use = use;
    this.names = names;
  }

  /**
   * Whether there are few, and few places.
   *
   * @param size how many places there are, as many as the list has room for
   */
  static Exp arePossible(Exp touches, Touch touch, Exp size) {
    return and(
        and(
            lessEqual(touches, constant(RuntimeFunction.MOST_IN_REGISTERS)),
            lessEqual(touches, length(touch.list()))),
        and(lessEqual(touches, length(touch.values())), lessEqual(size, constant(MOST_PLACES))));
  }

  List<Stmt> of(List<Stmt> touching) {
    Variable n = touch.n();
    Variable at = names.fresh("at", Type.INT32);
    Variable place = names.fresh("place", Type.INT32);
    Variable sum = names.fresh("sum", Type.of(touch.values().type().element()));
    List<Stmt> turn = new ArrayList<>();
    turn.add(declare(place, place(at)));
    turn.add(declare(sum, value(at)));
    turn.add(increment(at));
    turn.add(
        whileLoop(
            and(less(at, n), equal(place(at), place)),
            new Stmt.Block(List.of(assign(sum, add(sum, value(at))), increment(at)))));
    turn.addAll(use.of(place, sum, names));
    List<Stmt> all = new ArrayList<>();
    all.add(assign(n, constant(0)));
    touching.forEach(s -> all.add(listing(s)));
    all.add(Imp.run(RuntimeFunction.SORT_FEW, touch.list(), n));
    all.add(declare(at, constant(0)));
    all.add(whileLoop(less(at, n), new Stmt.Block(turn)));
    return all;
  }

  /** The place that stands in the list. */
  Exp place(Variable at) {
    return shiftRight(load(touch.list(), at), constant(NUMBER_BITS));
  }

  /** Which of the touches that is. */
  Exp number(Variable at) {
    return bitAnd(load(touch.list(), at), constant((1 << NUMBER_BITS) - 1));
  }

  Exp value(Variable at) {
    return load(touch.values(), number(at));
  }

  static Stmt listing(Stmt s) {
    Optional<Touch> own = Touch.of(s);
    if (own.isEmpty()) {
      return Walk.map(s, e -> e, SortedTouches::listing);
    }
    Touch t = own.get();
    Exp key = bitOr(shiftLeft(t.place(), constant(NUMBER_BITS)), t.n());
    return new Stmt.Block(
        List.of(
            store(t.list(), t.n(), key), store(t.values(), t.n(), t.value()), increment(t.n())));
  }
}
