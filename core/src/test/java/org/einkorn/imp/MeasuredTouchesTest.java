package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.call;
import static org.einkorn.imp.Imp.cast;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifElse;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.update;
import static org.einkorn.imp.Imp.variable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

/** What is computed is compared by the tests of whole products; here is what is recognised. */
class MeasuredTouchesTest {
  private static final Type LONGS = Type.arrayOf(ElementType.INT64);

  private final Variable rows = variable("rows", Type.INT32_ARRAY);
  private final Variable pos = variable("pos", Type.INT32_ARRAY);
  private final Variable crd = variable("crd", Type.INT32_ARRAY);
  private final Variable vals = variable("vals", LONGS);
  private final Variable seen = variable("seen", Type.INT32_ARRAY);
  private final Variable list = variable("list", Type.INT32_ARRAY);
  private final Variable bits = variable("bits", LONGS);
  private final Variable w = variable("w", LONGS);
  private final Variable out = variable("out", LONGS);
  private final Variable n = variable("n", Type.INT32);
  private final Variable turn = variable("turn", Type.INT32);
  private final Variable used = variable("used", Type.INT32);
  private final Variable size = variable("size", Type.INT32);
  private final Variable room = variable("room", Type.INT32);
  private final Variable p = variable("p", Type.INT32);
  private final Variable k = variable("k", Type.INT32);
  private final Variable q = variable("q", Type.INT32);
  private final Variable j = variable("j", Type.INT32);
  private final Variable t = variable("t", Type.INT32);

  private final Stmt touch =
      ifElse(
          new Binary(BinaryOp.NOT_EQUAL, load(seen, j), turn),
          block(store(seen, j, turn), store(list, n, j), increment(n), store(w, j, load(vals, q))),
          update(w, j, BinaryOp.ADD, load(vals, q)));

  private final Stmt order = Imp.run(RuntimeFunction.SORT_TOUCHED, list, n, bits, size);
  private final Stmt makeRoom =
      ifThen(
          less(length(out), room),
          assign(out, call(RuntimeFunction.GROW, out, cast(ElementType.INT64, room))));
  private final Stmt append =
      forLoop(t, constant(0), n, block(store(out, used, load(w, load(list, t))), increment(used)));

  private Stmt segment(Stmt touching) {
    return forLoop(
        q, load(pos, k), load(pos, add(k, constant(1))), block(declare(j, load(crd, q)), touching));
  }

  private Stmt touching(Stmt inner) {
    return forLoop(p, constant(0), length(rows), block(declare(k, load(rows, p)), inner));
  }

  private Function turn(Map<Variable, Variable> segments, Stmt... statements) {
    Function function =
        new Function(
            "f",
            List.of(rows, pos, crd, vals, seen, list, bits, w, out, n, turn, used, size),
            List.of(out, used),
            block(statements),
            segments);
    Verifier.verify(function);
    return function;
  }

  private Function turn(Map<Variable, Variable> segments, Stmt inner) {
    Stmt total = declare(room, call(RuntimeFunction.TOTAL, used, n));
    return turn(segments, touching(inner), order, total, makeRoom, append);
  }

  private static String measured(Function function) {
    return Printer.print(MeasuredTouches.of(function, 5, true));
  }

  @Test
  void turnsAreMeasuredAndGoTheWayThatSuits() {
    String measured = measured(turn(Map.of(crd, pos), segment(touch)));
    assertThat(measured)
        .contains("if (parts < 2 && touches <= out.length - used) {")
        .contains("boolean close = 5 < touches && end - first >>> 3 < touches;")
        .contains("n = places(seen, turn, first, end, list);")
        .contains("w[place] = 0L;")
        .contains("touches <= 128 && touches <= list.length")
        .contains("list[n] = j << 7 | n;")
        .contains("sortFew(list, n);")
        .containsOnlyOnce("sortTouched(list, n, bits, size);")
        .contains("if (parts < 1) {")
        .contains("touches - longest <= 128 && touches - longest <= list.length")
        .contains("split = n;")
        .contains("out[used] = sum;");
  }

