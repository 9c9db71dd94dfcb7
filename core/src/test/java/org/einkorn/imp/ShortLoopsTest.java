package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.breakTo;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.labelled;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.update;
import static org.einkorn.imp.Imp.variable;
import static org.einkorn.imp.Imp.whileLoop;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class ShortLoopsTest {
  private final Variable j = variable("j", Type.INT32);
  private final Variable a = variable("a", Type.of(ElementType.FLOAT64));
  private final Variable b = variable("b", Type.of(ElementType.FLOAT64));
  private final Variable x = variable("x", Type.arrayOf(ElementType.FLOAT64));
  private final Variable y = variable("y", Type.arrayOf(ElementType.FLOAT64));

  private Function function(Stmt... statements) {
    return new Function(
        "f", List.of(x, y), List.of(y), new Stmt.Block(new ArrayList<>(List.of(statements))));
  }

  private Stmt turn() {
    return turn(a);
  }

  private Stmt turn(Variable own) {
    return block(
        declare(own, load(x, j)), update(y, j, BinaryOp.ADD, multiply(own, load(x, constant(0)))));
  }

  private Function counted(int from, int to, int step, Stmt... turn) {
    List<Stmt> body = new ArrayList<>(List.of(turn));
    body.add(assign(j, add(j, constant(step))));
    return function(
        declare(j, constant(from)),
        whileLoop(less(j, constant(to)), new Stmt.Block(body)),
        update(y, j, BinaryOp.SUBTRACT, load(x, j)));
  }

  @Test
  void aLoopOfTwoTurns() {
    assertThat(Printer.print(ShortLoops.written(counted(0, 5, 4, turn())).body()))
        .isEqualTo(
            """
            {
              double a = x[0];
              y[0] += a * x[0];
              double a_2 = x[4];
              y[4] += a_2 * x[0];
              y[8] -= x[8];
            }
            """);
  }

  @Test
  void otherLoopsStay() {
    Variable l = variable("l", Type.of(ElementType.INT64));
    Exp one = constant(Constant.of(1L));
    for (Function other :
        List.of(
            counted(0, 33, 1, turn()),
            counted(0, 5, 1, turn(), ifThen(less(j, constant(3)), assign(j, constant(3)))),
            counted(0, 5, 1, whileLoop(less(j, constant(0)), turn())),
            function(
                declare(l, constant(Constant.of(0L))),
                whileLoop(less(l, constant(Constant.of(4L))), block(assign(l, add(l, one))))),
            function(
                labelled(
                    "out",
                    block(
                        declare(j, constant(0)),
                        whileLoop(
                            less(j, constant(4)),
                            block(
                                ifThen(less(load(x, j), load(x, constant(0))), breakTo("out")),
                                assign(j, add(j, constant(1)))))))))) {
      assertThat(ShortLoops.written(other)).isSameAs(other);
    }
  }

  @Test
  void theResultsStayTheSame() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Function loop =
          counted(random.nextInt(6), random.nextInt(40), random.nextInt(1, 9), turn(a), turn(b));
      double[] read = random.doubles(60).toArray();
      double[] before = random.doubles(60).toArray();
      assertThat(Evaluator.run(ShortLoops.written(loop), new Object[] {read, before.clone()}))
          .isEqualTo(Evaluator.run(loop, new Object[] {read, before.clone()}));
    }
  }

  @Test
  void randomFunctionsGiveTheSame() {
    for (long seed = 0; seed < 300; seed++) {
      Function function = RandomFunction.make(seed, 12);
      assertThat(
              Evaluator.run(ShortLoops.written(function), RandomFunction.arguments(function, seed)))
          .isEqualTo(Evaluator.run(function, RandomFunction.arguments(function, seed)));
    }
  }
}
