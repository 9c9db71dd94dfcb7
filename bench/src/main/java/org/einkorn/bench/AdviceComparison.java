package org.einkorn.bench;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.advice.FormatAdvice;
import org.einkorn.advice.Statistics;
import org.einkorn.bench.run.Forks;
import org.einkorn.bench.run.Turns;
import org.einkorn.storage.CoordinateList;

/**
 * Compares the format that is advised with all that could have been: a matrix of each structure
 * times a vector, and a CSR matrix times a vector of each density. All formats of a row run in
 * turns in one process, on one thread.
 */
public final class AdviceComparison {
  private static final String THREADS = "einkorn.threads";
  private static final double WARMUP_SECONDS = 0.5;
  private static final double SECONDS = 2;

  /** What is so many times slower than the fastest after the warm-up does not take part. */
  private static final double OUT_OF_THE_RACE = 8;

  /** A turn takes so long at least, so that small matrices are measured in the cache. */
  private static final double TURN_MICROSECONDS = 5_000;

  private final Map<String, Supplier<?>> runs = new LinkedHashMap<>();

  private AdviceComparison() {}

  /** Takes parts of the rows' names; none: all. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals("matrix")) {
      matrix(arguments[1]);
    } else if (arguments.length == 3 && arguments[0].equals("vector")) {
      vector(arguments[1], arguments[2]);
    } else {
      tables(arguments);
    }
  }

  private static void tables(String[] wanted) throws Exception {
    if (System.getProperty(THREADS) == null) {
      System.setProperty(THREADS, "1");
    }
    header("matrix times vector");
    for (String matrix : FormatComparison.values(FormatSpmvBenchmark.class, "matrix")) {
      fork(wanted, "matrix", matrix);
    }
    header("CSR times vector");
    for (String perRow : FormatComparison.values(VectorFormatBenchmark.class, "perRow")) {
      for (String density : FormatComparison.values(VectorFormatBenchmark.class, "density")) {
        fork(wanted, "vector", perRow, density);
      }
    }
  }

  private static void header(String first) {
    System.out.println();
    System.out.println("| " + first + " | advised | µs | fastest | µs | ratio | the others, µs |");
    System.out.println("|---|---|--:|---|--:|--:|---|");
  }

  private static void fork(String[] wanted, String... row) throws Exception {
    if (Arrays.stream(wanted).allMatch(String.join(" ", row)::contains)) {
      Forks.run(AdviceComparison.class, row);
    }
  }

  private static void matrix(String name) {
    CoordinateList entries = Structures.get(name);
    FormatAdvice advice = FormatAdvice.of(entries);
    Set<String> candidates = names(advice);
    for (Statistics.Blocks b : advice.statistics().matrix().orElseThrow().blocks()) {
      candidates.add("bcsr(" + b.size() + "," + b.size() + ")");
    }
    AdviceComparison comparison = new AdviceComparison();
    for (String format : candidates) {
      FormatSpmvBenchmark benchmark = new FormatSpmvBenchmark();
      benchmark.matrix = name;
      benchmark.format = format;
      comparison.add(format, benchmark::prepare, benchmark::einkorn);
    }
    comparison.row(name, advice);
  }

  private static void vector(String perRow, String density) {
    FormatAdvice advice = FormatAdvice.of(VectorFormatBenchmark.vector(density));
    AdviceComparison comparison = new AdviceComparison();
    for (String format : names(advice)) {
      VectorFormatBenchmark benchmark = new VectorFormatBenchmark();
      benchmark.perRow = perRow;
      benchmark.density = density;
      benchmark.format = format;
      comparison.add(format, benchmark::prepare, benchmark::einkorn);
    }
    comparison.row(perRow + " a row, vector " + density, advice);
  }

  private static Set<String> names(FormatAdvice advice) {
    return advice.choices().stream()
        .map(choice -> choice.format().toString())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private void add(String format, Runnable prepare, Supplier<?> run) {
    try {
      prepare.run();
    } catch (EinkornException e) {
      return;
    }
    runs.put(format, run);
  }

  private void row(String name, FormatAdvice advice) {
    String advised = advice.recommended().format().toString();
    Map<String, Double> times = times(advised);
    String fastest = times.keySet().iterator().next();
    String others =
        times.keySet().stream()
            .filter(f -> !f.equals(fastest) && !f.equals(advised))
            .map(f -> f + " " + micros(times.get(f)))
            .collect(Collectors.joining(", "));
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %s | %s | %.2f | %s |%n",
        name,
        advised,
        micros(times.get(advised)),
        fastest,
        micros(times.get(fastest)),
        times.get(advised) / times.get(fastest),
        others);
  }

  /** The times of all that could be the fastest, and of the advised one, the fastest first. */
  private Map<String, Double> times(String advised) {
    Map<String, Double> warm = new LinkedHashMap<>();
    runs.forEach(
        (format, run) -> {
          Turns alone = new Turns();
          alone.addRepeated(run, TURN_MICROSECONDS);
          alone.warmUp(WARMUP_SECONDS);
          warm.put(format, alone.run(0.1)[0]);
        });
    double slowest = OUT_OF_THE_RACE * Collections.min(warm.values());
    warm.entrySet().removeIf(e -> e.getValue() > slowest && !e.getKey().equals(advised));
    Turns turns = new Turns();
    warm.keySet().forEach(format -> turns.addRepeated(runs.get(format), TURN_MICROSECONDS));
    double[] medians = turns.run(SECONDS);
    List<String> formats = List.copyOf(warm.keySet());
    Map<String, Double> times = new LinkedHashMap<>();
    IntStream.range(0, medians.length)
        .boxed()
        .sorted(Comparator.comparingDouble(k -> medians[k]))
        .forEach(k -> times.put(formats.get(k), medians[k]));
    return times;
  }

  private static String micros(double time) {
    return String.format(Locale.ROOT, time < 100 ? "%.1f" : "%.0f", time);
  }
}