  @Test
  void whatDoesNotAscendIsNotMeasured() {
    for (Map<Variable, Variable> others :
        List.of(Map.<Variable, Variable>of(), Map.of(crd, rows), Map.of(rows, pos))) {
      Function function = turn(others, segment(touch));
      assertThat(MeasuredTouches.of(function, 5, true)).isSameAs(function);
    }
  }

  /** Several segments may have the same coordinates. */
  @Test
  void loopsAlongSeveralSegmentsAreNotMeasured() {
    Stmt several =
        forLoop(
            q,
            load(pos, k),
            load(pos, add(k, constant(2))),
            block(declare(j, load(crd, q)), touch));
    Function function = turn(Map.of(crd, pos), several);
    assertThat(MeasuredTouches.of(function, 5, true)).isSameAs(function);
  }

  /** Nobody knows how many there will be. */
  @Test
  void placesThatMayNotBeTouchedDoNotGoStraightIntoTheResult() {
    assertThat(measured(turn(Map.of(crd, pos), segment(ifThen(less(j, used), touch)))))
        .contains("boolean close")
        .doesNotContain("parts < 2");
  }

  /** Another row could be read meanwhile. */
  @Test
  void rowsThatAreUsedOtherwiseAreNotMeasured() {
    Stmt reading = block(declare(room, load(seen, k)), segment(touch));
    Function function = turn(Map.of(crd, pos), touching(reading), order, append);
    assertThat(MeasuredTouches.of(function, 5, true)).isSameAs(function);
  }

  @Test
  void whatIsNotOnlyAppendedDoesNotGoStraightIntoTheResult() {
    Stmt more = store(out, constant(0), cast(ElementType.INT64, load(list, constant(0))));
    Function listed = turn(Map.of(crd, pos), touching(segment(touch)), order, append, more);
    assertThat(measured(listed)).contains("boolean close").doesNotContain("parts < 2");
  }

  /** What they touched would be forgotten. */
  @Test
  void rowsThatOthersHaveTouchedBeforeAreNotMeasured() {
    Stmt between = declare(room, constant(1));
    Stmt before = renamed(touching(segment(touch)));
    Function function =
        turn(Map.of(crd, pos), before, between, touching(segment(touch)), order, append);
    assertThat(MeasuredTouches.of(function, 5, true)).isSameAs(function);
  }

  private static Stmt renamed(Stmt s) {
    Map<Variable, Exp> others = new HashMap<>();
    Copying.rename(s, v -> variable(v.name() + "_before", v.type()), others);
    return Copying.replace(s, others);
  }

  @Test
  void touchesOfTwoRowsAreNotMeasured() {
    Variable other = variable("other", LONGS);
    Stmt second = Copying.replace(touch, Map.of(w, other));
    Function both =
        new Function(
            "f",
            List.of(rows, pos, crd, vals, seen, list, bits, w, other, out, n, turn, used, size),
            List.of(),
            block(touching(segment(new Stmt.Block(List.of(touch, second)))), order, append),
            Map.of(crd, pos));
    Verifier.verify(both);
    assertThat(MeasuredTouches.of(both, 5, true)).isSameAs(both);
  }

  /** Somebody needs what would not be there if places were not touched. */
  @Test
  void rowsThatAreNeededAfterwardsAreTouched() {
    List<Stmt> needing =
        List.of(
            store(out, constant(0), cast(ElementType.INT64, n)),
            store(out, constant(0), load(w, constant(0))),
            store(out, constant(0), cast(ElementType.INT64, load(seen, constant(0)))));
    for (Stmt more : needing) {
      Function function = turn(Map.of(crd, pos), touching(segment(touch)), order, append, more);
      assertThat(measured(function)).contains("boolean close").doesNotContain("parts < 2");
    }
    Stmt marked =
        forLoop(
            t,
            constant(0),
            n,
            block(
                store(out, used, cast(ElementType.INT64, load(seen, load(list, t)))),
                increment(used)));
    assertThat(measured(turn(Map.of(crd, pos), touching(segment(touch)), order, marked)))
        .contains("boolean close")
        .doesNotContain("parts < 2");
  }
}
