package org.einkorn.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.einkorn.bench.run.Forks;
import org.einkorn.bench.run.Turns;
import org.openjdk.jmh.annotations.Param;

/**
 * How much faster two threads are than one: both run in one process, call by call in turns. So do
 * the ways to divide the same product, {@code … by rows} and others, which can be compared with one
 * another then. Each group of rows comes from a JVM of its own.
 */
public final class ParallelComparison {
  private static final double WARMUP_SECONDS = 5;
  private static final double SECONDS = 10;

  private ParallelComparison() {}

  /** Takes parts of the names of kernels; none: all. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 1 && arguments[0].equals("rows")) {
      rows(Arrays.asList(arguments).subList(1, arguments.length));
      return;
    }
    System.out.println("| kernel | 1 thread µs | 2 threads µs | speed, 1 thread = 1 |");
    System.out.println("|---|--:|--:|--:|");
    List<String> group = new ArrayList<>();
    Param kernels = ParallelBenchmark.class.getField("kernel").getAnnotation(Param.class);
    for (String kernel : kernels.value()) {
      if (arguments.length == 0 || Arrays.stream(arguments).anyMatch(kernel::contains)) {
        if (!group.isEmpty() && !product(kernel).equals(product(group.getFirst()))) {
          fork(group);
          group.clear();
        }
        group.add(kernel);
      }
    }
    fork(group);
  }

  /** What is computed, without how that is divided. */
  private static String product(String kernel) {
    return kernel.replaceFirst(" by .*", "");
  }

  private static void fork(List<String> kernels) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("rows"));
    arguments.addAll(kernels);
    Forks.run(ParallelComparison.class, arguments.toArray(String[]::new));
  }

  private static void rows(List<String> kernels) {
    Turns turns = new Turns();
    for (String kernel : kernels) {
      ParallelBenchmark benchmark = new ParallelBenchmark();
      benchmark.kernel = kernel;
      benchmark.prepare();
      turns.addTimed(() -> benchmark.on(1));
      turns.addTimed(() -> benchmark.on(2));
    }
    turns.warmUp(WARMUP_SECONDS);
    double[] times = turns.run(SECONDS * kernels.size());
    for (int k = 0; k < kernels.size(); k++) {
      System.out.printf(
          Locale.ROOT,
          "| %s | %.0f | %.0f | %.2f |%n",
          kernels.get(k),
          times[2 * k],
          times[2 * k + 1],
          times[2 * k] / times[2 * k + 1]);
    }
  }
}
