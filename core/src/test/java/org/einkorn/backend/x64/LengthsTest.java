package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Arrays that are known to have the same length. */
@EnabledIf("org.einkorn.backend.x64.MachineCode#isPresent")
class LengthsTest {
  private final Variable n = variable("n", Type.INT32);
  private final Variable i = variable("i", Type.INT32);
  private final Variable s = variable("s", Type.INT32);
  private final Variable a = variable("a", Type.INT32_ARRAY);
  private final Variable b = variable("b", Type.INT32_ARRAY);
  private final Variable y = variable("y", Type.INT32_ARRAY);

  /** b[a[i]] = i; y[a[i]] = i. */
  private Function intoTwo() {
    return new Function(
        "f",
        List.of(a, b, y, n),
        List.of(),
        forLoop(i, constant(0), n, block(declare(s, load(a, i)), store(b, s, i), store(y, s, i))));
  }

  @Test
  void arraysOfTheSameLengthAreTestedOnce() {
    List<Set<Variable>> alike = List.of(new LinkedHashSet<>(List.of(b, y)));
    assertThat(tests(MachineCode.listing(intoTwo(), alike, new HashSet<>())))
        .isEqualTo(tests(MachineCode.listing(intoTwo())) - 1);
    CompiledFunction once = MachineCode.compile(intoTwo(), alike).orElseThrow();
    int[] first = new int[3];
    int[] second = new int[3];
    once.run(new Object[] {new int[] {2, 0}, first, second, 2});
    assertThat(first).containsExactly(1, 0, 0);
    assertThat(second).containsExactly(1, 0, 0);
    for (int outside : new int[] {-1, 3, 1000}) {
      assertThatThrownBy(
              () -> once.run(new Object[] {new int[] {outside}, new int[3], new int[3], 1}))
          .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }
    assertThatThrownBy(() -> once.run(new Object[] {new int[1], new int[3], new int[4], 1}))
        .hasMessage("arrays of different lengths for f");
  }

  private static long tests(String listing) {
    return listing.lines().filter(l -> l.contains("jae outside")).count();
  }

  @Test
  void onlyParametersCanHaveTheSameLength() {
    List<Set<Variable>> alike =
        List.of(new LinkedHashSet<>(List.of(variable("other", Type.INT32_ARRAY), b)));
    assertThatThrownBy(() -> MachineCode.compile(intoTwo(), alike))
        .hasMessage("other is no parameter");
  }
}
