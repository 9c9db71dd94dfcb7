package org.einkorn.bench;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.einkorn.EinkornException;
import org.einkorn.bench.run.Forks;
import org.einkorn.bench.run.Turns;
import org.openjdk.jmh.annotations.Param;

/**
 * Compares formats on the same data: all run in one process, call by call in turns. Each row of a
 * table comes from a JVM of its own.
 */
public final class FormatComparison {
  private static final double WARMUP_SECONDS = 1;
  private static final double SECONDS = 3;

  private FormatComparison() {}

  /** Takes parts of the rows' names; none: all. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals("spmv")) {
      spmv(arguments[1]);
    } else if (arguments.length == 3 && arguments[0].equals("vector")) {
      vector(arguments[1], arguments[2]);
    } else if (arguments.length == 2 && arguments[0].equals("once")) {
      once(arguments[1]);
    } else {
      tables(arguments);
    }
  }

  private static void tables(String[] arguments) throws Exception {
    header("one product", List.of("COO µs", "to CSR, then CSR µs", "speed, converted = 1"));
    for (String matrix : values(OneProductBenchmark.class, "matrix")) {
      fork(arguments, "once", matrix);
    }
    header("SpMV, CSR = 1", List.of(values(FormatSpmvBenchmark.class, "format")));
    for (String matrix : values(FormatSpmvBenchmark.class, "matrix")) {
      fork(arguments, "spmv", matrix);
    }
    header("CSR times vector, dense = 1", List.of(values(VectorFormatBenchmark.class, "format")));
    for (String perRow : values(VectorFormatBenchmark.class, "perRow")) {
      for (String density : values(VectorFormatBenchmark.class, "density")) {
        fork(arguments, "vector", perRow, density);
      }
    }
  }

  private static void fork(String[] wanted, String... row) throws Exception {
    if (Arrays.stream(wanted).allMatch(String.join(" ", row)::contains)) {
      Forks.run(FormatComparison.class, row);
    }
  }

  /** The values that a parameter of a benchmark takes. */
  static String[] values(Class<?> benchmark, String parameter) throws ReflectiveOperationException {
    Field field = benchmark.getField(parameter);
    return field.getAnnotation(Param.class).value();
  }

  private static void header(String first, List<String> columns) {
    System.out.println();
    System.out.println("| " + first + " | " + String.join(" | ", columns) + " |");
    System.out.println("|---|" + "--:|".repeat(columns.size()));
  }

  private static void once(String matrix) {
    OneProductBenchmark benchmark = new OneProductBenchmark();
    benchmark.matrix = matrix;
    benchmark.prepare();
    Turns turns = new Turns();
    turns.addTimed(benchmark::einkorn);
    turns.addTimed(benchmark::converted);
    turns.warmUp(WARMUP_SECONDS);
    double[] medians = turns.run(SECONDS);
    System.out.printf(
        Locale.ROOT,
        "| %s | %.0f | %.0f | %.2f |%n",
        matrix,
        medians[0],
        medians[1],
        medians[1] / medians[0]);
  }

  private static void spmv(String matrix) throws ReflectiveOperationException {
    Turns turns = new Turns();
    List<Boolean> fits = new ArrayList<>();
    for (String format : values(FormatSpmvBenchmark.class, "format")) {
      FormatSpmvBenchmark benchmark = new FormatSpmvBenchmark();
      benchmark.matrix = matrix;
      benchmark.format = format;
      fits.add(add(turns, benchmark::prepare, benchmark::einkorn));
    }
    row(matrix, fits, turns);
  }

  private static void vector(String perRow, String density) throws ReflectiveOperationException {
    Turns turns = new Turns();
    List<Boolean> fits = new ArrayList<>();
    for (String format : values(VectorFormatBenchmark.class, "format")) {
      VectorFormatBenchmark benchmark = new VectorFormatBenchmark();
      benchmark.perRow = perRow;
      benchmark.density = density;
      benchmark.format = format;
      fits.add(add(turns, benchmark::prepare, benchmark::einkorn));
    }
    row(perRow + " a row, vector " + density, fits, turns);
  }

  /** Whether the data fit into the format. */
  private static boolean add(Turns turns, Runnable prepare, Supplier<?> run) {
    try {
      prepare.run();
      turns.addTimed(run);
      return true;
    } catch (EinkornException e) {
      return false;
    }
  }

  /** The speed in each format, that of the first one being 1. */
  private static void row(String name, List<Boolean> fits, Turns turns) {
    turns.warmUp(WARMUP_SECONDS);
    double[] medians = turns.run(SECONDS);
    StringBuilder row = new StringBuilder("| " + name + " |");
    int next = 0;
    for (boolean fit : fits) {
      row.append(fit ? String.format(Locale.ROOT, " %.2f |", medians[0] / medians[next++]) : " |");
    }
    System.out.println(row);
  }
}
