package org.einkorn.bench;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.einkorn.bench.run.Forks;
import org.einkorn.bench.run.Turns;
import org.openjdk.jmh.annotations.Param;

/**
 * Compares kernels with their twins written by hand where other work makes the machine's speed
 * change: both run in one process, call by call in turns. Each row of the table comes from a JVM of
 * its own.
 */
public final class Comparison {
  private static final List<Class<?>> KERNELS =
      List.of(CooSpmvBenchmark.class, FunctionBenchmark.class);

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
          Forks.run(Comparison.class, "row", kernel.getName(), data);
        }
      }
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
    Turns turns = new Turns();
    turns.addTimed(() -> call(benchmark, einkorn));
    turns.addTimed(() -> call(benchmark, hand));
    turns.run(WARMUP_SECONDS);
    double[] medians = turns.run(SECONDS);
    double ours = medians[0];
    double theirs = medians[1];
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %.0f | %.0f | %.2f |%n",
        kernel.getSimpleName().replace("Benchmark", ""),
        data,
        ours,
        theirs,
        theirs / ours);
  }

  private static Object call(Object benchmark, Method method) {
    try {
      return method.invoke(benchmark);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
