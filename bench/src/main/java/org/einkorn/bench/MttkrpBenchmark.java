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

/** Matricised tensor times Khatri-Rao product, with factors of 16 columns: CSF, dense matrices. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR})
public class MttkrpBenchmark {
  private static final int RANK = 16;

  /** Four million nonzeros are about 60 MB. */
  @Param({"400k", "4M"})
  public String tensor;

  private Csf b;
  private double[] c;
  private double[] d;
  private Kernel kernel;
  private Map<String, Tensor> tensors;

  @Setup
  public void prepare() {
    b = tensor.equals("400k") ? Csf.random(1000, 40, 10, 1) : Csf.random(4000, 100, 10, 1);
    c = Csr.values(b.size() * RANK, 2);
    d = Csr.values(b.size() * RANK, 3);
    tensors =
        Map.of(
            "B", b.toTensor(),
            "C", Tensor.dense(c, b.size(), RANK),
            "D", Tensor.dense(d, b.size(), RANK));
    kernel =
        Einkorn.expression("Y(i,r) = B(i,j,k) * C(j,r) * D(k,r)")
            .with(tensors)
            .result("dense")
            .compile();
    Csr.check(hand(), kernel.run(tensors).toArray(), b.size() * RANK);
  }

  @Benchmark
  public Tensor einkorn() {
    return kernel.run(tensors);
  }

  @Benchmark
  public double[] hand() {
    return multiply(b, c, d, RANK);
  }

  private static double[] multiply(Csf b, double[] c, double[] d, int rank) {
    int[] pos1 = b.pos1();
    int[] crd1 = b.crd1();
    int[] pos2 = b.pos2();
    int[] crd2 = b.crd2();
    int[] crd0 = b.crd0();
    double[] vals = b.vals();
    double[] y = new double[b.size() * rank];
    for (int p0 = 0; p0 < crd0.length; p0++) {
      int i = crd0[p0];
      for (int p1 = pos1[p0]; p1 < pos1[p0 + 1]; p1++) {
        int j = crd1[p1];
        for (int p2 = pos2[p1]; p2 < pos2[p1 + 1]; p2++) {
          int k = crd2[p2];
          double v = vals[p2];
          for (int r = 0; r < rank; r++) {
            y[i * rank + r] += v * c[j * rank + r] * d[k * rank + r];
          }
        }
      }
    }
    return y;
  }
}
