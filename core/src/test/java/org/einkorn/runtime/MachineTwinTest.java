package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Printer;
import org.einkorn.imp.RowForm;
import org.einkorn.imp.Type;
import org.einkorn.support.Workers;
import org.junit.jupiter.api.Test;

/** When machine code takes over; it is made at once here, and not aside. */
class MachineTwinTest {
  private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

  private final Variable i = variable("i", Type.INT32);
  private final Variable p = variable("p", Type.INT32);
  private final Variable j = variable("j", Type.INT32);
  private final Variable n = variable("n", Type.INT32);
  private final Variable t = variable("t", Type.of(ElementType.FLOAT64));
  private final Variable pos = variable("pos", Type.INT32_ARRAY);
  private final Variable crd = variable("crd", Type.INT32_ARRAY);
  private final Variable vals = variable("vals", Type.arrayOf(ElementType.FLOAT64));
  private final Variable x = variable("x", Type.arrayOf(ElementType.FLOAT64));
  private final Variable y = variable("y", Type.arrayOf(ElementType.FLOAT64));

  private final Function product =
      new Function(
          "f",
          List.of(pos, crd, vals, x, y, n),
          List.of(),
          forLoop(
              i,
              constant(0),
              n,
              block(
                  declare(t, constant(Constant.zero(ElementType.FLOAT64))),
                  forLoop(
                      p,
                      load(pos, i),
                      load(pos, add(i, constant(1))),
                      block(
                          declare(j, load(crd, p)),
                          assign(t, add(t, multiply(load(vals, p), load(x, j)))))),
                  store(y, i, t))));

  private final Function allocating =
      new Function(
          "g", List.of(n), List.of(y), block(declare(y, new Exp.Allocate(ElementType.FLOAT64, n))));

  private static final Object DATA = new Object();

  private static MachineTwin twin(Function... forms) {
    return new MachineTwin(() -> List.of(forms), Runnable::run);
  }

  @Test
  void onceTheFunctionHadSomethingToDo() {
    assumeTrue(MachineCode.isPresent());
    MachineTwin twin = twin(product);
    twin.spent(30 * MILLISECOND, true);
    assertThat(twin.ready(DATA)).isNull();
    twin.spent(30 * MILLISECOND, true);
    assertThat(twin.ready(DATA)).isNotNull();
    double[] result = new double[2];
    twin.ready(DATA)
        .run(
            new Object[] {
              new int[] {0, 2, 3},
              new int[] {0, 1, 1},
              new double[] {1, 2, 3},
              new double[] {5, 7},
              result,
              2
            },
            1);
    assertThat(result).containsExactly(19, 21);
  }

  @Test
  void theFirstCallIsLeftAloneForLonger() {
    assumeTrue(MachineCode.isPresent());
    MachineTwin twin = twin(product);
    twin.spent(200 * MILLISECOND, false);
    assertThat(twin.ready(DATA)).isNull();
    twin.spent(200 * MILLISECOND, false);
    assertThat(twin.ready(DATA)).isNotNull();
  }

  @Test
  void eachNumberOfThreadsHasAContestOfItsOwn() {
    assumeTrue(MachineCode.isPresent());
    MachineTwin twin = twin(product);
    twin.spent(60 * MILLISECOND, true);
    int before = Workers.threads();
    try {
      Workers.setThreads(1);
      DataContest alone = twin.ready(DATA);
      Workers.setThreads(2);
      assertThat(twin.ready(DATA)).isNotSameAs(alone);
      Workers.setThreads(1);
      assertThat(twin.ready(DATA)).isSameAs(alone);
    } finally {
      Workers.setThreads(before);
    }
  }

  @Test
  void atOnceIfAsked() {
    assumeTrue(MachineCode.isPresent());
    assertThat(MachineTwin.of(product, Map.of(), 2, RowForm.CONTINUED, Use.ALWAYS).ready(DATA))
        .isNotNull();
    assertThat(MachineTwin.of(product, Map.of(), 2, RowForm.CONTINUED, Use.AUTO).ready(DATA))
        .isNull();
  }

