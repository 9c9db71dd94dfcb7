package org.einkorn.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.einkorn.Tensor;
import org.einkorn.bench.data.Csr;
import org.einkorn.bench.peer.ScipyProcess;
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

/** From coordinates to CSR, and from CSR to CSC. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR, Settings.MODULES})
public class ConversionBenchmark {
  /** What is converted: lists as a file gives them, or tensors, whose coordinates are in order. */
  @Param({"sorted list to csr", "shuffled list to csr", "coo to csr", "csr to csc"})
  public String conversion;

  @Param({"random-400k", "random-5M"})
  public String matrix;

  private CoordinateList list;
  private Tensor tensor;

  @Setup
  public void prepare() {
    Csr a = Matrices.get(matrix, 1);
    int[] row = a.rowOfEach();
    int[] column = a.crd().clone();
    double[] values = a.vals().clone();
    if (conversion.startsWith("shuffled")) {
      shuffle(row, column, values);
    }
    list =
        new CoordinateList(
            ElementType.FLOAT64,
            new int[] {a.rows(), a.columns()},
            new int[][] {row, column},
            values,
            values.length);
    tensor =
        switch (conversion) {
          case "coo to csr" -> a.toTensor("coo");
          case "csr to csc" -> a.toTensor("csr");
          default -> null;
        };
  }

  private static void shuffle(int[] row, int[] column, double[] values) {
    SplittableRandom random = new SplittableRandom(3);
    for (int k = row.length - 1; k > 0; k--) {
      int other = random.nextInt(k + 1);
      int r = row[k];
      int c = column[k];
      double v = values[k];
      row[k] = row[other];
      column[k] = column[other];
      values[k] = values[other];
      row[other] = r;
      column[other] = c;
      values[other] = v;
    }
  }

  /** The format converted to. */
  String target() {
    return conversion.substring(conversion.length() - 3);
  }

  /** SciPy with the same data. */
  ScipyProcess scipy() {
    int[] size = list.dimensions();
    double[] values = Arrays.copyOf((double[]) list.values(), list.count());
    return new ScipyProcess(
        Map.of("rows", list.coordinates(0), "columns", list.coordinates(1), "values", values),
        List.of("to-" + target(), size[0] + "x" + size[1], "1"));
  }

  @Benchmark
  public Tensor einkorn() {
    return tensor == null ? Tensor.of(list, Formats.csr()) : tensor.to(target());
  }
}
