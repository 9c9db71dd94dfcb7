package org.einkorn.bench;

import java.util.Arrays;
import java.util.Locale;
import org.einkorn.bench.peer.ScipyProcess;
import org.einkorn.bench.run.Forks;
import org.einkorn.bench.run.Turns;

/**
 * Compares conversions with SciPy's on the same data, in turns. Without a Python that has SciPy it
 * says so, and gives Einkorn's times alone.
 */
public final class PeerComparison {
  private static final String[] CONVERSIONS = {
    "sorted list to csr", "shuffled list to csr", "coo to csr", "csr to csc"
  };
  private static final String[] MATRICES = {"random-400k", "random-5M"};
  private static final double WARMUP_SECONDS = 3;
  private static final double SECONDS = 5;

  private PeerComparison() {}

  /** Takes parts of the names of the conversions and matrices to run; none: all. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 3 && arguments[0].equals("row")) {
      row(arguments[1], arguments[2]);
      return;
    }
    System.out.println("| conversion | data | Einkorn µs | SciPy µs | speed, SciPy = 1 |");
    System.out.println("|---|---|--:|--:|--:|");
    for (String conversion : CONVERSIONS) {
      for (String matrix : MATRICES) {
        if (Arrays.stream(arguments).allMatch((conversion + " " + matrix)::contains)) {
          Forks.run(PeerComparison.class, "row", conversion, matrix);
        }
      }
    }
  }

  private static void row(String conversion, String matrix) {
    ConversionBenchmark benchmark = new ConversionBenchmark();
    benchmark.conversion = conversion;
    benchmark.matrix = matrix;
    benchmark.prepare();
    boolean compared = ScipyProcess.isThere();
    if (!compared) {
      System.err.println("no SciPy: install python3-scipy, or name another Python with -Dpython=");
    }
    Turns turns = new Turns();
    turns.addTimed(benchmark::einkorn);
    if (compared) {
      ScipyProcess scipy = benchmark.scipy();
      turns.add(() -> scipy.microseconds(conversion));
    }
    turns.run(WARMUP_SECONDS);
    double[] medians = turns.run(SECONDS);
    if (medians.length == 1) {
      System.out.printf(Locale.ROOT, "| %s | %s | %.0f | | |%n", conversion, matrix, medians[0]);
    } else {
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %.0f | %.0f | %.2f |%n",
          conversion,
          matrix,
          medians[0],
          medians[1],
          medians[1] / medians[0]);
    }
  }
}
