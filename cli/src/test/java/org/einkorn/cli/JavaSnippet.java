package org.einkorn.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /** Compiles and runs the statements; returns what they print. */
  static String run(String snippet) throws IOException, ReflectiveOperationException {
    Path folder = Files.createTempDirectory("snippet");
    compile(source(snippet), folder);
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      System.setOut(new PrintStream(printed, true, UTF_8));
      loader.loadClass("Snippet").getMethod("main").invoke(null);
    } finally {
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

  private static void compile(String source, Path folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path file = Files.writeString(folder.resolve("Snippet.java"), source);
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      Iterable<? extends JavaFileObject> units = files.getJavaFileObjects(file);
      List<String> options =
          List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
      if (!compiler.getTask(messages, files, null, options, null, units).call()) {
        throw new AssertionError(messages + "\n" + source);
      }
    }
  }
}
