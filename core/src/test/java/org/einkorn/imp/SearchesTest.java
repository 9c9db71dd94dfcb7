package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.variable;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.List;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class SearchesTest {
  private final Variable crd = variable("crd", Type.INT32_ARRAY);
  private final Variable c = variable("c", Type.INT32);
  private final Variable q = variable("q", Type.INT32);

  private Exp search(Exp begin) {
    return Imp.call(RuntimeFunction.LOWER_BOUND, crd, begin, Imp.length(crd), c);
  }

  private Function function(Stmt... statements) {
    return new Function("f", List.of(crd, c), List.of(q), new Stmt.Block(List.of(statements)));
  }

  @Test
  void aSearchIsALoop() {
    Function function = function(declare(q, add(search(load(crd, constant(0))), constant(1))));
    assertThat(Printer.print(Searches.written(function).body()))
        .isEqualTo(
            """
            {
              int low = crd[0];
              int high = crd.length;
              int wanted = c;
              while (low < high) {
                int middle = low + (high - low) / 2;
                if (crd[middle] < wanted) {
                  low = middle + 1;
                } else {
                  high = middle;
                }
              }
              int q = low + 1;
            }
            """);
  }

  /** It would be made too often, or too seldom. */
  @Test
  void searchesThatAreNotMadeOnceStay() {
    Function repeated =
        function(
            declare(q, constant(0)),
            whileLoop(less(q, search(constant(0))), block(assign(q, add(q, constant(1))))));
    assertThat(Searches.written(repeated)).isSameAs(repeated);
    Exp one = Imp.select(less(c, constant(3)), search(constant(0)), constant(0));
    Function chosen = function(declare(q, one));
    assertThat(Searches.written(chosen)).isSameAs(chosen);
  }

  @Test
  void randomFunctionsGiveTheSame() {
    int changed = 0;
    for (long seed = 0; seed < 600; seed++) {
      Function function = RandomFunction.make(seed, 12);
      Function written = Searches.written(function);
      changed += written == function ? 0 : 1;
      Object[] expected = Evaluator.run(function, RandomFunction.arguments(function, seed));
      assertThat(Evaluator.run(written, RandomFunction.arguments(function, seed)))
          .as(() -> Printer.print(function))
          .isEqualTo(expected);
      assertThat(JvmCompiler.compile(written).run(RandomFunction.arguments(function, seed)))
          .isEqualTo(expected);
      assertThat(Searches.written(written)).as("written once more").isSameAs(written);
    }
    assertThat(changed).isGreaterThan(100);
  }
}
