package org.einkorn.bench;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.einkorn.Einkorn;
import org.einkorn.Kernel;
import org.einkorn.Tensor;
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

/** Matrix times vector: CSR, dense vectors. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR})
public class SpmvBenchmark {
  /** Five million nonzeros are 60 MB. */
  @Param({"banded-400k", "random-400k", "random-5M"})
  public String matrix;

  private Csr a;
  private double[] x;
  private Kernel kernel;
  private Map<String, Tensor> tensors;

  @Setup
  public void prepare() {
    a = Matrices.get(matrix, 1);
    x = Csr.values(a.columns(), 2);
    tensors = Map.of("A", a.toTensor("csr"), "x", Tensor.vector(x));
    kernel = Einkorn.expression("y(i) = A(i,j) * x(j)").with(tensors).result("dense").compile();
    Csr.check(hand(), kernel.run(tensors).toArray(), a.rows());
  }

  @Benchmark
  public Tensor einkorn() {
    return kernel.run(tensors);
  }

  @Benchmark
  public double[] hand() {
    return multiply(a.rows(), a.pos(), a.crd(), a.vals(), x);
  }

  private static double[] multiply(int rows, int[] pos, int[] crd, double[] vals, double[] x) {
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; p++) {
        sum += vals[p] * x[crd[p]];
      }
      y[i] = sum;
    }
    return y;
  }
}
