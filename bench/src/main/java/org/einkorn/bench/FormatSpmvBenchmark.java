package org.einkorn.bench;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.einkorn.Einkorn;
import org.einkorn.EinkornException;
import org.einkorn.Kernel;
import org.einkorn.Tensor;
import org.einkorn.bench.data.Csr;
import org.einkorn.bench.run.Settings;
import org.einkorn.format.Formats;
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

/** Matrix times vector, with a matrix of some structure in some format. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR, Settings.MODULES})
public class FormatSpmvBenchmark {
  @Param({
    "stencil-5",
    "stencil-7",
    "stencil-27",
    "fem-3x3",
    "equal-rows",
    "dense",
    "row-slicing",
    "column-slicing",
    "hypersparse",
    "thermal",
    "blocked"
  })
  public String matrix;

  @Param({
    "csr",
    "coo",
    "dia",
    "ell",
    "bcsr(3,3)",
    "bcsr(4,4)",
    "dcsr",
    "csc",
    "dense",
    "sd",
    "sd:1,0"
  })
  public String format;

  /** Formats in which a matrix takes more bytes are not measured. */
  private static final long LARGEST = 256_000_000;

  private Kernel kernel;
  private Map<String, Tensor> tensors;

  @Setup
  public void prepare() {
    Tensor a = Tensor.of(Structures.get(matrix), Formats.parse(format, 2));
    if (a.bytes() > LARGEST) {
      throw new EinkornException("too large as " + format);
    }
    tensors = Map.of("A", a, "x", Tensor.vector(Csr.values(a.dimension(1), 2)));
    kernel = Einkorn.expression("y(i) = A(i,j) * x(j)").with(tensors).result("dense").compile();
  }

  @Benchmark
  public Tensor einkorn() {
    return kernel.run(tensors);
  }
}
