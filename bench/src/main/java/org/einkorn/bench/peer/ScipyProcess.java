package org.einkorn.bench.peer;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.einkorn.bench.problem.Answer;

/** A Python with SciPy, which takes arrays from files and does what it is told, line by line. */
public final class ScipyProcess implements AutoCloseable {
  private final Path folder;
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter questions;

  /** Gives the process these arrays, of ints or doubles, by their names, and some arguments. */
  public ScipyProcess(Map<String, Object> arrays, List<String> arguments) {
    try {
      this.folder = Files.createTempDirectory(WorkFolder.path(), "scipy");
      for (Map.Entry<String, Object> array : arrays.entrySet()) {
        write(folder.resolve(array.getKey()), bytes(array.getValue()));
      }
      Path script = folder.resolve("peer.py");
      try (InputStream in = ScipyProcess.class.getResourceAsStream("scipy_peer.py")) {
        Files.copy(in, script);
      }
      List<String> command =
          new ArrayList<>(List.of(python(), script.toString(), folder.toString()));
      command.addAll(arguments);
      this.process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      this.answers = process.inputReader(StandardCharsets.UTF_8);
      this.questions = process.outputWriter(StandardCharsets.UTF_8);
      answers.readLine(); // Until then it reads the files.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String python() {
    return System.getProperty("python", "python3");
  }

  /** Whether there is a Python that has SciPy. */
  public static boolean isThere() {
    try {
      return new ProcessBuilder(python(), "-c", "import scipy.sparse")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Does it once and says how long that took. */
  public double microseconds(String what) {
    return 1e6 * Double.parseDouble(ask(what));
  }

  private String ask(String question) {
    try {
      questions.write(question + "\n");
      questions.flush();
      return answers.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The values of its result, computed once more. */
  double[] values() {
    ask("answer");
    return doubles("out_vals");
  }

  /** The sparse matrix that is its result, computed once more. */
  Answer matrix() {
    ask("answer");
    return new Answer(ints("out_pos"), ints("out_crd"), doubles("out_vals"));
  }

  private double[] doubles(String name) {
    ByteBuffer bytes = read(name);
    double[] array = new double[bytes.remaining() / Double.BYTES];
    bytes.asDoubleBuffer().get(array);
    return array;
  }

  private int[] ints(String name) {
    ByteBuffer bytes = read(name);
    int[] array = new int[bytes.remaining() / Integer.BYTES];
    bytes.asIntBuffer().get(array);
    return array;
  }

  private ByteBuffer read(String name) {
    try (FileChannel file = FileChannel.open(folder.resolve(name))) {
      MappedByteBuffer bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
      return bytes.order(ByteOrder.nativeOrder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    WorkFolder.delete(folder);
  }

  private static ByteBuffer bytes(Object array) {
    if (array instanceof int[] ints) {
      ByteBuffer bytes = ByteBuffer.allocate(4 * ints.length).order(ByteOrder.nativeOrder());
      bytes.asIntBuffer().put(ints);
      return bytes;
    }
    double[] doubles = (double[]) array;
    ByteBuffer bytes = ByteBuffer.allocate(8 * doubles.length).order(ByteOrder.nativeOrder());
    bytes.asDoubleBuffer().put(doubles);
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
