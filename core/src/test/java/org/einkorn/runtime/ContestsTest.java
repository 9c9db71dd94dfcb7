package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.variable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.junit.jupiter.api.Test;

class ContestsTest {
  /** The second form is fast on those data, the third on all others, the first on none. */
  private static final Object ODD = new Object();

  private final List<Integer> ran = new ArrayList<>();

  private final Contests contests = new Contests(List.of(form(0), form(1), form(2)), 32, false);

  private CompiledFunction form(int number) {
    return arguments -> {
      ran.add(number);
      if (number != (arguments[0] == ODD ? 1 : 2)) {
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
  void dataThatRunForLongHaveContestsOfTheirOwn() {
    Object other = new Object();
    run(other, 100);
    assertThat(contests.now(ODD).winner()).isEqualTo(2);
    run(ODD, 150);
    assertThat(contests.now(ODD).hasDecided()).isTrue();
    assertThat(contests.now(ODD).winner()).isOne();
    assertThat(contests.now(other).winner()).isEqualTo(2);
    assertThat(contests.now(other)).isSameAs(contests.now(other));
  }

  /** Most kernels run on the same data again and again. */
  @Test
  void theFirstDataDoNotCompareTwice() {
    run(ODD, 96);
    ran.clear();
    assertThat(contests.now(ODD).hasDecided()).isTrue();
    run(ODD, 20);
    assertThat(ran).containsOnly(1);
  }

  /** Many data come only for a few runs. */
  @Test
  void whoIsNewBeginsWithWhatWasBestForOthers() {
    run(new Object(), 100);
    ran.clear();
    run(ODD, 5);
    assertThat(ran).containsOnly(2);
    assertThat(contests.now(ODD).isOpen()).isFalse();
    assertThat(contests.now(ODD).hasDecided()).isFalse();
  }

  /** As when a matrix is made anew for every step. */
  @Test
  void formsAreComparedWhereAllDataComeOnce() {
    List<Object> data = Stream.generate(Object::new).limit(300).toList();
    data.forEach(one -> run(one, 1));
    ran.clear();
    data.subList(0, 20).forEach(one -> run(one, 1));
    assertThat(ran).containsOnly(2);
  }

  /** However many others come in between. */
  @Test
  void whatIsUsedIsNotForgotten() {
    run(new Object(), 100);
    run(ODD, 150);
    DataContest own = contests.now(ODD);
    List<Object> others = new ArrayList<>();
    for (int k = 0; k < 200; k++) {
      others.add(new Object());
      contests.now(others.getLast());
      assertThat(contests.now(ODD)).isSameAs(own);
    }
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
