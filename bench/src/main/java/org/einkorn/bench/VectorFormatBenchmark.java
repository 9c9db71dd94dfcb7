package org.einkorn.bench;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.einkorn.Einkorn;
import org.einkorn.Kernel;
import org.einkorn.Tensor;
import org.einkorn.bench.data.Csr;
import org.einkorn.bench.run.Settings;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.storage.CoordinateList;
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

/** A matrix, as CSR, times a vector that is itself sparse and stored in some format. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR, Settings.MODULES})
public class VectorFormatBenchmark {
  private static final int SIZE = 100_000;

  /** Nonzeros in a row of the matrix. */
  @Param({"1", "10", "100"})
  public String perRow;

  /** The part of the vector that is not zero. */
  @Param({"1", "0.1", "0.01", "0.0001"})
  public String density;

  @Param({"dense", "csf", "hash", "bitmap"})
  public String format;

  private Kernel kernel;
  private Map<String, Tensor> tensors;

  @Setup
  public void prepare() {
    Csr a = Csr.random(SIZE, Integer.parseInt(perRow), 1);
    Tensor x = Tensor.of(vector(density), Formats.parse(format, 1));
    tensors = Map.of("A", a.toTensor("csr"), "x", x);
    kernel = Einkorn.expression("y(i) = A(i,j) * x(j)").with(tensors).result("dense").compile();
  }

  /** A vector of which such a part is not zero. */
  static CoordinateList vector(String density) {
    SplittableRandom random = new SplittableRandom(2);
    CoordinateList x = new CoordinateList(ElementType.FLOAT64, SIZE);
    for (int j = 0; j < SIZE; j++) {
      if (random.nextDouble() < Double.parseDouble(density)) {
        x.add(random.nextDouble(), j);
      }
    }
    return x;
  }

  @Benchmark
  public Tensor einkorn() {
    return kernel.run(tensors);
  }
}
