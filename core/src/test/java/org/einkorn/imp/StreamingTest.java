package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.update;
import static org.einkorn.imp.Imp.variable;

import java.util.List;
import java.util.Map;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class StreamingTest {
  private final Variable x = variable("x", Type.arrayOf(ElementType.FLOAT64));
  private final Variable y = variable("y", Type.arrayOf(ElementType.FLOAT64));
  private final Variable z = variable("z", Type.arrayOf(ElementType.FLOAT64));
  private final Exp vector = new Exp.LoadVector(x, constant(0), 4);

  private Function function(Stmt... statements) {
    return new Function("f", List.of(x, y), List.of(y), block(statements));
  }

  @Test
  void vectorsOfALargeResultThatIsNeverReadAreStreamed() {
    Stmt first = store(y, constant(4), vector);
    Stmt second = store(y, constant(8), vector);
    Function streamed =
        Streaming.of(function(first, second, store(y, constant(1), load(x, constant(1)))))
            .orElseThrow();
    assertThat(Printer.print(streamed.body()))
        .isEqualTo(
            """
            {
              if (y.length < 2097152) {
                y[4 : 4] = x[0 : 4];
                y[8 : 4] = x[0 : 4];
              } else {
                stream y[4 : 4] = x[0 : 4];
                stream y[8 : 4] = x[0 : 4];
              }
              y[1] = x[1];
            }
            """);
    Object[] arguments = {new double[] {1, 2, 3, 4}, new double[12]};
    assertThat(Evaluator.run(streamed, arguments))
        .containsExactly(new double[] {0, 2, 0, 0, 1, 2, 3, 4, 1, 2, 3, 4});
  }

  /** Copies and simpler forms go where the original went. */
  @Test
  void otherPassesKeepIt() {
    Stmt streamed = new Stmt.Store(y, constant(8), vector, true);
    Stmt far = new Stmt.Prefetch(x, constant(8), Stmt.Cache.FAR);
    for (Stmt s : List.of(streamed, far)) {
      assertThat(Copying.replace(s, Map.of(x, z, y, z)).toString())
          .isEqualTo(s.toString().replace("array=y", "array=z").replace("array=x", "array=z"));
      Function renamed = function(declare(z, x), new Stmt.Block(List.of(s)));
      assertThat(Printer.print(Simplifier.simplify(renamed).body()))
          .contains(Printer.print(s).strip());
    }
  }

  /** What is read again should be in a cache then. */
  @Test
  void whatIsReadAgainIsNot() {
    Stmt row = store(y, constant(0), vector);
    assertThat(
            Streaming.of(function(row, update(y, constant(0), BinaryOp.ADD, load(x, constant(1))))))
        .isEmpty();
    assertThat(Streaming.of(function(row, store(x, constant(0), load(y, constant(0)))))).isEmpty();
    Exp whole = new Exp.LoadVector(y, constant(0), 4);
    assertThat(Streaming.of(function(store(y, constant(0), whole)))).isEmpty();
    assertThat(Streaming.of(function(store(y, constant(0), load(x, constant(0)))))).isEmpty();
  }
}
