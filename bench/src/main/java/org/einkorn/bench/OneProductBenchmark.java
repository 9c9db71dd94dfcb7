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

/** One product with a matrix that comes as coordinates: at once, or as CSR after a conversion. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR, Settings.MODULES})
public class OneProductBenchmark {
  @Param({"banded-400k", "random-400k", "random-5M"})
  public String matrix;

  private Tensor a;
  private Tensor x;
  private Kernel direct;
  private Kernel rows;

  @Setup
  public void prepare() {
    Csr csr = Matrices.get(matrix, 1);
    a = csr.toTensor("coo");
    x = Tensor.vector(Csr.values(csr.columns(), 2));
    direct = compile(a);
    rows = compile(a.to("csr"));
    Csr.check(converted().toArray(), einkorn().toArray(), csr.rows());
  }

  private Kernel compile(Tensor matrix) {
    return Einkorn.expression("y(i) = A(i,j) * x(j)")
        .with(Map.of("A", matrix, "x", x))
        .result("dense")
        .compile();
  }

  @Benchmark
  public Tensor einkorn() {
    return direct.run(Map.of("A", a, "x", x));
  }

  /** What {@code einkorn} is compared with: convert, then multiply. */
  @Benchmark
  public Tensor converted() {
    return rows.run(Map.of("A", a.to("csr"), "x", x));
  }
}
