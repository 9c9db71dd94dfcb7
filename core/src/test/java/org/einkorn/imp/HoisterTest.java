package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;

import java.util.List;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class HoisterTest {
  private final Variable i = variable("i", Type.INT32);
  private final Variable j = variable("j", Type.INT32);
  private final Variable n = variable("n", Type.INT32);
  private final Variable x = variable("x_vals", Type.INT32_ARRAY);
  private final Variable y = variable("y", Type.INT32_ARRAY);

  private String hoisted(Stmt body) {
    Function function = new Function("f", List.of(x, y, n), List.of(), body);
    Function hoisted = Optimiser.optimise(function);
    return Printer.print(hoisted.body());
  }

  private Stmt over(Variable variable, Stmt... body) {
    return forLoop(variable, constant(0), n, block(body));
  }

  @Test
  void movesOutOfAsManyLoopsAsItCan() {
    Stmt sum = store(y, j, add(load(x, constant(3)), load(x, i)));
    assertThat(hoisted(over(i, over(j, sum))))
        .isEqualTo(
            """
            {
              int x_val = x_vals[3];
              for (int i = 0; i < n; i++) {
                int x_val_2 = x_vals[i];
                for (int j = 0; j < n; j++) {
                  y[j] = x_val + x_val_2;
                }
              }
            }
            """);
  }

  @Test
  void leavesArraysThatAreWritten() {
    Stmt loop = over(i, over(j, store(y, j, load(y, i))));
    assertThat(hoisted(loop)).isEqualTo(Printer.print(loop));
  }

  @Test
  void leavesWhatOnlySomeRoundsRead() {
    Stmt branch = new Stmt.If(less(j, i), store(y, j, load(x, i)));
    Stmt loop = over(i, over(j, branch));
    assertThat(hoisted(loop)).isEqualTo(Printer.print(loop));
  }

  @Test
  void leavesWhatFollowsAWayOut() {
    Stmt leave = new Stmt.If(less(j, i), new Stmt.Break("out"));
    Stmt loop = over(i, new Stmt.Labelled("out", over(j, leave, store(y, j, load(x, i)))));
    assertThat(hoisted(loop)).isEqualTo(Printer.print(loop));
  }

  @Test
  void leavesPlacesThatChange() {
    Variable p = variable("p", Type.INT32);
    Stmt walk =
        new Stmt.While(less(p, n), block(store(y, p, multiply(load(x, p), n)), increment(p)));
    Stmt both = block(Imp.declare(p, constant(0)), walk);
    assertThat(hoisted(both)).isEqualTo(Printer.print(both));
  }
}
