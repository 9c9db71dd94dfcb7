package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class OnlyReadTest {
  private final List<Variable> arrays =
      IntStream.range(0, 6).mapToObj(k -> Imp.variable("a" + k, Type.INT32_ARRAY)).toList();

  private final Variable number = Imp.variable("number", Type.INT32);

  /** A function may write what it is given, but of some it is known which of it. */
  @Test
  void whatAFunctionOnlyReads() {
    Variable alike = Imp.variable("alike", Type.INT32);
    Exp call =
        Imp.call(
            RuntimeFunction.LIKE_ROWS,
            arrays.get(0),
            number,
            arrays.get(1),
            number,
            number,
            arrays.get(2),
            arrays.get(3),
            arrays.get(4),
            arrays.get(5));
    assertThat(OnlyRead.of(function(Imp.declare(alike, call))))
        .containsExactlyInAnyOrderElementsOf(arrays.subList(0, 5));
    Stmt sorting = Imp.run(RuntimeFunction.SORT_FEW, arrays.get(0), number);
    assertThat(OnlyRead.of(function(sorting)))
        .containsExactlyInAnyOrderElementsOf(arrays.subList(1, 6));
  }

  private Function function(Stmt body) {
    List<Variable> parameters = new ArrayList<>(arrays);
    parameters.add(number);
    return new Function("f", parameters, List.of(), Imp.block(body));
  }

  /** Whoever appends ahead of time must be the only one who does. */
  @Test
  void whatIsAppendedMayNotBeChangedBesides() {
    Variable used = number;
    TouchUse.Appended appended =
        new TouchUse.Appended(used, List.of(arrays.get(0)), List.of(arrays.get(1)));
    assertThat(appended.isChangedBy(Imp.store(arrays.get(2), Imp.constant(0), used))).isFalse();
    assertThat(appended.isChangedBy(Imp.increment(used))).isTrue();
    assertThat(appended.isChangedBy(Imp.store(arrays.get(0), Imp.constant(0), used))).isTrue();
    assertThat(appended.isChangedBy(Imp.store(arrays.get(1), Imp.constant(0), used))).isTrue();
  }
}
