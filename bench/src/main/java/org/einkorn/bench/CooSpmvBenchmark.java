package org.einkorn.bench;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.einkorn.Einkorn;
import org.einkorn.Kernel;
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

/** Matrix times vector: the matrix as a list of coordinates. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR, Settings.MODULES})
public class CooSpmvBenchmark {
  /** Five million nonzeros are 80 MB. */
  @Param({"banded-400k", "random-400k", "random-5M"})
  public String matrix;

  private Csr a;
  private int[] row;
  private double[] x;
  private Kernel kernel;
  private Map<String, Tensor> tensors;

  @Setup
  public void prepare() {
    a = Matrices.get(matrix, 1);
    row = a.rowOfEach();
    x = Csr.values(a.columns(), 2);
    tensors = Map.of("A", a.toTensor("coo"), "x", Tensor.vector(x));
    kernel = Einkorn.expression("y(i) = A(i,j) * x(j)").with(tensors).result("dense").compile();
    Csr.check(hand(), kernel.run(tensors).toArray(), a.rows());
  }

  @Benchmark
  public Tensor einkorn() {
    return kernel.run(tensors);
  }

  @Benchmark
  public double[] hand() {
    return multiply(a.rows(), row, a.crd(), a.vals(), x);
  }

  private static double[] multiply(int rows, int[] row, int[] column, double[] vals, double[] x) {
    double[] y = new double[rows];
    for (int p = 0; p < vals.length; p++) {
      y[row[p]] += vals[p] * x[column[p]];
    }
    return y;
  }
}
