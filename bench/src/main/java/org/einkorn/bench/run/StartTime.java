package org.einkorn.bench.run;

import java.io.IOException;
import java.nio.file.Path;

/** From the shell to the result: the command line on a small file. */
final class StartTime {
  private static final int STARTS = 11;
  private static final double MOST_MILLISECONDS = 500;

  private StartTime() {}

  /** The launcher is expected in this folder. */
  static Timing measure(Path home) throws IOException, InterruptedException {
    start(home); // Builds it if need be.
    double[] times = new double[STARTS];
    for (int k = 0; k < STARTS; k++) {
      long begin = System.nanoTime();
      start(home);
      times[k] = (System.nanoTime() - begin) / 1e6;
    }
    return new Timing("start, eval", new Samples(times), MOST_MILLISECONDS);
  }

  private static void start(Path home) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                home.resolve("einkorn").toString(),
                "eval",
                "a = A(i,j) * A(j,k) * A(k,i)",
                "A=" + home.resolve("examples/karate.mtx"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("einkorn eval failed");
    }
  }
}
