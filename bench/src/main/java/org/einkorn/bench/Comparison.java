package org.einkorn.bench;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.annotations.Param;

/**
 * Compares kernels with their twins written by hand where other work makes the machine's speed
 * change: both run in one process, call by call in turns. Each row of the table comes from a JVM of
 * its own.
 */
public final class Comparison {
  private static final List<Class<?>> KERNELS =
      List.of(
          SpmvBenchmark.class,
          CooSpmvBenchmark.class,
          AddBenchmark.class,
          SpgemmBenchmark.class,
          MttkrpBenchmark.class);

  private static final double WARMUP_SECONDS = 4;
  private static final double SECONDS = 8;

  private Comparison() {}

  /** Takes parts of the names of the classes to run; none: all. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 3 && arguments[0].equals("row")) {
      row(Class.forName(arguments[1]), arguments[2]);
      return;
    }
    System.out.println("| kernel | data | Einkorn µs | by hand µs | speed, by hand = 1 |");
    System.out.println("|---|---|--:|--:|--:|");
    for (Class<?> kernel : KERNELS) {
      if (arguments.length == 0
          || Arrays.stream(arguments).anyMatch(kernel.getSimpleName()::contains)) {
        for (String data : parameter(kernel).getAnnotation(Param.class).value()) {
          fork("row", kernel.getName(), data);
        }
      }
    }
  }

  private static void fork(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(Settings.HEAP, Settings.HEAP_LIMIT, Settings.COLLECTOR));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Comparison.class.getName());
    command.addAll(List.of(arguments));
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IllegalStateException("a comparison ended with exit code " + status);
    }
  }

  private static Field parameter(Class<?> kernel) {
    return Arrays.stream(kernel.getFields())
        .filter(f -> f.isAnnotationPresent(Param.class))
        .findFirst()
        .orElseThrow();
  }

  private static void row(Class<?> kernel, String data) throws ReflectiveOperationException {
    Object benchmark = kernel.getConstructor().newInstance();
    parameter(kernel).set(benchmark, data);
    kernel.getMethod("prepare").invoke(benchmark);
    Method einkorn = kernel.getMethod("einkorn");
    Method hand = kernel.getMethod("hand");
    measure(benchmark, einkorn, hand, WARMUP_SECONDS);
    double[][] times = measure(benchmark, einkorn, hand, SECONDS);
    double ours = median(times[0]);
    double theirs = median(times[1]);
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %.0f | %.0f | %.2f |%n",
        kernel.getSimpleName().replace("Benchmark", ""),
        data,
        ours,
        theirs,
        theirs / ours);
  }

  /** The times of the calls of each method, in microseconds. */
  private static double[][] measure(Object benchmark, Method first, Method second, double seconds)
      throws ReflectiveOperationException {
    List<double[]> times = new ArrayList<>();
    long end = System.nanoTime() + (long) (seconds * 1e9);
    while (System.nanoTime() < end) {
      times.add(new double[] {time(benchmark, first), time(benchmark, second)});
    }
    return new double[][] {
      times.stream().mapToDouble(t -> t[0]).toArray(),
      times.stream().mapToDouble(t -> t[1]).toArray()
    };
  }

  private static double time(Object benchmark, Method method) throws ReflectiveOperationException {
    long start = System.nanoTime();
    Object result = method.invoke(benchmark);
    long end = System.nanoTime();
    if (result == null) {
      throw new IllegalStateException("no result");
    }
    return (end - start) / 1e3;
  }

  private static double median(double[] times) {
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
