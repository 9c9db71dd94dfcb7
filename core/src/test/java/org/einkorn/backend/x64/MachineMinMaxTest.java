package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.forLoop;
import static org.einkorn.imp.Imp.length;
import static org.einkorn.imp.Imp.load;
import static org.einkorn.imp.Imp.store;
import static org.einkorn.imp.Imp.variable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Verifier;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The smaller and the larger of two numbers are those that Java has. */
@EnabledIf("org.einkorn.backend.x64.MachineCode#isPresent")
class MachineMinMaxTest {
  private static final double[] NUMBERS = {
    0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 2.5
  };

  private static final Type DOUBLES = Type.arrayOf(ElementType.FLOAT64);
  private static final Type FLOATS = Type.arrayOf(ElementType.FLOAT32);

  private static Function function(List<Variable> parameters, Stmt body) {
    Function function = new Function("f", parameters, List.of(), new Stmt.Block(List.of(body)));
    Verifier.verify(function);
    return function;
  }

  private static void run(Function function, Object... arguments) {
    for (Processor processor : List.of(Processor.present().orElseThrow(), new Processor(false))) {
      MachineCode.compile(function, processor).orElseThrow().run(arguments);
    }
  }

  /** All pairs of numbers, the first and the second ones. */
  private static double[][] pairs() {
    List<double[]> pairs = new ArrayList<>();
    for (double left : NUMBERS) {
      for (double right : NUMBERS) {
        pairs.add(new double[] {left, right});
      }
    }
    return new double[][] {
      pairs.stream().mapToDouble(p -> p[0]).toArray(),
      pairs.stream().mapToDouble(p -> p[1]).toArray()
    };
  }

  private static double expected(BinaryOp op, double left, double right) {
    return op == BinaryOp.MIN ? Math.min(left, right) : Math.max(left, right);
  }

  @ParameterizedTest
  @EnumSource(names = {"MIN", "MAX"})
  void ofDoubles(BinaryOp op) {
    Variable a = variable("a", DOUBLES);
    Variable b = variable("b", DOUBLES);
    Variable c = variable("c", DOUBLES);
    Variable i = variable("i", Type.INT32);
    double[][] pairs = pairs();
    double[] wanted = new double[pairs[0].length];
    Arrays.setAll(wanted, k -> expected(op, pairs[0][k], pairs[1][k]));
    Exp each = new Binary(op, load(a, i), load(b, i));
    double[] result = new double[wanted.length];
    run(
        function(List.of(a, b, c), forLoop(i, constant(0), length(a), store(c, i, each))),
        pairs[0],
        pairs[1],
        result);
    assertThat(result).isEqualTo(wanted);
    run(
        function(
            List.of(c, b),
            forLoop(i, constant(0), length(c), new Stmt.Update(c, i, op, load(b, i)))),
        result,
        pairs[1]);
    assertThat(result).isEqualTo(wanted); // once more makes no difference
  }

  @ParameterizedTest
  @EnumSource(names = {"MIN", "MAX"})
  void ofLanes(BinaryOp op) {
    Variable a = variable("a", DOUBLES);
    Variable b = variable("b", DOUBLES);
    Variable c = variable("c", DOUBLES);
    Variable i = variable("i", Type.INT32);
    double[][] pairs = pairs();
    for (int lanes : List.of(2, 4)) {
      double[] result = new double[pairs[0].length];
      Exp each = new Binary(op, new Exp.LoadVector(a, i, lanes), new Exp.LoadVector(b, i, lanes));
      run(
          function(
              List.of(a, b, c),
              forLoop(i, constant(0), constant(result.length - lanes + 1), store(c, i, each))),
          pairs[0],
          pairs[1],
          result);
      for (int k = 0; k < result.length; k++) {
        assertThat(result[k]).isEqualTo(Double.valueOf(expected(op, pairs[0][k], pairs[1][k])));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MIN", "MAX"})
  void ofFloats(BinaryOp op) {
    Variable a = variable("a", FLOATS);
    Variable b = variable("b", FLOATS);
    Variable c = variable("c", FLOATS);
    Variable i = variable("i", Type.INT32);
    double[][] pairs = pairs();
    float[] left = new float[pairs[0].length];
    float[] right = new float[left.length];
    for (int k = 0; k < left.length; k++) {
      left[k] = (float) pairs[0][k];
      right[k] = (float) pairs[1][k];
    }
    float[] result = new float[left.length];
    Exp each = new Binary(op, load(a, i), load(b, i));
    run(
        function(List.of(a, b, c), forLoop(i, constant(0), length(a), store(c, i, each))),
        left,
        right,
        result);
    for (int k = 0; k < result.length; k++) {
      assertThat(result[k]).isEqualTo(Float.valueOf((float) expected(op, left[k], right[k])));
    }
  }
}
