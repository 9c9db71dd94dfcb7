package org.einkorn.imp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.add;
import static org.einkorn.imp.Imp.assign;
import static org.einkorn.imp.Imp.block;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.declare;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.increment;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.multiply;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.einkorn.backend.jvm.JvmCompiler;
import org.einkorn.imp.Exp.Variable;
import org.junit.jupiter.api.Test;

class UnrollerTest {
  private final Variable i = variable("i", Type.INT32);
  private final Variable j = variable("j", Type.INT32);
  private final Variable n = variable("n", Type.INT32);
  private final Variable s = variable("s", Type.INT32);
  private final Variable x = variable("x", Type.INT32_ARRAY);
  private final Variable y = variable("y", Type.INT32_ARRAY);

  private static UnaryOperator<Variable> fresh() {
    Map<String, Integer> numbers = new HashMap<>();
    return v -> new Variable(v.name() + "_" + numbers.merge(v.name(), 1, Integer::sum), v.type());
  }

  private static String unrolled(Stmt loop, int times) {
    return Printer.print(Unroller.unroll((Stmt.For) loop, times, fresh()));
  }

  @Test
  void randomFunctionsGiveTheSame() {
    for (long seed = 0; seed < 500; seed++) {
      Function function = RandomFunction.make(seed, 12);
      Object[] expected = Evaluator.run(function, RandomFunction.arguments(function, seed));
      Random random = new Random(seed);
      UnaryOperator<Variable> names = fresh();
      Function unrolled =
          new Function(
              function.name(),
              function.parameters(),
              function.results(),
              everyLoop(
                  function.body(), random, v -> names.apply(variable(v.name() + "u", v.type()))));
      Verifier.verify(unrolled);
      Object[] evaluated = Evaluator.run(unrolled, RandomFunction.arguments(function, seed));
      assertSame(unrolled, expected, evaluated);
      Object[] compiled =
          JvmCompiler.compile(unrolled).run(RandomFunction.arguments(function, seed));
      assertSame(unrolled, expected, compiled);
    }
  }

  private static void assertSame(Function function, Object[] expected, Object[] actual) {
    assertThat(Arrays.deepEquals(expected, actual)).as(Printer.print(function)).isTrue();
  }

  private static Stmt everyLoop(Stmt s, Random random, UnaryOperator<Variable> fresh) {
    Stmt inside =
        Walk.with(
            s,
            Walk.expressions(s),
            Walk.parts(s).stream().map(part -> everyLoop(part, random, fresh)).toList());
    return inside instanceof Stmt.For loop
        ? Unroller.unroll(loop, 1 + random.nextInt(4), fresh)
        : inside;
  }

  @Test
  void aLoopOfUnknownLengthHasARemainder() {
    Stmt body =
        block(declare(j, load(x, add(i, constant(1)))), store(y, j, multiply(j, i)), increment(s));
    assertThat(unrolled(forLoop(i, constant(0), n, body), 3))
        .isEqualTo(
            """
            {
              int i = 0;
              while (i < n - 2) {
                int j = x[i + 1];
                y[j] = j * i;
                s++;
                int j_2 = x[i + 2];
                y[j_2] = j_2 * (i + 1);
                s++;
                int j_3 = x[i + 3];
                y[j_3] = j_3 * (i + 2);
                s++;
                i += 3;
              }
              while (i < n) {
                int j = x[i + 1];
                y[j] = j * i;
                s++;
                i++;
              }
            }
            """);
  }

  @Test
  void aBoundIsEvaluatedOnce() {
    String expected =
        """
        {
          int i = s;
          int i_end = %s;
          while (i < i_end - 1) {
            n++;
            n++;
            i += 2;
          }
          while (i < i_end) {
            n++;
            i++;
          }
        }
        """;
    assertThat(unrolled(forLoop(i, s, load(x, n), increment(n)), 2)).isEqualTo(expected, "x[n]");
    assertThat(unrolled(forLoop(i, s, n, increment(n)), 2)).isEqualTo(expected, "n");
  }

  @Test
  void aMultipleOfTheFactorHasNoRemainder() {
    assertThat(unrolled(forLoop(i, constant(2), constant(10), store(y, i, i)), 4))
        .isEqualTo(
            """
            {
              int i = 2;
              while (i < 7) {
                y[i] = i;
                y[i + 1] = i + 1;
                y[i + 2] = i + 2;
                y[i + 3] = i + 3;
                i += 4;
              }
            }
            """);
  }

  @Test
  void aShortLoopIsWrittenOut() {
    Stmt body = store(y, add(multiply(n, constant(3)), i), load(x, i));
    String written =
        """
        {
          y[n * 3] = x[0];
          y[n * 3 + 1] = x[1];
          y[n * 3 + 2] = x[2];
        }
        """;
    Stmt loop = forLoop(i, constant(0), constant(3), body);
    assertThat(unrolled(loop, 3)).isEqualTo(written);
    assertThat(unrolled(loop, 8)).isEqualTo(written);
    assertThat(unrolled(forLoop(i, s, add(s, constant(2)), assign(n, add(n, i))), 4))
        .isEqualTo(
            """
            {
              int i = s;
              n += i;
              n += i + 1;
            }
            """);
  }

  @Test
  void onceIsTheLoopItself() {
    Stmt.For loop = new Stmt.For(i, constant(0), n, increment(s));
    assertThat(Unroller.unroll(loop, 1, fresh())).isSameAs(loop);
  }

  @Test
  void afterSimplifyingItStandsAmongTheOthers() {
    Stmt loop = Unroller.unroll(new Stmt.For(i, constant(0), n, store(y, i, i)), 2, fresh());
    Function function =
        new Function("f", List.of(n, y), List.of(y), new Stmt.Block(List.of(store(y, n, n), loop)));
    assertThat(Printer.print(Simplifier.simplify(function)))
        .isEqualTo(
            """
            f(int n, int[] y) → y {
              y[n] = n;
              int i = 0;
              while (i < n - 1) {
                y[i] = i;
                y[i + 1] = i + 1;
                i += 2;
              }
              while (i < n) {
                y[i] = i;
                i++;
              }
            }
            """);
  }
}
