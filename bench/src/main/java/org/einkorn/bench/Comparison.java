package org.einkorn.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs every kernel and its twin written by hand in turns, so that both meet the same noise, and
 * prints the medians as a table.
 */
public final class Comparison {
  private static final List<Class<?>> KERNELS =
      List.of(
          SpmvBenchmark.class,
          CooSpmvBenchmark.class,
          AddBenchmark.class,
          SpgemmBenchmark.class,
          MttkrpBenchmark.class);

  private Comparison() {}

  /** Arguments: the number of rounds, then parts of the names of the classes to run (none: all). */
  public static void main(String[] arguments) throws RunnerException {
    int rounds = arguments.length == 0 ? 3 : Integer.parseInt(arguments[0]);
    List<String> chosen =
        Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length);
    say(
        "| kernel | data | Einkorn µs | by hand µs | speed, by hand = 1"
            + " |%n|---|---|--:|--:|--:|%n");
    for (Class<?> kernel : KERNELS) {
      if (isChosen(kernel, chosen)) {
        compare(kernel, rounds);
      }
    }
    if (isChosen(CompileBenchmark.class, chosen)) {
      say("%n| compiling | µs |%n|---|--:|%n");
      for (String method : List.of("spmv", "spgemm")) {
        List<Double> times = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
          times.addAll(run(CompileBenchmark.class, method, "", ""));
        }
        say("| %s | %.0f |%n", method, median(times));
      }
    }
  }

  private static void compare(Class<?> kernel, int rounds) throws RunnerException {
    var parameter =
        Arrays.stream(kernel.getFields())
            .filter(f -> f.isAnnotationPresent(Param.class))
            .findFirst()
            .orElseThrow();
    for (String data : parameter.getAnnotation(Param.class).value()) {
      List<Double> einkorn = new ArrayList<>();
      List<Double> hand = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        einkorn.addAll(run(kernel, "einkorn", parameter.getName(), data));
        hand.addAll(run(kernel, "hand", parameter.getName(), data));
      }
      double ours = median(einkorn);
      double theirs = median(hand);
      say("| %s | %s | %.0f | %.0f | %.2f |%n", name(kernel), data, ours, theirs, theirs / ours);
    }
  }

  /** The time of each iteration, in the unit of the benchmark. */
  private static List<Double> run(Class<?> type, String method, String parameter, String value)
      throws RunnerException {
    var options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(type.getName() + "." + method) + "$")
            .verbosity(VerboseMode.SILENT);
    if (!parameter.isEmpty()) {
      options.param(parameter, value);
    }
    Collection<RunResult> results = new Runner(options.build()).run();
    List<Double> times = new ArrayList<>();
    for (RunResult result : results) {
      for (BenchmarkResult fork : result.getBenchmarkResults()) {
        for (IterationResult iteration : fork.getIterationResults()) {
          times.add(iteration.getPrimaryResult().getScore());
        }
      }
    }
    return times;
  }

  private static double median(List<Double> times) {
    double[] sorted = times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return IntStream.of((sorted.length - 1) / 2, sorted.length / 2)
        .mapToDouble(k -> sorted[k])
        .average()
        .orElseThrow();
  }

  private static boolean isChosen(Class<?> type, List<String> names) {
    return names.isEmpty() || names.stream().anyMatch(type.getSimpleName()::contains);
  }

  private static String name(Class<?> kernel) {
    return kernel.getSimpleName().replace("Benchmark", "");
  }

  private static void say(String format, Object... arguments) {
    System.out.printf(Locale.ROOT, format, arguments);
  }
}
