package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.equal;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.imp.Exp.Variable;

/**
 * Code for places that lie close together: it does not look whether they were touched before. Which
 * way that goes a processor cannot foresee, and where many are touched it is as well to begin with
 * nothing at all places between the first and the last, and to look through these in the end.
 *
 * <pre>
 * for (int place = first; place &lt; end; place++) {
 *   values[place] = -0.0;                             to which adding x gives x, whatever its sign
 * }
 * for (p …) { … seen[j] = turn; values[j] += x; }
 * n = places(seen, turn, first, end, list);
 * </pre>
 */
final class CloseTouches {
  /** Places side by side are worth a loop of their own if there are more than that. */
  private static final int SHORT = 7;

  private final TouchedSegments segments;
  private final LocalNames names;

  CloseTouches(TouchedSegments segments, LocalNames names) {
    this.segments = segments;
    this.names = names;
  }

  /** Statements that touch places of a row, which are listed in order then. */
  Stmt of(List<Stmt> touching, Touch touch, TouchExtent extent) {
    List<Stmt> all = new ArrayList<>();
    Variable place = names.fresh("place", Type.INT32);
    Stmt cleared = store(touch.values(), place, touch.nothing());
    all.add(forLoop(place, extent.first(), extent.end(), cleared));
    touching.forEach(s -> all.add(withoutLooking(s)));
    all.add(
        assign(
            touch.n(),
            Imp.call(
                RuntimeFunction.PLACES,
                touch.seen(),
                touch.turn(),
                extent.first(),
                extent.end(),
                touch.list())));
    return new Stmt.Block(all);
  }

  private Stmt withoutLooking(Stmt s) {
    Optional<Touch> touch = Touch.of(s);
    if (touch.isPresent()) {
      return new Stmt.Block(touch.get().withoutLooking());
    }
    Stmt visited = Walk.map(s, e -> e, this::withoutLooking);
    return s instanceof Stmt.For f
            && segments.coordinates(f).isPresent()
            && TouchedSegments.isPlain(f)
        ? inRuns(f, segments.coordinates(f).get(), ((Stmt.For) visited).body())
        : visited;
  }

  /**
   * A loop with another one for segments without gaps, whose places lie side by side. As they
   * ascend, these are segments with as many coordinates as there are from the first to the last.
   *
   * <pre>
   * int begin = pos[k];
   * int stop = pos[k + 1];
   * if (begin + 7 &lt; stop &amp;&amp; crd[stop - 1] - crd[begin] == stop - begin - 1) {
   *   int shift = crd[begin] - begin;
   *   for (int q = begin; q &lt; stop; q++) { seen[q + shift] = turn; values[q + shift] += x; }
   * } else {
   *   for (int q = begin; q &lt; stop; q++) { int j = crd[q]; seen[j] = turn; values[j] += x; }
   * }
   * </pre>
   *
   * @param otherwise what is done in other segments
   */
  private Stmt inRuns(Stmt.For f, Variable coordinates, Stmt otherwise) {
    List<Stmt> body = Walk.statements(f.body());
    Touch touch = Touch.of(body.getLast()).orElseThrow();
    Variable begin = names.fresh("begin", Type.INT32);
    Variable stop = names.fresh("stop", Type.INT32);
    Variable shift = names.fresh("shift", Type.INT32);
    Variable q = names.fresh(f.variable().name(), Type.INT32);
    Exp last = load(coordinates, subtract(stop, constant(1)));
    Exp distance = subtract(last, load(coordinates, begin));
    Map<Variable, Exp> inRun = new HashMap<>(Map.of(f.variable(), q));
    inRun.put(touch.place(), add(q, shift));
    for (Stmt s : body.subList(0, body.size() - 1)) {
      Stmt.Declare d = (Stmt.Declare) s;
      inRun.putIfAbsent(d.variable(), Copying.replace(d.value(), inRun));
    }
    Exp value = Copying.replace(touch.value(), inRun);
    return new Stmt.Block(
        List.of(
            declare(begin, f.from()),
            declare(stop, f.to()),
            ifElse(
                and(
                    less(add(begin, constant(SHORT)), stop),
                    equal(distance, subtract(subtract(stop, begin), constant(1)))),
                new Stmt.Block(
                    List.of(
                        declare(shift, subtract(load(coordinates, begin), begin)),
                        forLoop(
                            q,
                            begin,
                            stop,
                            new Stmt.Block(touch.withoutLooking(add(q, shift), value))))),
                forLoop(f.variable(), begin, stop, otherwise))));
  }
}
