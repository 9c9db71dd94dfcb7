package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Type;
import org.einkorn.support.Workers;
import org.junit.jupiter.api.Test;

class WorkspacesTest {
  private final Variable n = new Variable("n", Type.INT32);
  private final Variable seen = new Variable("seen", Type.INT32_ARRAY);
  private final Variable turn = new Variable("turn", Type.INT32);
  private final Variable found = new Variable("found", Type.INT32);
  private final Function maker =
      new Function(
          "workspaces",
          List.of(n),
          List.of(seen, turn),
          block(declare(seen, new Exp.Allocate(ElementType.INT32, n)), declare(turn, constant(7))));

  /** Tells what it finds at the first place, leaves the turn there, and begins another one. */
  private final Function function =
      new Function(
          "f",
          List.of(n, seen, turn),
          List.of(found, turn),
          block(
              declare(found, Imp.load(seen, constant(0))),
              store(seen, constant(0), turn),
              increment(turn)));

  private final CompiledFunction compiled = JvmCompiler.compile(function);
  private final Workspaces workspaces = new Workspaces(maker, function);

  private int run(int size) {
    Object[] results = workspaces.run(new Object[] {size, null, null}, compiled::run);
    assertThat(results).as("workspaces are not among the results").hasSize(1);
    return (Integer) results[0];
  }

  @Test
  void callsFindWhatTheLastOneLeft() {
    assertThat(List.of(run(3), run(3), run(3))).containsExactly(0, 7, 8);
  }

  @Test
  void othersAreMadeForOtherSizes() {
    assertThat(List.of(run(3), run(4), run(3))).containsExactly(0, 0, 0);
  }

  @Test
  void nobodyGetsWhatAFailedCallHad() {
    run(3);
    UnaryOperator<Object[]> failing =
        arguments -> {
          throw new IllegalStateException();
        };
    assertThatThrownBy(() -> workspaces.run(new Object[] {3, null, null}, failing))
        .isInstanceOf(IllegalStateException.class);
    assertThat(run(3)).isZero();
  }

  /** Calls that run at the same time, here inside each other. */
  @Test
  void aCallHasThemForItself() {
    List<Object> had = new ArrayList<>();
    callInside(5, had);
    assertThat(had.stream().map(System::identityHashCode).distinct()).hasSize(5);
    List<Object> again = new ArrayList<>();
    callInside(5, again);
    long kept = again.stream().filter(a -> had.stream().anyMatch(b -> b == a)).count();
    assertThat(kept).isEqualTo(Math.min(5, Workers.threads()));
  }

  private void callInside(int depth, List<Object> had) {
    workspaces.run(
        new Object[] {3, null, null},
        arguments -> {
          had.add(arguments[1]);
          if (depth > 1) {
            callInside(depth - 1, had);
          }
          return compiled.run(arguments);
        });
  }

  @Test
  void newOnesAreLikeTheFirst() {
    run(3);
    Object[] arguments = {3, null, null};
    workspaces.giveNew(arguments);
    assertThat(Arrays.asList(arguments))
        .usingRecursiveComparison()
        .isEqualTo(Arrays.asList(3, new int[3], 7));
    assertThat(run(3)).as("what was left is still there").isEqualTo(7);
  }

  @Test
  void aFunctionWithoutThemRunsAsItIs() {
    Workspaces none = new Workspaces(Function.NOTHING, function);
    Object[] arguments = {1, new int[1], 2};
    assertThat(none.isEmpty()).isTrue();
    none.giveNew(arguments);
    assertThat(none.run(arguments, a -> a)).isSameAs(arguments);
  }
}
