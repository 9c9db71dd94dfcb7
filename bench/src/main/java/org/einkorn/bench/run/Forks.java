package org.einkorn.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a main class in a JVM of its own, with the settings of all benchmarks. */
public final class Forks {
  private static final List<String> PASSED_ON =
      List.of("python", "pythons", "einkorn.threads", "einkorn.bench.native", "einkorn.bench.mkl");

  private Forks() {}

  /** Fails if the other one fails. */
  public static void run(Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    int status = run(main, List.of(arguments));
    if (status != 0) {
      throw new IllegalStateException("a comparison ended with exit code " + status);
    }
  }

  /** Gives the exit code. */
  static int run(Class<?> main, List<String> arguments) throws IOException, InterruptedException {
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
