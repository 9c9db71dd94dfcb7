package org.einkorn.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs a main class in a JVM of its own, with the settings of all benchmarks. */
public final class Forks {
  private static final List<String> PASSED_ON =
      List.of(
          "python",
          "pythons",
          "einkorn.threads",
          "einkorn.bench.work",
          "einkorn.bench.mkl",
          "einkorn.machinecode");

  private Forks() {}

  /** Fails if the other one fails. */
  public static void run(Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    int status = run(main, List.of(arguments));
    if (status != 0) {
      throw new IllegalStateException("a comparison ended with exit code " + status);
    }
  }

  /** What the other one wrote to a file; nothing if it failed. */
  static <T> Optional<T> result(Class<T> type, Class<?> main, Path file, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(file.toString()));
    all.addAll(arguments);
    if (run(main, all) != 0) {
      return Optional.empty();
    }
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      return Optional.of(type.cast(in.readObject()));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes the file for whoever started this process. */
  static void write(Path file, Object result) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
      out.writeObject(result);
    }
  }

  /** Gives the exit code. */
  private static int run(Class<?> main, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Settings.JVM);
    for (String property : PASSED_ON) {
      if (System.getProperty(property) != null) {
        command.add("-D" + property + "=" + System.getProperty(property));
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(Settings.ENVIRONMENT);
    Process process = builder.redirectOutput(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader said = process.errorReader()) {
      said.lines()
          .filter(line -> !line.startsWith("WARNING: Using incubator modules"))
          .forEach(System.err::println);
    }
    return process.waitFor();
  }
}
