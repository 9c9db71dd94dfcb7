package org.einkorn.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;
import org.junit.jupiter.api.Test;

class InterpreterTest {
  private final Map<String, CoordinateList> inputs = new HashMap<>();
  private final Map<String, Constant> fills = new HashMap<>();
  private final Map<IndexVariable, Integer> sizes = new HashMap<>();

  private void vector(String name, double... values) {
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, values.length);
    for (int i = 0; i < values.length; i++) {
      list.add(values[i], i);
    }
    inputs.put(name, list);
  }

  private void integers(String name, long... values) {
    CoordinateList list = new CoordinateList(ElementType.INT64, values.length);
    for (int i = 0; i < values.length; i++) {
      list.add(values[i], i);
    }
    inputs.put(name, list);
  }

  private void matrix(String name, double[]... rows) {
    CoordinateList list =
        new CoordinateList(ElementType.FLOAT64, rows.length, rows.length == 0 ? 0 : rows[0].length);
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        list.add(rows[i][j], i, j);
      }
    }
    inputs.put(name, list);
  }

  private void scalar(String name, double value) {
    CoordinateList list = new CoordinateList(ElementType.FLOAT64);
    list.add(value);
    inputs.put(name, list);
  }

  private static double[] row(double... values) {
    return values;
  }

  private Interpreter.Result run(String text) {
    return Interpreter.evaluate(Parser.parse(text), inputs, fills, sizes);
  }

  private double[] runVector(String text) {
    Interpreter.Result result = run(text);
    double[] values = new double[result.dimensions()[0]];
    for (int i = 0; i < values.length; i++) {
      values[i] = result.get(i).asDouble();
    }
    return values;
  }

  private double[][] runMatrix(String text) {
    Interpreter.Result result = run(text);
    double[][] values = new double[result.dimensions()[0]][result.dimensions()[1]];
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values[i].length; j++) {
        values[i][j] = result.get(i, j).asDouble();
      }
    }
    return values;
  }

  @Test
  void multipliesAMatrixByAVector() {
    matrix("A", row(1, 2, 0), row(0, 0, 3));
    vector("x", 4, 5, 6);
    assertThat(runVector("y(i) = A(i,j) * x(j)")).containsExactly(14, 18);
    assertThat(runVector("y(j) = A(i,j)")).containsExactly(1, 2, 3);
    assertThat(run("s = A(i,j)").get()).isEqualTo(Constant.of(6.0));
    assertThat(runMatrix("T(j,i) = A(i,j)")).isEqualTo(new double[][] {{1, 0}, {2, 0}, {0, 3}});
  }

  @Test
  void addendsWithoutTheVariableCountOnce() {
    matrix("A", row(1, 2), row(3, 4));
    vector("x", 1, 1);
    vector("c", 100, 200);
    assertThat(runVector("y(i) = A(i,j) * x(j) + c(i) + A(i,j) * x(j)")).containsExactly(106, 214);
    assertThat(runVector("y(i) = c(i) + A(i,j) * x(j) + A(i,j) * x(j)")).containsExactly(106, 214);
    assertThat(runVector("y(i) = sum(j, A(i,j) * x(j) + c(i))")).containsExactly(203, 407);
  }

  @Test
  void fusesALayerOfANetwork() {
    matrix("M", row(1, 2), row(0, 1));
    matrix("I", row(1, 1), row(2, 0));
    vector("W", 3, 4);
    vector("b", 10, 20);
    // I*W + b = (17, 26)
    assertThat(runVector("y(i) = M(i,j) * (I(j,k) * W(k) + b(j))")).containsExactly(69, 26);
  }

  @Test
  void duplicatesAddUpAndAbsentEntriesAreTheFill() {
    CoordinateList x = new CoordinateList(ElementType.FLOAT64, 3);
    x.add(1.0, 1);
    x.add(2.0, 1);
    inputs.put("x", x);
    assertThat(runVector("y(i) = x(i)")).containsExactly(0, 3, 0);
    fills.put("x", Constant.of(7L));
    assertThat(runVector("y(i) = x(i)")).containsExactly(7, 3, 7);
    assertThat(run("s = x(i)").get().asDouble()).isEqualTo(17);
    assertThat(run("s = min(i, x(i))").get().asDouble()).isEqualTo(3);
  }

  @Test
  void theRightSideReadsOldValues() {
    matrix("A", row(1, 2), row(3, 4));
    vector("x", 1, 2);
    assertThat(runMatrix("A(i,j) = A(j,i)")).isEqualTo(new double[][] {{1, 3}, {2, 4}});
    assertThat(runVector("x(i) = x(i) + x(i)")).containsExactly(2, 4);
    assertThat(runVector("x(i) = x(j)")).containsExactly(3, 3);
  }

  @Test
  void accumulatesIntoOldValues() {
    matrix("A", row(5, 2), row(3, 4));
    vector("y", 1, 10);
    assertThat(runVector("y(i) += A(i,j)")).containsExactly(8, 17);
    assertThat(runVector("y(i) -= A(i,j)")).containsExactly(-6, 3);
    assertThat(runVector("y(i) *= A(i,j)")).containsExactly(10, 120);
    assertThat(runVector("y(i) min= A(i,j)")).containsExactly(1, 3);
    assertThat(runVector("y(i) max= A(i,j) + 1")).containsExactly(6, 10);
    assertThat(runVector("z(i) += A(i,j)")).containsExactly(7, 7);
    fills.put("z", Constant.of(1.5));
    assertThat(runVector("z(i) += A(i,j)")).containsExactly(7, 7);
    assertThat(runVector("z(i) min= A(i,j)")).containsExactly(2, 3);
  }

  @Test
  void diagonalsOnBothSides() {
    matrix("A", row(1, 2), row(3, 4));
    vector("x", 5, 6);
    assertThat(runVector("y(i) = A(i,i)")).containsExactly(1, 4);
    assertThat(run("s = A(i,i)").get().asDouble()).isEqualTo(5);
    assertThat(runMatrix("D(i,i) = x(i)")).isEqualTo(new double[][] {{5, 0}, {0, 6}});
    assertThat(runMatrix("A(i,i) += x(i)")).isEqualTo(new double[][] {{6, 2}, {3, 10}});
    fills.put("D", Constant.of(-1L));
    assertThat(runMatrix("D(i,i) = x(i)")).isEqualTo(new double[][] {{5, -1}, {-1, 6}});
  }

  @Test
  void broadcastsScalarsAndIndexValues() {
    scalar("a", 2);
    vector("x", 5, 6);
    sizes.put(new IndexVariable("j"), 3);
    assertThat(runMatrix("A(j,i) = a * x(i) + j"))
        .isEqualTo(new double[][] {{10, 12}, {11, 13}, {12, 14}});
    assertThat(runVector("v(j) = 7")).containsExactly(7, 7, 7);
    assertThat(run("v(j) = j").type()).isEqualTo(ElementType.INT64);
    assertThat(run("s = sum(j, j*j)").get()).isEqualTo(Constant.of(5L));
    assertThat(run("s = sum(j, 1) + sum(j, 2)").get()).isEqualTo(Constant.of(9L));
    assertThat(run("s = prod(j, j + 1)").get()).isEqualTo(Constant.of(6L));
  }

  @Test
  void explicitReductionsHaveTheirOwnVariables() {
    vector("a", 1, 2, 3);
    vector("b", 10, 20);
    assertThat(run("s = sum(k, a(k)) * b(k)").get().asDouble()).isEqualTo(180);
    assertThat(runVector("y(k) = max(k, a(k)) + b(k)")).containsExactly(13, 23);
  }

  @Test
  void emptyReductionsGiveTheIdentity() {
    vector("x");
    integers("n");
    assertThat(run("s = x(i)").get()).isEqualTo(Constant.of(0.0));
    assertThat(run("s = prod(i, x(i))").get()).isEqualTo(Constant.of(1.0));
    assertThat(run("s = min(i, x(i))").get()).isEqualTo(Constant.of(Double.POSITIVE_INFINITY));
    assertThat(run("s = max(i, x(i))").get()).isEqualTo(Constant.of(Double.NEGATIVE_INFINITY));
    assertThat(run("s = n(i)").get()).isEqualTo(Constant.of(0L));
    assertThat(run("y(i) = x(i)").dimensions()).containsExactly(0);
    matrix("A");
    assertThat(run("B(i,j) = A(i,j)").dimensions()).containsExactly(0, 0);
  }

  @Test
  void computesInThePromotedType() {
    integers("n", 1, 2, 4);
    assertThat(run("y(i) = n(i)").type()).isEqualTo(ElementType.INT64);
    assertThat(runVector("y(i) = n(i) / 4")).containsExactly(0.25, 0.5, 1);
    assertThat(run("y(i) = n(i) / 4").type()).isEqualTo(ElementType.FLOAT64);
    assertThat(run("y(i) = n(i) * 0.5").type()).isEqualTo(ElementType.FLOAT64);
    CoordinateList flags = new CoordinateList(ElementType.BOOL, 3);
    flags.add(1L, 0);
    flags.add(1L, 0);
    flags.add(1L, 2);
    inputs.put("f", flags);
    assertThat(run("s = f(i)").get()).isEqualTo(Constant.of(2L));
    assertThat(run("g(i) = f(i)").get(0)).isEqualTo(Constant.of(true));
    CoordinateList narrow = new CoordinateList(ElementType.INT32, 2);
    narrow.add(2_000_000_000L, 0);
    narrow.add(2_000_000_000L, 1);
    inputs.put("m", narrow);
    assertThat(run("s = m(i)").get()).isEqualTo(Constant.of(4_000_000_000L));
    CoordinateList single = new CoordinateList(ElementType.FLOAT32, 1);
    single.add(0.1, 0);
    inputs.put("x", single);
    assertThat(run("y(i) = x(i) + x(i)").get(0))
        .isEqualTo(Constant.of((double) (0.1f + 0.1f)).as(ElementType.FLOAT32));
    assertThat(run("m(i) += 1").type()).isEqualTo(ElementType.INT64);
  }

  @Test
  void aResultKnowsItsCoordinates() {
    vector("x", 1, 2);
    Interpreter.Result result = run("y(i) = x(i)");
    assertThatThrownBy(() -> result.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> result.get(0, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void oneVariableHasOneSizeEvenIfItIsSummedTwice() {
    vector("x", 1, 2);
    vector("z", 1, 2, 3);
    assertThatThrownBy(() -> run("s = x(j) + z(j)"))
        .isInstanceOf(EinkornException.class)
        .hasMessageContaining("Variable j");
  }
}
