package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;

import java.util.List;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class HeldVectorsTest {
  private static final int ENOUGH_REGISTERS = 16;

  private final Type doubles = Type.arrayOf(ElementType.FLOAT64);
  private final Variable pos = variable("pos", Type.INT32_ARRAY);
  private final Variable crd = variable("crd", Type.INT32_ARRAY);
  private final Variable x = variable("x_vals", doubles);
  private final Variable y = variable("y_vals", doubles);
  private final Variable z = variable("z_vals", doubles);
  private final Variable i = variable("i", Type.INT32);
  private final Variable p = variable("p", Type.INT32);
  private final Variable q = variable("q", Type.INT32);
  private final Variable t = variable("t", new Type.Vector(ElementType.FLOAT64, 2));
  private final Exp nothing = new Exp.Broadcast(constant(Constant.of(0.0)), 2);

  private Function function(Stmt... body) {
    return new Function("f", List.of(pos, crd, x, y, z), List.of(z), block(body));
  }

  private static Exp row(Variable array, Exp number) {
    return new Exp.LoadVector(array, multiply(number, constant(2)), 2);
  }

  private Stmt over(Variable entry, Exp segment, Stmt... body) {
    return forLoop(entry, load(pos, segment), load(pos, add(segment, constant(1))), block(body));
  }

  private Stmt sum(Exp... factors) {
    Exp product = factors[0];
    for (int k = 1; k < factors.length; k++) {
      product = new Exp.Binary(Exp.BinaryOp.MULTIPLY, product, factors[k]);
    }
    return assign(t, new Exp.Binary(Exp.BinaryOp.ADD, t, product));
  }

  private Function product() {
    return function(
        declare(t, nothing),
        over(i, constant(0), over(p, i, over(q, p, sum(row(x, i), row(y, p), row(y, q))))),
        store(z, constant(0), t));
  }

  @Test
  void whatALoopReadsAgainIsHeldAsFarOutAsItCanBe() {
    assertThat(Printer.print(HeldVectors.of(product(), ENOUGH_REGISTERS).body()))
        .isEqualTo(
            """
            {
              double<2> t = double<2>(0.0);
              for (int i = pos[0]; i < pos[1]; i++) {
                int p_begin = pos[i];
                int p_end = pos[i + 1];
                if (p_begin < p_end) {
                  double<2> x_row = x_vals[i * 2 : 2];
                  for (int p = p_begin; p < p_end; p++) {
                    int q_begin = pos[p];
                    int q_end = pos[p + 1];
                    if (q_begin < q_end) {
                      double<2> y_row = y_vals[p * 2 : 2];
                      for (int q = q_begin; q < q_end; q++) {
                        t += x_row * y_row * y_vals[q * 2 : 2];
                      }
                    }
                  }
                }
              }
              z_vals[0 : 2] = t;
            }
            """);
  }

  @Test
  void theSameBits() {
    int[] pos = {0, 2, 2, 4, 4, 5};
    double[] x = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
    Object[] plain = {pos, new int[0], x, x, new double[2]};
    Object[] held = {pos, new int[0], x, x, new double[2]};
    Evaluator.run(product(), plain);
    Evaluator.run(HeldVectors.of(product(), ENOUGH_REGISTERS), held);
    assertThat(held[4]).isEqualTo(plain[4]).isNotEqualTo(new double[2]);
  }

  /** A register for the sum, four for what is computed on the way, and one of two rows. */
  @Test
  void asManyAsThereIsRoomFor() {
    assertThat(Printer.print(HeldVectors.of(product(), 6)))
        .contains("double<2> x_row = ")
        .doesNotContain("y_row");
    Function product = product();
    assertThat(HeldVectors.of(product, 5)).isSameAs(product);
  }

  @Test
  void whatOnlySomeRoundsReadIsNot() {
    Function some =
        function(
            declare(t, nothing),
            over(i, constant(0), over(p, i, ifThen(less(p, i), sum(row(x, i))))),
            store(z, constant(0), t));
    assertThat(HeldVectors.of(some, ENOUGH_REGISTERS)).isSameAs(some);
  }

  @Test
  void whatIsWrittenIsNot() {
    Function written =
        function(over(i, constant(0), over(p, i, store(z, p, row(z, i)), store(z, p, row(y, p)))));
    assertThat(HeldVectors.of(written, ENOUGH_REGISTERS)).isSameAs(written);
  }

  @Test
  void whatIsReadElsewhereInEachRoundIsNot() {
    Variable at = variable("at", Type.INT32);
    Function moving =
        function(
            declare(t, nothing),
            declare(at, constant(0)),
            over(i, constant(0), sum(row(x, at)), assign(at, add(at, constant(1)))),
            store(z, constant(0), t));
    assertThat(HeldVectors.of(moving, ENOUGH_REGISTERS)).isSameAs(moving);
  }

  @Test
  void whatFollowsAWayOutIsNot() {
    Stmt leave = new Stmt.If(less(p, i), new Stmt.Break("out"));
    Function left =
        function(
            declare(t, nothing),
            over(i, constant(0), new Stmt.Labelled("out", over(p, i, leave, sum(row(x, i))))),
            store(z, constant(0), t));
    assertThat(HeldVectors.of(left, ENOUGH_REGISTERS)).isSameAs(left);
  }
}
