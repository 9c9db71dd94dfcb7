package org.einkorn.bench;

import java.util.Arrays;
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

/** The product of two CSR matrices, as CSR. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR})
public class SpgemmBenchmark {
  /** The last result has 9 million nonzeros, 110 MB. */
  @Param({"random-40k", "banded-400k", "random-1M"})
  public String matrix;

  private Csr a;
  private Csr b;
  private Kernel kernel;
  private Map<String, Tensor> tensors;

  @Setup
  public void prepare() {
    a = Matrices.get(matrix, 1);
    b = Matrices.get(matrix, 2);
    tensors = Map.of("A", a.toTensor("csr"), "B", b.toTensor("csr"));
    kernel = Einkorn.expression("C(i,j) = A(i,k) * B(k,j)").with(tensors).result("csr").compile();
    hand().check(kernel.run(tensors));
  }

  @Benchmark
  public Tensor einkorn() {
    return kernel.run(tensors);
  }

  @Benchmark
  public Csr hand() {
    return multiply(a, b);
  }

  /**
   * Gustavson's algorithm: a row of the result is summed in a dense row, and its columns sorted.
   */
  private static Csr multiply(Csr a, Csr b) {
    int[] aPos = a.pos();
    int[] aCrd = a.crd();
    double[] aVals = a.vals();
    int[] bPos = b.pos();
    int[] bCrd = b.crd();
    double[] bVals = b.vals();
    double[] sum = new double[b.columns()];
    int[] seenIn = new int[b.columns()];
    int[] pos = new int[a.rows() + 1];
    int[] crd = new int[aCrd.length + bCrd.length];
    double[] vals = new double[crd.length];
    int n = 0;
    for (int i = 0; i < a.rows(); i++) {
      int products = 0;
      for (int p = aPos[i]; p < aPos[i + 1]; p++) {
        products += bPos[aCrd[p] + 1] - bPos[aCrd[p]];
      }
      int needed = n + Math.min(products, b.columns());
      if (needed > crd.length) {
        crd = Arrays.copyOf(crd, Math.max(needed, 2 * crd.length));
        vals = Arrays.copyOf(vals, crd.length);
      }
      int begin = n;
      for (int p = aPos[i]; p < aPos[i + 1]; p++) {
        int k = aCrd[p];
        double v = aVals[p];
        for (int q = bPos[k]; q < bPos[k + 1]; q++) {
          int j = bCrd[q];
          if (seenIn[j] == i + 1) {
            sum[j] += v * bVals[q];
          } else {
            seenIn[j] = i + 1;
            sum[j] = v * bVals[q];
            crd[n++] = j;
          }
        }
      }
      Arrays.sort(crd, begin, n);
      for (int p = begin; p < n; p++) {
        vals[p] = sum[crd[p]];
      }
      pos[i + 1] = n;
    }
    return new Csr(a.rows(), b.columns(), pos, Arrays.copyOf(crd, n), Arrays.copyOf(vals, n));
  }
}
