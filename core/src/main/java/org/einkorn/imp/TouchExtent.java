package org.einkorn.imp;

import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.and;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.max;
import static org.einkorn.imp.Imp.min;
import static org.einkorn.imp.Imp.shiftRight;
import static org.einkorn.imp.Imp.subtract;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.imp.Exp.Variable;

/**
 * Code that finds out how many places will be touched at most, and between which, from the ends of
 * the segments whose coordinates they are:
 *
 * <pre>
 * for (p …) { … for (int q = pos[k]; q &lt; pos[k + 1]; q++) { int j = crd[q]; touch(j) } }
 * →
 * int touches = 0;
 * int parts = 0;
 * int longest = 0;
 * int first = 2147483647;
 * int end = 0;
 * for (p …) {
 *   int begin = pos[k];
 *   int stop = pos[k + 1];
 *   if (begin &lt; stop) {
 *     touches = max(touches, touches + (stop - begin));      no further than an int goes
 *     parts++;
 *     longest = max(longest, stop - begin);
 *     first = min(first, crd[begin]);
 *     end = max(end, crd[stop - 1] + 1);
 *   }
 * }
 * </pre>
 *
 * @param parts how many segments there are
 * @param longest how many places the longest of them has
 * @param first of the places
 * @param end behind the last one
 */
record TouchExtent(
    Variable touches, Variable parts, Variable longest, Variable first, Variable end) {
  /** There are at most two to the power of this times as many places as touches. */
  private static final int CLOSE = 3;

  static TouchExtent of(LocalNames names) {
    return new TouchExtent(
        names.fresh("touches", Type.INT32),
        names.fresh("parts", Type.INT32),
        names.fresh("longest", Type.INT32),
        names.fresh("first", Type.INT32),
        names.fresh("end", Type.INT32));
  }

  List<Stmt> declarations() {
    return List.of(
        declare(touches, constant(0)),
        declare(parts, constant(0)),
        declare(longest, constant(0)),
        declare(first, constant(Integer.MAX_VALUE)),
        declare(end, constant(0)));
  }

  /**
   * Whether most places between the first and the last may be touched.
   *
   * @param few so many are not worth it
   */
  Exp isClose(int few) {
    return and(
        less(constant(few), touches),
        less(shiftRight(subtract(end, first), constant(CLOSE)), touches));
  }

  /** Nothing will be touched. */
  Exp isNothing() {
    return less(parts, constant(1));
  }

  /** All are of one segment, so that they come in order and none comes twice. */
  Exp isInOrder() {
    return less(parts, constant(2));
  }

  /** What measures a statement; empty if it is not known what that touches. */
  Optional<Stmt> measuring(Stmt s, TouchedSegments segments, LocalNames names) {
    return measured(s, segments, names).map(TouchExtent::withoutUnused);
  }

  private Optional<Stmt> measured(Stmt s, TouchedSegments segments, LocalNames names) {
    if (Touch.in(s).isEmpty()) {
      return s instanceof Stmt.Declare(Variable _, Exp value) && Effects.isRepeatable(value)
          ? Optional.of(s)
          : Optional.empty();
    }
    return switch (s) {
      case Stmt.For f when segments.coordinates(f).isPresent() ->
          Optional.of(measured(f, segments.coordinates(f).get(), names));
      case Stmt.For f ->
          measured(f.body(), segments, names)
              .map(body -> forLoop(f.variable(), f.from(), f.to(), body));
      case Stmt.Block b -> {
        List<Stmt> parts = new ArrayList<>();
        for (Stmt part : b.statements()) {
          Optional<Stmt> measured = measured(part, segments, names);
          if (measured.isEmpty()) {
            yield Optional.empty();
          }
          parts.addAll(Walk.statements(measured.get()));
        }
        yield Optional.of(new Stmt.Block(parts));
      }
      default -> Optional.empty();
    };
  }

  private Stmt measured(Stmt.For f, Variable coordinates, LocalNames names) {
    Variable begin = names.fresh("begin", Type.INT32);
    Variable stop = names.fresh("stop", Type.INT32);
    Exp last = load(coordinates, subtract(stop, constant(1)));
    return new Stmt.Block(
        List.of(
            declare(begin, f.from()),
            declare(stop, f.to()),
            ifThen(
                less(begin, stop),
                new Stmt.Block(
                    List.of(
                        assign(touches, max(touches, add(touches, subtract(stop, begin)))),
                        increment(parts),
                        assign(longest, max(longest, subtract(stop, begin))),
                        assign(first, min(first, load(coordinates, begin))),
                        assign(end, max(end, add(last, constant(1)))))))));
  }

  /** Without what is declared for nothing. */
  private static Stmt withoutUnused(Stmt s) {
    Stmt visited = Walk.map(s, e -> e, TouchExtent::withoutUnused);
    if (!(visited instanceof Stmt.Block(List<Stmt> statements))) {
      return visited;
    }
    List<Stmt> kept = new ArrayList<>();
    Set<Variable> used = new LinkedHashSet<>();
    for (Stmt part : statements.reversed()) {
      if (!(part instanceof Stmt.Declare d && !used.contains(d.variable()))) {
        kept.addFirst(part);
        used.addAll(Occurrences.used(part));
      }
    }
    return new Stmt.Block(kept);
  }
}
