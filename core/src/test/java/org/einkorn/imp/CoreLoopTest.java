package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
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
import static org.einkorn.imp.Imp.variable;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class CoreLoopTest {
  private final Variable n = variable("n", Type.INT32);
  private final Variable i = variable("i", Type.INT32);
  private final Variable room = variable("room", Type.INT32);
  private final Variable used = variable("used", Type.INT32);
  private final Variable in = variable("in", Type.INT32_ARRAY);
  private final Variable out = variable("out", Type.INT32_ARRAY);
  private final Variable seen = variable("seen", Type.INT32_ARRAY);
  private final Variable sums = variable("sums", Type.arrayOf(ElementType.FLOAT64));

  private Function appending(Stmt... inLoop) {
    return new Function(
        "f",
        List.of(in, n),
        List.of(out),
        block(
            declare(seen, new Exp.Allocate(ElementType.INT32, n)),
            declare(sums, new Exp.Allocate(ElementType.FLOAT64, n)),
            declare(out, new Exp.Allocate(ElementType.INT32, constant(4))),
            declare(used, constant(0)),
            forLoop(i, constant(0), n, block(inLoop)),
            assign(out, call(RuntimeFunction.TRIM, out, used))));
  }

  private Stmt roomFor() {
    return declare(room, call(RuntimeFunction.TOTAL, used, constant(1)));
  }

  private Stmt growing() {
    return growing(room);
  }

  private Stmt growing(Variable needed) {
    return ifThen(
        less(length(out), needed),
        assign(out, call(RuntimeFunction.GROW, out, cast(ElementType.INT64, needed))));
  }

  private Stmt append() {
    return block(store(out, used, load(in, i)), increment(used));
  }

  private static Optional<CoreLoop> core(Function function) {
    return CoreLoop.of(function, MachineCode::isSuitable, Function.NOTHING, false);
  }

  @Test
  void stopsWhereArraysGrow() {
    CoreLoop core = core(appending(roomFor(), growing(), append())).orElseThrow();
    assertThat(Printer.print(core.loop()))
        .isEqualTo(
            """
            loop(int[] in, int[] out, int used, int from, int to) → stopped, stopped_at, used, room_then {
              int stopped = 0;
              int stopped_at = 0;
              int room_then = 0;
              left:
              for (int i = from; i < to; i++) {
                if (2147483631L < (long) used + 1L) {
                  stopped = 1;
                  stopped_at = i;
                  break left;
                }
                int room = used + 1;
                if (out.length < room) {
                  room_then = room;
                  stopped = 2;
                  stopped_at = i;
                  break left;
                }
                out[used] = in[i];
                used++;
              }
            }
            """);
    assertThat(Printer.print(core.rests().get(1)))
        .isEqualTo(
            """
            rest(int[] in, int n, int[] seen, double[] sums, int[] out, int used, int stopped_at, int room_then) → out, used {
              int i = stopped_at;
              int room = room_then;
              if (out.length < room) {
                out = grow(out, (long) room);
              }
              out[used] = in[i];
              used++;
            }
            """);
  }

  /** What comes after the branch is left to do as well. */
  @Test
  void stopsInABranch() {
    Stmt more = store(in, i, used);
    Stmt branch = ifElse(less(i, n), append(), new Stmt.Block(List.of(roomFor(), growing())));
    CoreLoop core = core(appending(branch, more)).orElseThrow();
    assertThat(Printer.print(core.loop()))
        .isEqualTo(
            """
            loop(int[] in, int n, int[] out, int used, int from, int to) → stopped, stopped_at, used, room_then {
              int stopped = 0;
              int stopped_at = 0;
              int room_then = 0;
              left:
              for (int i = from; i < to; i++) {
                if (i < n) {
                  out[used] = in[i];
                  used++;
                } else {
                  if (2147483631L < (long) used + 1L) {
                    stopped = 1;
                    stopped_at = i;
                    break left;
                  }
                  int room = used + 1;
                  if (out.length < room) {
                    room_then = room;
                    stopped = 2;
                    stopped_at = i;
                    break left;
                  }
                }
                in[i] = used;
              }
            }
            """);
    assertThat(Printer.print(core.rests().get(1)))
        .endsWith(
            """
              int i = stopped_at;
              int room = room_then;
              if (out.length < room) {
                out = grow(out, (long) room);
              }
              in[i] = used;
            }
            """);
  }

  /** Then the whole branch is left to others, and nothing of the attempt. */
  @Test
  void doesNotEnterABranchThatItCannotDo() {
    Stmt impossible = declare(room, call(RuntimeFunction.NARROW, constant(3L)));
    Stmt branch =
        ifElse(less(i, n), append(), new Stmt.Block(List.of(growing(n), impossible, append())));
    CoreLoop core = core(appending(branch)).orElseThrow();
    assertThat(core.rests()).hasSize(1);
    assertThat(Printer.print(core.loop())).doesNotContain("out.length");
  }

  @Test
  void knowsArraysOfTheSameLength() {
    Stmt both =
        block(store(seen, i, constant(1)), store(sums, i, cast(ElementType.FLOAT64, i)), append());
    assertThat(core(appending(both)).orElseThrow().alike()).containsExactly(Set.of(seen, sums));
    Stmt renewed = ifThen(less(i, n), assign(seen, new Exp.Allocate(ElementType.INT32, n)));
    assertThat(core(appending(renewed, both)).orElseThrow().alike())
        .containsExactly(Set.of(seen, sums));
    Stmt grown = ifThen(less(i, n), assign(seen, new Exp.Allocate(ElementType.INT32, room)));
    assertThat(core(appending(roomFor(), grown, both)).orElseThrow().alike()).isEmpty();
  }

  /** Arrays that the function is given, and may make anew. */
  @Test
  void knowsWhatAMakerGivesTheSameLength() {
    Stmt made =
        block(
            declare(seen, new Exp.Allocate(ElementType.INT32, n)),
            declare(sums, new Exp.Allocate(ElementType.FLOAT64, n)));
    Function maker = new Function("maker", List.of(n), List.of(seen, sums), made);
    Stmt both = block(store(seen, i, constant(1)), store(sums, i, cast(ElementType.FLOAT64, i)));
    for (Exp length : List.of(n, constant(3))) {
      Stmt renewed = ifThen(less(i, n), assign(seen, new Exp.Allocate(ElementType.INT32, length)));
      Function function =
          new Function(
              "f",
              List.of(n, seen, sums),
              List.of(seen),
              forLoop(i, constant(0), n, block(renewed, both)));
      assertThat(CoreLoop.of(function, MachineCode::isSuitable, maker, false).orElseThrow().alike())
          .isEqualTo(length.equals(n) ? List.of(Set.of(seen, sums)) : List.of());
    }
  }

  /** Machine code knows the lengths of its parameters only. */
  @Test
  void knowsNothingOfArraysThatTheLoopDoesNotUse() {
    Stmt one = block(store(sums, i, cast(ElementType.FLOAT64, i)), append());
    assertThat(core(appending(one)).orElseThrow().alike()).isEmpty();
  }

  @Test
  void takesTheLoopWithMostInsideEachOther() {
    Variable j = variable("j", Type.INT32);
    Variable k = variable("k", Type.INT32);
    Stmt inner = forLoop(j, constant(0), n, store(in, j, i));
    Function two =
        new Function(
            "f",
            List.of(in, n),
            List.of(in),
            block(forLoop(i, constant(0), n, inner), forLoop(k, constant(0), n, store(in, k, k))));
    CoreLoop core = core(two).orElseThrow();
    assertThat(Printer.print(core.loop())).contains("for (int i = from; i < to; i++) {");
    assertThat(Printer.print(core.after())).contains("for (int k = 0; k < n; k++) {");
  }

  @Test
  void thereIsNoneWhereEachTurnCalls() {
    Stmt calling = assign(out, call(RuntimeFunction.GROW, out, cast(ElementType.INT64, n)));
    assertThat(core(appending(calling))).isEmpty();
    assertThat(core(appending(ifThen(less(i, n), calling)))).isPresent();
    assertThat(core(new Function("f", List.of(n), List.of(), Stmt.NOTHING))).isEmpty();
  }
}
