package org.einkorn.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** SciPy in a process of its own, which converts a matrix and measures itself. */
final class Scipy {
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter questions;
  private final String version;

  private Scipy(Process process) throws IOException {
    this.process = process;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.questions = process.outputWriter(StandardCharsets.UTF_8);
    this.version = answers.readLine();
  }

  /**
   * SciPy with this matrix; empty if there is no Python with SciPy. {@code -Dpython=} names the
   * Python to use.
   */
  static Optional<Scipy> of(int rows, int columns, int[] row, int[] column, double[] values) {
    try {
      Path folder = Files.createTempDirectory("einkorn-scipy");
      write(folder.resolve("rows"), ints(row));
      write(folder.resolve("columns"), ints(column));
      write(folder.resolve("values"), doubles(values));
      Path script = folder.resolve("peer.py");
      try (InputStream in = Scipy.class.getResourceAsStream("scipy_peer.py")) {
        Files.copy(in, script);
      }
      ProcessBuilder python =
          new ProcessBuilder(
              System.getProperty("python", "python3"),
              script.toString(),
              String.valueOf(rows),
              String.valueOf(columns),
              folder.toString());
      Scipy peer = new Scipy(python.redirectError(ProcessBuilder.Redirect.DISCARD).start());
      for (String name : List.of("rows", "columns", "values", "peer.py", "")) {
        Files.delete(folder.resolve(name));
      }
      return peer.version == null ? Optional.empty() : Optional.of(peer);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  String version() {
    return version;
  }

  /** The seconds that a conversion to the format takes, csr or csc. */
  double convert(String format, int nonzeros) {
    try {
      questions.write(format + "\n");
      questions.flush();
      String[] answer = answers.readLine().split(" ");
      if (Integer.parseInt(answer[1]) != nonzeros) {
        throw new IllegalStateException("SciPy has " + answer[1] + " nonzeros");
      }
      return Double.parseDouble(answer[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void close() {
    process.destroy();
  }

  private static ByteBuffer ints(int[] array) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * array.length).order(ByteOrder.nativeOrder());
    bytes.asIntBuffer().put(array);
    return bytes;
  }

  private static ByteBuffer doubles(double[] array) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * array.length).order(ByteOrder.nativeOrder());
    bytes.asDoubleBuffer().put(array);
    return bytes;
  }

  private static void write(Path file, ByteBuffer bytes) throws IOException {
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    }
  }
}
