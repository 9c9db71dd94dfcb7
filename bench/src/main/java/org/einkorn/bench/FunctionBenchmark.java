package org.einkorn.bench;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.einkorn.Computation;
import org.einkorn.Einkorn;
import org.einkorn.Kernel;
import org.einkorn.ScalarOperator;
import org.einkorn.Tensor;
import org.einkorn.bench.data.Csr;
import org.einkorn.bench.run.Settings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Functions of a user's own over the rows of a CSR matrix, against the same loops by hand. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR, Settings.MODULES})
public class FunctionBenchmark {
  private static final ScalarOperator SOFT =
      ScalarOperator.of("soft", x -> x > 0.25 ? x - 0.25 : x < -0.25 ? x + 0.25 : 0);
  private static final ScalarOperator SMOOTH =
      ScalarOperator.of("smooth", (x, y) -> x + y + x * y).associative().commutative().identity(0);

  /** As a map whose values are summed, as an operator between two operands, and as a reducer. */
  @Param({"map", "between", "reducer", "any"})
  public String use;

  private Csr a;
  private double[] x;
  private Kernel kernel;
  private Supplier<double[]> loop;
  private Map<String, Tensor> tensors;

  @Setup
  public void prepare() {
    a = Matrices.get("banded-400k", 1);
    x = Csr.values(a.columns(), 2);
    tensors = Map.of("A", a.toTensor("csr"), "x", Tensor.vector(x));
    Computation computation =
        switch (use) {
          case "map" -> Einkorn.expression("y(i) = soft(A(i,j)) * x(j)", SOFT);
          case "between" -> Einkorn.expression("y(i) = A(i,j) * smooth(A(i,j), x(j))", SMOOTH);
          case "reducer" -> Einkorn.expression("y(i) = smooth(j, A(i,j) * x(j))", SMOOTH);
          default -> Einkorn.expression("y(i) = float64(any(j, A(i,j) * x(j) > 0.9))");
        };
    loop =
        switch (use) {
          case "map" -> this::map;
          case "between" -> this::between;
          case "reducer" -> this::reducer;
          default -> this::any;
        };
    kernel = computation.with(tensors).result("dense").compile();
    Csr.check(hand(), kernel.run(tensors).toArray(), a.rows());
  }

  @Benchmark
  public Tensor einkorn() {
    return kernel.run(tensors);
  }

  @Benchmark
  public double[] hand() {
    return loop.get();
  }

  private static double soft(double x) {
    return x > 0.25 ? x - 0.25 : x < -0.25 ? x + 0.25 : 0;
  }

  private static double smooth(double x, double y) {
    return x + y + x * y;
  }

  private double[] map() {
    int[] pos = a.pos();
    int[] crd = a.crd();
    double[] vals = a.vals();
    double[] other = x;
    double[] y = new double[a.rows()];
    for (int i = 0; i < y.length; i++) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; p++) {
        sum += soft(vals[p]) * other[crd[p]];
      }
      y[i] = sum;
    }
    return y;
  }

  private double[] between() {
    int[] pos = a.pos();
    int[] crd = a.crd();
    double[] vals = a.vals();
    double[] other = x;
    double[] y = new double[a.rows()];
    for (int i = 0; i < y.length; i++) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; p++) {
        sum += vals[p] * smooth(vals[p], other[crd[p]]);
      }
      y[i] = sum;
    }
    return y;
  }

  private double[] reducer() {
    int[] pos = a.pos();
    int[] crd = a.crd();
    double[] vals = a.vals();
    double[] other = x;
    double[] y = new double[a.rows()];
    for (int i = 0; i < y.length; i++) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; p++) {
        sum = smooth(sum, vals[p] * other[crd[p]]);
      }
      y[i] = sum;
    }
    return y;
  }

  /** Leaves a row at the first large product, as a person would. */
  private double[] any() {
    int[] pos = a.pos();
    int[] crd = a.crd();
    double[] vals = a.vals();
    double[] other = x;
    double[] y = new double[a.rows()];
    for (int i = 0; i < y.length; i++) {
      for (int p = pos[i]; p < pos[i + 1]; p++) {
        if (vals[p] * other[crd[p]] > 0.9) {
          y[i] = 1;
          break;
        }
      }
    }
    return y;
  }
}
