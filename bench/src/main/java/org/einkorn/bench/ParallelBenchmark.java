package org.einkorn.bench;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.einkorn.Computation;
import org.einkorn.Einkorn;
import org.einkorn.Kernel;
import org.einkorn.Schedule;
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

/** The same kernels on one thread and on two, on data that no cache holds. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR, Settings.MODULES})
public class ParallelBenchmark {
  private static final int COLUMNS = 32;

  private static final Schedule ROWS = Schedule.of("parallelize(i,threads)");
  private static final Schedule HALVES = Schedule.of("divide(i,i0,i1,2); parallelize(i0,threads)");
  private static final Schedule POSITIONS =
      Schedule.of("fuse(i,j,f); pos(f,p,A(i,j)); split(p,p0,p1,4096); parallelize(p0,threads)");

  /**
   * One row holds a fifth of the nonzeros, in the middle of the skewed matrix, at the beginning of
   * the power-law matrix, where other long rows follow. Halves are two chunks with as many rows.
   */
  @Param({
    "SpMM",
    "SpGEMM",
    "add",
    "SpMV",
    "skewed SpMV",
    "skewed SpMV by rows",
    "skewed SpMV by halves of rows",
    "power-law SpMV by positions",
    "power-law SpMV by rows",
    "power-law SpMV by halves of rows"
  })
  public String kernel;

  @Param({"1", "2"})
  public int threads;

  private Kernel compiled;
  private Map<String, Tensor> tensors;

  @Setup
  public void prepare() {
    Computation computation =
        switch (kernel) {
          case "SpMM" -> product(Csr.random(200_000, 16, 1), COLUMNS);
          case "SpGEMM" -> {
            tensors = two(Csr.random(100_000, 10, 1), Csr.random(100_000, 10, 2));
            yield statement("C(i,j) = A(i,k) * B(k,j)").result("csr");
          }
          case "add" -> {
            tensors = two(Csr.random(300_000, 16, 1), Csr.random(300_000, 16, 2));
            yield statement("C(i,j) = A(i,j) + B(i,j)").result("csr");
          }
          case "SpMV" -> vectorProduct(Csr.random(500_000, 16, 1));
          case "skewed SpMV" -> vectorProduct(skewed());
          case "skewed SpMV by rows" -> vectorProduct(skewed()).schedule(ROWS);
          case "skewed SpMV by halves of rows" -> vectorProduct(skewed()).schedule(HALVES);
          case "power-law SpMV by positions" -> vectorProduct(powerLaw()).schedule(POSITIONS);
          case "power-law SpMV by rows" -> vectorProduct(powerLaw()).schedule(ROWS);
          case "power-law SpMV by halves of rows" -> vectorProduct(powerLaw()).schedule(HALVES);
          default -> throw new IllegalArgumentException(kernel);
        };
    compiled = computation.compile();
  }

  /** The long row has 2.5 million of 12.5 million nonzeros. */
  private static Csr skewed() {
    return Csr.withLongRow(2_500_000, 4, 1);
  }

  /** About 12 million nonzeros, the long rows first. */
  private static Csr powerLaw() {
    return Csr.powerLaw(2_500_000, 1);
  }

  private Computation product(Csr a, int columns) {
    double[] values = Csr.values(a.columns() * columns, 7);
    tensors = Map.of("A", a.toTensor("csr"), "B", Tensor.dense(values, a.columns(), columns));
    return statement("C(i,j) = A(i,k) * B(k,j)").result("dd");
  }

  private Computation vectorProduct(Csr a) {
    tensors = Map.of("A", a.toTensor("csr"), "x", Tensor.vector(Csr.values(a.columns(), 7)));
    return statement("y(i) = A(i,j) * x(j)").result("d");
  }

  private static Map<String, Tensor> two(Csr a, Csr b) {
    return Map.of("A", a.toTensor("csr"), "B", b.toTensor("csr"));
  }

  private Computation statement(String text) {
    return Einkorn.expression(text).with(tensors);
  }

  @Benchmark
  public Tensor einkorn() {
    return on(threads);
  }

  /** Runs the kernel on so many threads. */
  Tensor on(int count) {
    Einkorn.threads(count);
    return compiled.run(tensors);
  }
}
