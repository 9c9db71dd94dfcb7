package org.einkorn.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** SciPy in a process of its own, which reads a Matrix Market file and measures itself. */
final class ScipyReader {
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter questions;
  private final String version;
  private double work;

  private ScipyReader(Process process) throws IOException {
    this.process = process;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.questions = process.outputWriter(StandardCharsets.UTF_8);
    this.version = answers.readLine();
  }

  /** The SciPy of a Python; empty if there is none. */
  static Optional<ScipyReader> of(String python, Path file) throws IOException {
    Path script = Files.createTempFile("einkorn-scipy", ".py");
    try (InputStream in = ScipyReader.class.getResourceAsStream("scipy_reader.py")) {
      Files.write(script, in.readAllBytes());
      Process process =
          new ProcessBuilder(python, script.toString(), file.toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      ScipyReader reader = new ScipyReader(process);
      return reader.version == null ? Optional.empty() : Optional.of(reader);
    } catch (IOException e) {
      // There is no such Python.
      return Optional.empty();
    } finally {
      Files.delete(script);
    }
  }

  String version() {
    return version;
  }

  /** The seconds that reading the file takes, which has so many entries. */
  double read(int entries) {
    try {
      questions.write("read\n");
      questions.flush();
      String[] answer = answers.readLine().split(" ");
      if (Integer.parseInt(answer[2]) != entries) {
        throw new IllegalStateException("SciPy read " + answer[2] + " entries, not " + entries);
      }
      work = Double.parseDouble(answer[1]);
      return Double.parseDouble(answer[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The seconds that processors took for it the last time. */
  double work() {
    return work;
  }

  void close() {
    process.destroy();
  }
}
