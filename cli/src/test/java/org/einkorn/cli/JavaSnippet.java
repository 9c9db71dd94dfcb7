package org.einkorn.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Java statements as a page shows them. What they print stands in comments: at the end of a line
 * that prints, or on lines of their own.
 */
final class JavaSnippet {
  private static final Pattern PRINTED =
      Pattern.compile("(?m)^(?:.*println\\(.*\\);)?[ ]*// (.*)$");

  private JavaSnippet() {}

  static String expected(String snippet) {
    return PRINTED
        .matcher(snippet)
        .results()
        .map(result -> result.group(1) + "\n")
        .collect(Collectors.joining());
  }

  private static final Pattern CLASS = Pattern.compile("(?m)^public (?:final )?class (\\w+)");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

  /** Whether it is a class to put into a file, and not some statements. */
  static boolean isClass(String snippet) {
    return CLASS.matcher(snippet).find();
  }

  /** Compiles and runs the statements; returns what they print. */
  static String run(String snippet) throws IOException, ReflectiveOperationException {
    Path folder = Files.createTempDirectory("snippet");
    try {
      compile("Snippet", source(snippet), folder);
      try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
        return run(loader);
      }
    } finally {
      delete(folder);
    }
  }

  /**
   * The same where the classes that a page shows are a jar of the user's. Everything is loaded
   * anew, so that Einkorn finds the level formats among them as it does when it starts.
   */
  static String runWith(List<String> classes, String snippet)
      throws IOException, ReflectiveOperationException {
    Path folder = Files.createTempDirectory("snippet");
    try {
      return runWith(classes, snippet, folder);
    } finally {
      delete(folder);
    }
  }

  private static String runWith(List<String> classes, String snippet, Path folder)
      throws IOException, ReflectiveOperationException {
    List<String> services = new ArrayList<>();
    for (String text : classes) {
      String name = first(CLASS, text);
      compile(name, text, folder);
      services.add(first(PACKAGE, text) + "." + name);
    }
    Path registry = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.write(registry.resolve("org.einkorn.format.LevelFormat"), services);
    compile("Snippet", source(snippet), folder);
    List<URL> places = new ArrayList<>(List.of(folder.toUri().toURL()));
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      places.add(Path.of(place).toUri().toURL());
    }
    try (URLClassLoader loader =
        new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      return run(loader);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static String first(Pattern pattern, String text) {
    return pattern.matcher(text).results().findFirst().orElseThrow().group(1);
  }

  private static String run(ClassLoader loader) throws ReflectiveOperationException {
    PrintStream before = System.out;
    ClassLoader usual = Thread.currentThread().getContextClassLoader();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(printed, true, UTF_8));
      Thread.currentThread().setContextClassLoader(loader);
      loader.loadClass("Snippet").getMethod("main").invoke(null);
    } finally {
      Thread.currentThread().setContextClassLoader(usual);
      System.setOut(before);
    }
    return printed.toString(UTF_8);
  }

  private static String source(String snippet) {
    String imports =
        snippet.lines().filter(l -> l.startsWith("import ")).collect(Collectors.joining("\n"));
    String usual =
        "import java.nio.file.Path; import java.util.Arrays; import java.util.Map;"
            + " import org.einkorn.*;";
    String statements =
        snippet.lines().filter(l -> !l.startsWith("import ")).collect(Collectors.joining("\n"));
    return (imports.isEmpty() ? usual : imports)
        + "\npublic class Snippet { public static void main() throws Exception {\n"
        + statements
        + "\n}}\n";
  }

  private static void compile(String name, String source, Path folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      Iterable<? extends JavaFileObject> units = files.getJavaFileObjects(file);
      List<String> options =
          List.of(
              "-d",
              folder.toString(),
              "-cp",
              folder + File.pathSeparator + System.getProperty("java.class.path"));
      if (!compiler.getTask(messages, files, null, options, null, units).call()) {
        throw new AssertionError(messages + "\n" + source);
      }
    }
  }
}
