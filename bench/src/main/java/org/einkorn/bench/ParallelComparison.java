package org.einkorn.bench;

import java.util.Arrays;
import java.util.Locale;
import org.openjdk.jmh.annotations.Param;

/**
 * How much faster two threads are than one: both run in one process, call by call in turns. Each
 * row of the table comes from a JVM of its own.
 */
public final class ParallelComparison {
  private static final double WARMUP_SECONDS = 5;
  private static final double SECONDS = 10;

  private ParallelComparison() {}

  /** Takes parts of the names of kernels; none: all. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals("row")) {
      row(arguments[1]);
      return;
    }
    System.out.println("| kernel | 1 thread µs | 2 threads µs | speed, 1 thread = 1 |");
    System.out.println("|---|--:|--:|--:|");
    Param kernels = ParallelBenchmark.class.getField("kernel").getAnnotation(Param.class);
    for (String kernel : kernels.value()) {
      if (arguments.length == 0 || Arrays.stream(arguments).anyMatch(kernel::contains)) {
        Forks.run(ParallelComparison.class, "row", kernel);
      }
    }
  }

  private static void row(String kernel) {
    ParallelBenchmark benchmark = new ParallelBenchmark();
    benchmark.kernel = kernel;
    benchmark.prepare();
    Turns turns = new Turns();
    turns.addTimed(() -> benchmark.on(1));
    turns.addTimed(() -> benchmark.on(2));
    turns.warmUp(WARMUP_SECONDS);
    double[] times = turns.run(SECONDS);
    System.out.printf(
        Locale.ROOT,
        "| %s | %.0f | %.0f | %.2f |%n",
        kernel,
        times[0],
        times[1],
        times[0] / times[1]);
  }
}
