import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks or fixes the format of all Java files below the given folders; folders that do not exist
 * are passed over. Run as a source file with google-java-format on the class path.
 */
final class Format {
  private record Outcome(Path file, boolean changed, String error) {}

  public static void main(String[] args) throws IOException {
    boolean fix = args.length > 0 && args[0].equals("--fix");
    if (args.length == 0 || !(fix || args[0].equals("--check"))) {
      System.err.println("usage: Format --check|--fix <folder>...");
      System.exit(2);
    }

    List<Path> files = new ArrayList<>();
    for (String folder : List.of(args).subList(1, args.length)) {
      if (Files.isDirectory(Path.of(folder))) {
        try (Stream<Path> found = Files.walk(Path.of(folder))) {
          found.filter(file -> file.toString().endsWith(".java")).sorted().forEach(files::add);
        }
      }
    }

    List<Outcome> outcomes = files.parallelStream().map(file -> format(file, fix)).toList();
    List<Outcome> broken = outcomes.stream().filter(o -> o.error() != null).toList();
    List<Outcome> changed = outcomes.stream().filter(Outcome::changed).toList();
    broken.forEach(o -> System.err.println(o.file() + ": " + o.error()));
    if (fix) {
      changed.forEach(o -> System.out.println("formatted " + o.file()));
    } else if (!changed.isEmpty()) {
      changed.forEach(o -> System.err.println("not formatted: " + o.file()));
      System.err.printf(
          "%d Java file(s) are not formatted: run scripts/format and commit the result.%n",
          changed.size());
    }
    System.exit(broken.isEmpty() && (fix || changed.isEmpty()) ? 0 : 1);
  }

  private static Outcome format(Path file, boolean fix) {
    try {
      String before = Files.readString(file);
      String after = new Formatter().formatSourceAndFixImports(before);
      boolean changed = !after.equals(before);
      if (changed && fix) {
        Files.writeString(file, after);
      }
      return new Outcome(file, changed, null);
    } catch (FormatterException e) {
      return new Outcome(file, false, "cannot be parsed: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
