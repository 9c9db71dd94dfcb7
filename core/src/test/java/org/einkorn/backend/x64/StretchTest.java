package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.min;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.subtract;

import java.util.List;
import java.util.regex.Pattern;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.junit.jupiter.api.Test;

class StretchTest {
  private final Variable from = new Variable("from", Type.INT32);
  private final Variable to = new Variable("to", Type.INT32);
  private final Variable p = new Variable("p", Type.INT32);
  private final Variable second = new Variable("second", Type.INT32);
  private final Variable x = new Variable("x", Type.arrayOf(ElementType.FLOAT64));
  private final Variable y = new Variable("y", Type.arrayOf(ElementType.FLOAT64));
  private final Stretch stretch = Stretch.of(less(from, to)).orElseThrow();

  private Stmt entry(Exp position) {
    return store(y, position, load(x, position));
  }

  private Stmt rest(int few) {
    return forLoop(p, add(from, constant(few)), to, entry(p));
  }

  private Stmt declareSecond() {
    return declare(second, min(add(from, constant(1)), subtract(to, constant(1))));
  }

  @Test
  void isAConditionThatOneIsLess() {
    assertThat(Stretch.of(less(from, constant(7)))).isEmpty();
    assertThat(Stretch.of(Imp.lessEqual(from, to))).isEmpty();
    assertThat(Stretch.of(less(from, from))).isEmpty();
  }

  @Test
  void firstEntriesAndALoopOverTheRest() {
    assertThat(stretch.arrays(List.of(entry(from), rest(1)))).containsExactlyInAnyOrder(x, y);
    assertThat(stretch.arrays(List.of(entry(from), declareSecond(), entry(second), rest(2))))
        .containsExactlyInAnyOrder(x, y);
  }

  @Test
  void notWhereAnEntryIsLeftOut() {
    assertThat(stretch.arrays(List.of(entry(from), rest(2)))).isEmpty();
    assertThat(stretch.arrays(List.of(rest(1)))).isEmpty();
    assertThat(stretch.arrays(List.of(entry(from), declareSecond(), rest(2)))).isEmpty();
    assertThat(stretch.arrays(List.of(entry(from), assign(from, to), rest(1)))).isEmpty();
    assertThat(stretch.arrays(List.of(entry(from), assign(to, from), rest(1)))).isEmpty();
    assertThat(stretch.arrays(List.of(store(y, from, load(x, constant(0))), rest(1))))
        .containsExactly(y);
  }

  /** What is left before its end does not come to all indices. */
  @Test
  void notWhereSomethingMayLeave() {
    Stmt leave = ifThen(less(to, constant(9)), new Stmt.Break("rows"));
    Stmt leaving = forLoop(p, add(from, constant(1)), to, Imp.block(entry(p), leave));
    assertThat(stretch.arrays(List.of(entry(from), leaving))).isEmpty();
    assertThat(stretch.arrays(List.of(entry(from), leave, rest(1)))).isEmpty();
  }

  /** One test for both arrays and all entries, and sums beside a tested index that just are. */
  @Test
  void isTestedOnce() {
    Function function =
        new Function(
            "f",
            List.of(x, y, from, to),
            List.of(),
            ifThen(
                less(from, to), Imp.block(entry(from), declareSecond(), entry(second), rest(2))));
    String listing = MachineCode.listing(function);
    assertThat(Pattern.compile("j\\w+ outside").matcher(listing).results()).hasSize(2);
    assertThat(listing).doesNotContain("movsxd").contains("cmovg");
  }
}
