package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;

import java.util.List;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class CollapserTest {
  private final Variable i = variable("i", Type.INT32);
  private final Variable p = variable("p", Type.INT32);
  private final Variable q = variable("q", Type.INT32);
  private final Variable n = variable("n", Type.INT32);
  private final Variable pos = variable("pos", Type.INT32_ARRAY);
  private final Variable next = variable("next", Type.INT32_ARRAY);
  private final Variable y = variable("y", Type.INT32_ARRAY);

  private String collapsed(Stmt body) {
    Function function = new Function("f", List.of(pos, next, y, n), List.of(), body);
    return Printer.print(Optimiser.optimise(function).body());
  }

  private Stmt along(Variable child, Variable bounds, Variable parent, Stmt body) {
    return forLoop(child, load(bounds, parent), load(bounds, add(parent, constant(1))), body);
  }

  @Test
  void oneLoopOverWhatLiesInARow() {
    Stmt entry = store(y, p, constant(1));
    assertThat(collapsed(forLoop(i, constant(0), n, along(p, pos, i, entry))))
        .isEqualTo(
            """
            for (int p = pos[0]; p < pos[n]; p++) {
              y[p] = 1;
            }
            """);
  }

  @Test
  void anyNumberOfLoops() {
    Stmt inner = along(q, next, p, store(y, q, constant(1)));
    assertThat(collapsed(forLoop(i, constant(0), n, along(p, pos, i, inner))))
        .isEqualTo(
            """
            for (int q = next[pos[0]]; q < next[pos[n]]; q++) {
              y[q] = 1;
            }
            """);
  }

  /** Blocks of blocks may begin behind the last row. */
  @Test
  void noRowsAtAll() {
    Variable begin = variable("begin", Type.INT32);
    Stmt loop = forLoop(i, begin, n, along(p, pos, i, store(y, p, constant(1))));
    Function function =
        Optimiser.optimise(new Function("f", List.of(pos, y, begin, n), List.of(), loop));
    assertThat(Printer.print(function.body())).contains("p = pos[min(begin, n)]; p < pos[n];");
    int[] untouched = new int[3];
    JvmCompiler.compile(function).run(new Object[] {new int[] {0, 1, 3}, untouched, 5, 2});
    assertThat(untouched).containsOnly(0);
  }

  @Test
  void whoAsksForTheRowHasOne() {
    Stmt loop = forLoop(i, constant(0), n, along(p, pos, i, store(y, p, i)));
    assertThat(collapsed(loop)).isEqualTo(Printer.print(loop));
  }

  @Test
  void boundsThatMayChangeAreReadAgain() {
    Stmt loop = forLoop(i, constant(0), n, along(p, pos, i, store(pos, p, constant(0))));
    assertThat(collapsed(loop)).isEqualTo(Printer.print(loop));
  }

  @Test
  void rowsThatDoMoreKeepTheirLoop() {
    Stmt more = block(along(p, pos, i, store(y, p, constant(1))), store(y, n, constant(2)));
    Stmt loop = forLoop(i, constant(0), n, more);
    assertThat(collapsed(loop)).isEqualTo(Printer.print(loop));
  }
}