  @Test
  void aFunctionThatCannotBeMachineCode() {
    MachineTwin twin = twin(allocating);
    assertThat(twin.isImpossible()).isFalse();
    twin.spent(60 * MILLISECOND, true);
    assertThat(twin.isImpossible()).isTrue();
    assertThat(twin.ready(DATA)).isNull();
  }

  @Test
  void oneThatIsNotMade() {
    MachineTwin twin =
        new MachineTwin(
            () -> {
              throw new IllegalStateException("no memory for code");
            },
            Runnable::run);
    twin.spent(60 * MILLISECOND, true);
    assertThat(twin.isImpossible()).isTrue();
  }

  /** The JVM cannot stop a thread in machine code. */
  @Test
  void chunksThatTakeTooLongAreLeftToTheJvm() {
    assumeTrue(MachineCode.isPresent());
    MachineTwin slow = twin(product);
    slow.spent(600 * MILLISECOND, true);
    assertThat(slow.isImpossible()).isTrue();
    MachineTwin slowLater = twin(product);
    slowLater.spent(60 * MILLISECOND, true);
    slowLater.ran(MILLISECOND);
    assertThat(slowLater.ready(DATA)).isNotNull();
    slowLater.ran(600 * MILLISECOND);
    assertThat(slowLater.ready(DATA)).isNull();
    assertThat(slowLater.isImpossible()).isTrue();
  }

  /** For registers of any machine. */
  @Test
  void formsThatFetchAheadAndOneThatDoesNot() {
    List<String> forms = forms(RowForm.CONTINUED);
    assertThat(forms).hasSize(6);
    assertThat(forms.get(0)).doesNotContain("prefetch");
    assertThat(forms.get(1)).contains("prefetch x[");
    assertThat(forms.get(2)).contains("prefetch far x[", "crd_near) + 128]");
    assertThat(forms.get(3)).contains("prefetch far x[", "crd_near) + 1024]");
    assertThat(forms.get(4)).contains("for (int p = p_begin + 1;");
    assertThat(forms.get(5)).contains("prefetch vals[p_begin + 256]");
  }

  @Test
  void longRowsAreAlwaysAddedUpByTurns() {
    List<String> forms = forms(RowForm.LONG);
    assertThat(forms).hasSize(4).allMatch(form -> form.contains("while (p < p_end - 3)"));
    assertThat(forms.get(0)).doesNotContain("prefetch", "sums");
    assertThat(forms.get(1)).contains("prefetch vals[p + 1024]", "prefetch crd[p + 1024]");
    assertThat(forms.get(2)).contains("sums += vals[p : 4]").doesNotContain("prefetch");
    assertThat(forms.get(3)).contains("sums += vals[p : 4]", "prefetch vals[p + 1024]");
  }

  /** The JIT's code has another form for them: what is faster there is not always faster here. */
  @Test
  void shortRowsAreTriedInAllForms() {
    List<String> forms = forms(RowForm.PEELED);
    assertThat(forms.subList(0, 6)).isEqualTo(forms(RowForm.CONTINUED));
    assertThat(forms.get(6)).contains("for (int p = p_begin + 2;");
    assertThat(forms).hasSize(7);
  }

  /** Where rows are hard to foresee, it is tried whether one loop over all entries is faster. */
  @Test
  void oneLoopOverTheEntriesOfAllRows() {
    List<String> forms = forms(RowForm.FLAT);
    assertThat(forms.subList(0, 6)).isEqualTo(forms(RowForm.CONTINUED));
    assertThat(forms.get(6)).contains("if (p == p_last)");
    assertThat(forms).hasSize(7);
  }

  private List<String> forms(RowForm suited) {
    return MachineForms.of(product, Map.of(), type -> 8, 2, suited).stream()
        .map(Printer::print)
        .toList();
  }
}
