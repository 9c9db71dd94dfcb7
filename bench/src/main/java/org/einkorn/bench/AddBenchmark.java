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

/** The sum of two CSR matrices, as CSR. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR})
public class AddBenchmark {
  /** Five million nonzeros are 60 MB, in each operand. */
  @Param({"banded-400k", "random-400k", "random-5M"})
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
    kernel = Einkorn.expression("C(i,j) = A(i,j) + B(i,j)").with(tensors).result("csr").compile();
    hand().check(kernel.run(tensors));
  }

  @Benchmark
  public Tensor einkorn() {
    return kernel.run(tensors);
  }

  @Benchmark
  public Csr hand() {
    return add(a, b);
  }

  /** One pass, into arrays as long as the result can be, then copied to their final length. */
  private static Csr add(Csr a, Csr b) {
    int[] aPos = a.pos();
    int[] aCrd = a.crd();
    double[] aVals = a.vals();
    int[] bPos = b.pos();
    int[] bCrd = b.crd();
    double[] bVals = b.vals();
    int[] pos = new int[a.rows() + 1];
    int[] crd = new int[aCrd.length + bCrd.length];
    double[] vals = new double[aCrd.length + bCrd.length];
    int n = 0;
    for (int i = 0; i < a.rows(); i++) {
      int p = aPos[i];
      int pEnd = aPos[i + 1];
      int q = bPos[i];
      int qEnd = bPos[i + 1];
      while (p < pEnd && q < qEnd) {
        int j = aCrd[p];
        int k = bCrd[q];
        if (j == k) {
          crd[n] = j;
          vals[n++] = aVals[p++] + bVals[q++];
        } else if (j < k) {
          crd[n] = j;
          vals[n++] = aVals[p++];
        } else {
          crd[n] = k;
          vals[n++] = bVals[q++];
        }
      }
      while (p < pEnd) {
        crd[n] = aCrd[p];
        vals[n++] = aVals[p++];
      }
      while (q < qEnd) {
        crd[n] = bCrd[q];
        vals[n++] = bVals[q++];
      }
      pos[i + 1] = n;
    }
    return new Csr(a.rows(), a.columns(), pos, Arrays.copyOf(crd, n), Arrays.copyOf(vals, n));
  }
}
