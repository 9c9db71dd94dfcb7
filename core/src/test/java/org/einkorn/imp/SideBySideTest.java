package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.ifThen;
import static org.einkorn.imp.Imp.less;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.update;
import static org.einkorn.imp.Imp.variable;

import java.util.List;
import java.util.SplittableRandom;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class SideBySideTest {
  private static final Type DOUBLES = Type.arrayOf(ElementType.FLOAT64);

  private final Variable w = variable("w", DOUBLES);
  private final Variable x = variable("x", DOUBLES);
  private final Variable seen = variable("seen", Type.INT32_ARRAY);
  private final Variable a = variable("a", Type.of(ElementType.FLOAT64));
  private final Variable begin = variable("begin", Type.INT32);
  private final Variable end = variable("end", Type.INT32);
  private final Variable shift = variable("shift", Type.INT32);
  private final Variable turn = variable("turn", Type.INT32);
  private final Variable q = variable("q", Type.INT32);
  private final Exp place = add(q, shift);

  private Function looping(Stmt... body) {
    Function function =
        new Function(
            "f",
            List.of(w, x, seen, a, begin, end, shift, turn),
            List.of(),
            forLoop(q, begin, end, block(body)));
    Verifier.verify(function);
    return function;
  }

  private static Function inVectors(Function function) {
    return SideBySide.inVectors(function, element -> 64 / element.bytes());
  }

  private Stmt mark() {
    return store(seen, place, turn);
  }

  private Stmt addTo(Variable array, Exp value) {
    return update(array, place, BinaryOp.ADD, value);
  }

  @Test
  void whatIsWrittenSideBySideIsWrittenInVectors() {
    assertThat(Printer.print(inVectors(looping(mark(), addTo(w, multiply(a, load(x, q)))))))
        .isEqualTo(
            """
            f(double[] w, double[] x, int[] seen, double a, int begin, int end, int shift, int turn) {
              int at = begin;
              int whole = end;
              while (at < whole - 7) {
                seen[at + shift : 8] = int<8>(turn);
                w[at + shift : 8] = w[at + shift : 8] + double<8>(a) * x[at : 8];
                at += 8;
              }
              for (int q = at; q < whole; q++) {
                seen[q + shift] = turn;
                w[q + shift] += a * x[q];
              }
            }
            """);
  }

  @Test
  void resultsAreTheSame() {
    Function plain = looping(mark(), addTo(w, multiply(a, load(x, q))));
    Function vectors = inVectors(plain);
    SplittableRandom random = new SplittableRandom(1);
    for (int length = 0; length < 40; length++) {
      double[] values = random.doubles(60, -1, 1).toArray();
      double[][] sums = {random.doubles(60, -1, 1).toArray(), null};
      sums[1] = sums[0].clone();
      int[][] marks = {new int[60], new int[60]};
      int number = 0;
      for (Function f : List.of(plain, vectors)) {
        Evaluator.run(
            f, new Object[] {sums[number], values, marks[number], 0.3, 5, 5 + length, 7, 9});
        number++;
      }
      assertThat(sums[1]).isEqualTo(sums[0]);
      assertThat(marks[1]).isEqualTo(marks[0]);
    }
  }

  /** One element may depend on another, or something else happens besides. */
  @Test
  void otherLoopsStayAsTheyAre() {
    List<Function> others =
        List.of(
            looping(addTo(w, load(w, q))),
            looping(addTo(w, a), store(w, q, a)),
            looping(store(w, load(seen, q), a)),
            looping(store(seen, multiply(q, constant(2)), turn)),
            looping(store(seen, place, q)),
            looping(mark(), addTo(w, load(x, load(seen, q)))),
            looping(ifThen(less(q, shift), mark())),
            looping(
                update(seen, place, BinaryOp.BIT_OR, turn),
                store(w, place, constant(Constant.of(1.0)))));
    for (Function other : others) {
      assertThat(inVectors(other)).isEqualTo(other);
    }
  }
}
