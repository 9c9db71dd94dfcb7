package org.einkorn.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.einkorn.Tensor;
import org.einkorn.bench.run.Forks;
import org.einkorn.bench.run.Turns;
import org.einkorn.io.FileContent;
import org.einkorn.io.TensorFiles;
import org.einkorn.support.Workers;

/**
 * Measures how fast files are read, in megabytes a second of the file, which the system has in
 * memory: by Einkorn on one and two threads, and Matrix Market files by SciPy's mmread, in turns.
 * On a machine that does other work the time of the processors tells more than the clock. {@code
 * -Dpythons=} names the Pythons whose SciPy to compare with.
 */
public final class ReadComparison {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final int WARMUPS = 6;
  private static final double SECONDS = 25;

  private final Path folder;
  private final List<String> names = new ArrayList<>();
  private final Turns turns = new Turns();

  /** For each reader, the seconds of the processors that it took, and how often it read. */
  private final List<double[]> work = new ArrayList<>();

  private final List<ScipyReader> peers = new ArrayList<>();

  private ReadComparison(Path folder) {
    this.folder = folder;
  }

  /** Takes the names of the files to read; none: all. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals("row")) {
      row(FileMaker.valueOf(arguments[1]));
      return;
    }
    for (FileMaker maker : FileMaker.values()) {
      if (arguments.length == 0 || Arrays.asList(arguments).contains(maker.toString())) {
        Forks.run(ReadComparison.class, "row", maker.name());
      }
    }
  }

  private static void row(FileMaker maker) throws IOException {
    Path folder = Files.createTempDirectory("einkorn-files");
    ReadComparison comparison = new ReadComparison(folder);
    try {
      Path file = maker.make(folder);
      comparison.measure(maker, file);
    } finally {
      comparison.peers.forEach(ScipyReader::close);
      try (var files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  private void measure(FileMaker maker, Path file) throws IOException {
    add("Einkorn, 1 thread", 1, () -> TensorFiles.read(file));
    add("Einkorn, 2 threads", 2, () -> TensorFiles.read(file));
    if (maker == FileMaker.BINARY) {
      FileContent content = TensorFiles.read(file);
      Path copy = folder.resolve("copy.ek");
      add(
          "written, 2 threads",
          2,
          () -> {
            TensorFiles.write(copy, content);
            return copy;
          });
      add("bytes alone, by Files.readAllBytes", 1, () -> allBytes(file));
    } else {
      add("Einkorn, 2 threads, and stored as csr or csf", 2, () -> Tensor.read(file));
    }
    if (file.toString().endsWith(".mtx")) {
      addPeers(file);
    }
    double[] medians = turns.run(SECONDS);
    long bytes = Files.size(file);
    System.out.printf(Locale.ROOT, "%n%s, %.0f MB%n%n", file.getFileName(), bytes / 1e6);
    System.out.println(
        "| reader | MB/s | Einkorn on 2 threads, this = 1 | MB per second of a processor |");
    System.out.println("|---|--:|--:|--:|");
    for (int k = 0; k < medians.length; k++) {
      System.out.printf(
          Locale.ROOT,
          "| %s | %.0f | %.2f | %.0f |%n",
          names.get(k),
          bytes / medians[k],
          medians[k] / medians[1],
          bytes / 1e6 * work.get(k)[1] / work.get(k)[0]);
    }
  }

  private void add(String name, int threads, Supplier<?> task) {
    double[] used = new double[2];
    Supplier<?> onThreads =
        () -> {
          Workers.setThreads(threads);
          long before = SYSTEM.getProcessCpuTime();
          Object result = task.get();
          count(used, (SYSTEM.getProcessCpuTime() - before) / 1e9);
          return result;
        };
    for (int k = 0; k < WARMUPS; k++) {
      onThreads.get();
    }
    Arrays.fill(used, 0);
    names.add(name);
    work.add(used);
    turns.addTimed(onThreads);
  }

  private static void count(double[] used, double seconds) {
    used[0] += seconds;
    used[1]++;
  }

  private static byte[] allBytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addPeers(Path file) throws IOException {
    int entries = TensorFiles.read(file).entries().count();
    for (String python : System.getProperty("pythons", "python3,/usr/bin/python3").split(",")) {
      ScipyReader.of(python, file)
          .ifPresentOrElse(
              peer -> {
                peers.add(peer);
                names.add("SciPy " + peer.version() + ", mmread");
                double[] used = new double[2];
                work.add(used);
                turns.add(
                    () -> {
                      double seconds = peer.read(entries);
                      count(used, peer.work());
                      return 1e6 * seconds;
                    });
              },
              () -> System.err.println("no SciPy in " + python + ": name others with -Dpythons="));
    }
  }
}
