package org.einkorn.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs what users run, so that the launcher's AOT cache holds the classes they need and what the
 * JVM learnt about them. Its arguments are a matrix file, a tensor file and a folder to write to.
 */
final class Training {
  private Training() {}

  public static void main(String[] args) throws java.io.IOException {
    String matrix = args[0];
    String tensor = args[1];
    Path folder = Path.of(args[2]);
    Path result = folder.resolve("training.mtx");
    Path converted = folder.resolve("training.tns.gz");
    Path saved = folder.resolve("training.ek");
    List<String[]> commands =
        List.of(
            command("--help"),
            command("eval", "--help"),
            command("info", matrix),
            command("info", tensor),
            command("code", "y(i) = A(i,j) * x(j)", "-f", "A=csr", "--show", "plan"),
            command("code", "C(i,j) = A(i,j) + B(i,j)", "-f", "A=csr", "-f", "B=csr"),
            command("eval", "y(i) = A(i,j) * x(j)", "A=" + matrix + ":csc", "x=ones(34)", "--time"),
            command("eval", "C(i,j) = A(i,k) * A(k,j)", "A=" + matrix, "-o", result.toString()),
            command("eval", "a = B(i,j,k) * B(i,j,k)", "B=" + tensor),
            command("eval", "C(i,j) = A(i,j) + B(j,i) - s", "A=[[1,2],[3,4]]", "B=eye(2)", "s=2.5"),
            command("eval", "y(i) = max(j, A(i,j))", "A=sparse(9,9,0.3):coo", "--dim", "i=9"),
            command("convert", matrix, converted.toString()),
            command("convert", matrix, saved.toString()),
            command("eval", "a = A(i,j)", "A=" + saved),
            command("eval", "y(i) = A(i,j"));
    try (PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      for (String[] command : commands) {
        Main.run(command, nowhere, nowhere);
      }
    } finally {
      Files.deleteIfExists(result);
      Files.deleteIfExists(converted);
      Files.deleteIfExists(saved);
    }
  }

  private static String[] command(String... words) {
    return words;
  }
}
