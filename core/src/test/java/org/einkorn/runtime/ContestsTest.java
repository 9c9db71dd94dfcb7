package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.variable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.junit.jupiter.api.Test;

class ContestsTest {
  /** Each form is fast on its own data alone. */
  private static final Object FIRST = new Object();

  private static final Object SECOND = new Object();

  private final List<Object> ran = new ArrayList<>();

  private final Contests contests = new Contests(List.of(form(FIRST), form(SECOND)), 32, false);

  private CompiledFunction form(Object fastOn) {
    return arguments -> {
      ran.add(fastOn);
      if (arguments[0] != fastOn) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
      return arguments;
    };
  }

  private void run(Object data, int times) {
    for (int k = 0; k < times; k++) {
      contests.now(data).run(new Object[] {data}, 1);
    }
  }

  @Test
  void dataHaveContestsOfTheirOwn() {
    run(FIRST, 100);
    run(SECOND, 120);
    assertThat(contests.now(FIRST)).isSameAs(contests.now(FIRST));
    assertThat(contests.now(FIRST).winner()).isZero();
    assertThat(contests.now(SECOND).winner()).isOne();
  }

  /** Many data come only for a few runs. */
  @Test
  void whoIsNewBeginsWithWhatWasBestForOthers() {
    run(SECOND, 100);
    ran.clear();
    run(FIRST, 5);
    assertThat(ran).containsOnly(SECOND);
    assertThat(contests.now(FIRST).isOpen()).isFalse();
    assertThat(contests.now(FIRST).hasDecided()).isFalse();
    assertThat(contests.now(FIRST).winner()).isOne();
    run(FIRST, 120);
    assertThat(contests.now(FIRST).winner()).isZero();
  }

  /** Nor does anybody begin with the form of data that know nothing yet. */
  @Test
  void whoHasDecidedIsAsked() {
    run(SECOND, 100);
    contests.now(new Object());
    assertThat(contests.now(FIRST).winner()).isOne();
  }

  @Test
  void oldDataAreForgotten() {
    Contest first = contests.now(FIRST);
    List<Object> others = new ArrayList<>();
    for (int k = 0; k < 16; k++) {
      others.add(new Object());
      contests.now(others.getLast());
    }
    assertThat(contests.now(FIRST)).isNotSameAs(first);
  }

  @Test
  void dataAreToldApartByTheirLongestList() {
    Variable pos = variable("pos", Type.INT32_ARRAY);
    Variable crd = variable("crd", Type.INT32_ARRAY);
    Variable other = variable("other", Type.INT32_ARRAY);
    Function function =
        new Function(
            "f", List.of(pos, crd, other), List.of(), Stmt.NOTHING, Map.of(crd, pos, other, pos));
    int[] few = {1};
    int[] many = {1, 2, 3};
    Coordinates coordinates = new Coordinates(function);
    assertThat(coordinates.longest(new Object[] {new int[9], few, many})).isSameAs(many);
    assertThat(coordinates.longest(new Object[] {new int[9], many, few})).isSameAs(many);
    Coordinates none = new Coordinates(Function.NOTHING);
    assertThat(none.longest(new Object[0])).isSameAs(none.longest(new Object[0]));
  }
}
