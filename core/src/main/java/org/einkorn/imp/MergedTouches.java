package org.einkorn.imp;

import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.subtract;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.imp.Exp.Variable;

/**
 * Code for one long segment and few other touches, as in rows of a graph that point to a hub: only
 * the others are put in order ({@link SortedTouches}), and then merged with the segment, which is
 * in order anyway.
 *
 * <pre>
 * n = 0;
 * int split = -1;
 * for (p …) {
 *   if (split &lt; 0 &amp;&amp; pos[k + 1] - pos[k] == longest) split = n;
 *   else for (q …) { … list[n] = j &lt;&lt; 7 | n; values[n] = x; n++; }
 * }
 * sortFew(list, n);
 * int at = 0;
 * for (p …) {
 *   if (0 &lt;= split &amp;&amp; pos[k + 1] - pos[k] == longest) {
 *     int q = pos[k];
 *     while (at &lt; n) {
 *       int place = list[at] &gt;&gt;&gt; 7;
 *       while (q &lt; pos[k + 1] &amp;&amp; crd[q] &lt; place) { out[used] = x; used++; q++; }
 *       double sum = -0.0;
 *       while (…) { sum += … }                        what was touched before the segment,
 *       if (q &lt; pos[k + 1] &amp;&amp; crd[q] == place) …      by the segment
 *       while (…) { sum += … }                        and after it
 *       out[used] = sum;
 *       used++;
 *     }
 *     while (q &lt; pos[k + 1]) { out[used] = x; used++; q++; }
 *     split = -1;
 *   }
 * }
 * </pre>
 */
final class MergedTouches {
  private final SortedTouches few;
  private final Touch touch;
  private final TouchUse use;
  private final TouchedSegments segments;
  private final Variable longest;
  private final LocalNames names;

  /** How many were touched before the long segment; negative where that is not looked for. */
  private final Variable split;

  /**
   * @param few what is done with the others
   * @param longest how long the segment is; the first of that length is taken
   */
  MergedTouches(
      SortedTouches few,
      Touch touch,
      TouchUse use,
      TouchedSegments segments,
      Variable longest,
      LocalNames names) {
    this.few = few;
    this.touch = touch;
    this.use = use;
    this.segments = segments;
    this.longest = longest;
    this.names = names;
    this.split = names.fresh("split", Type.INT32);
  }

  List<Stmt> of(List<Stmt> touching) {
    List<Stmt> all = new ArrayList<>();
    all.add(assign(touch.n(), constant(0)));
    all.add(declare(split, constant(-1)));
    touching.forEach(s -> all.add(names.withOwn(listing(s))));
    all.add(Imp.run(RuntimeFunction.SORT_FEW, touch.list(), touch.n()));
    Variable at = names.fresh("at", Type.INT32);
    all.add(declare(at, constant(0)));
    touching.forEach(s -> all.add(merging(s, at)));
    return all;
  }

  private Exp isLong(Stmt.For f) {
    return equal(subtract(f.to(), f.from()), longest);
  }

  /** The statement that lists the others. */
  private Stmt listing(Stmt s) {
    return s instanceof Stmt.For f && segments.coordinates(f).isPresent()
        ? ifElse(
            and(less(split, constant(0)), isLong(f)),
            assign(split, touch.n()),
            SortedTouches.listing(s))
        : Walk.map(s, e -> e, this::listing);
  }

  /** The statement that merges the long segment with what was listed. */
  private Stmt merging(Stmt s, Variable at) {
    Optional<Variable> coordinates =
        s instanceof Stmt.For f ? segments.coordinates(f) : Optional.empty();
    if (coordinates.isEmpty()) {
      return Walk.map(s, e -> e, part -> merging(part, at));
    }
    Stmt.For f = (Stmt.For) s;
    List<Stmt> merged = new ArrayList<>(merged(f, coordinates.get(), at));
    merged.add(assign(split, constant(-1)));
    return ifThen(and(less(constant(-1), split), isLong(f)), new Stmt.Block(merged));
  }

  private List<Stmt> merged(Stmt.For f, Variable coordinates, Variable at) {
    Variable n = touch.n();
    Variable q = names.fresh(f.variable().name(), Type.INT32);
    Variable stop = names.fresh("stop", Type.INT32);
    Variable place = names.fresh("place", Type.INT32);
    Variable sum = names.fresh("sum", Type.of(touch.values().type().element()));
    Exp coordinate = load(coordinates, q);
    Exp value = value(f, q);
    Exp isSame = and(less(at, n), equal(few.place(at), place));
    Stmt next = new Stmt.Block(List.of(assign(sum, Imp.add(sum, few.value(at))), increment(at)));
    List<Stmt> turn = new ArrayList<>();
    turn.add(declare(place, few.place(at)));
    turn.add(whileLoop(and(less(q, stop), less(coordinate, place)), copied(coordinate, value, q)));
    turn.add(declare(sum, touch.nothing()));
    turn.add(whileLoop(and(isSame, less(few.number(at), split)), next));
    turn.add(
        ifThen(
            and(less(q, stop), equal(coordinate, place)),
            new Stmt.Block(List.of(assign(sum, Imp.add(sum, value)), increment(q)))));
    turn.add(whileLoop(isSame, next));
    turn.addAll(use.of(place, sum, names));
    return List.of(
        declare(q, f.from()),
        declare(stop, f.to()),
        whileLoop(less(at, n), new Stmt.Block(turn)),
        whileLoop(less(q, stop), copied(coordinate, value, q)));
  }

  /** What is done with a place that the segment alone touches. */
  private Stmt copied(Exp coordinate, Exp value, Variable q) {
    Variable j = names.fresh("j", Type.INT32);
    List<Stmt> all = new ArrayList<>();
    all.add(declare(j, coordinate));
    all.addAll(use.of(j, value, names));
    all.add(increment(q));
    return new Stmt.Block(all);
  }

  /** What a segment's loop adds at some entry. */
  private static Exp value(Stmt.For f, Variable q) {
    List<Stmt> body = Walk.statements(f.body());
    Map<Variable, Exp> known = new HashMap<>(Map.of(f.variable(), q));
    for (Stmt s : body.subList(0, body.size() - 1)) {
      Stmt.Declare d = (Stmt.Declare) s;
      known.put(d.variable(), Copying.replace(d.value(), known));
    }
    return Copying.replace(Touch.of(body.getLast()).orElseThrow().value(), known);
  }
}
