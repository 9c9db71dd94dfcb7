package org.einkorn.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs everything that the README and the pages in docs show. {@code -Deinkorn.updateGolden=true}
 * writes what the commands print today into the pages.
 */
class DocumentationTest {
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^```(?<language>console|java)\n(?<text>.*?)^```$");

  @BeforeAll
  static void bringExamples() throws IOException {
    Path examples = Path.of("examples");
    if (!Files.exists(examples)) {
      Files.createSymbolicLink(examples, Ran.ofRepository("examples"));
    }
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.list(Ran.ofRepository("docs"))) {
      return Stream.concat(Stream.of(Ran.ofRepository("README.md")), docs.sorted())
          .filter(page -> page.toString().endsWith(".md"))
          .toList();
    }
  }

  @TestFactory
  List<DynamicTest> whatPagesShowIsTrue() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : pages()) {
      String text = Files.readString(page);
      List<String> classes =
          BLOCK
              .matcher(text)
              .results()
              .map(block -> block.group("text"))
              .filter(JavaSnippet::isClass)
              .toList();
      Matcher block = BLOCK.matcher(text);
      while (block.find()) {
        String language = block.group("language");
        String content = block.group("text");
        if (JavaSnippet.isClass(content)) {
          continue; // compiled for the statements of the page
        }
        long line = text.substring(0, block.start()).lines().count() + 1;
        tests.add(
            DynamicTest.dynamicTest(
                page.getFileName() + ", line " + line,
                () -> {
                  if (language.equals("java")) {
                    String printed =
                        classes.isEmpty()
                            ? JavaSnippet.run(content)
                            : JavaSnippet.runWith(classes, content);
                    assertThat(printed).isEqualTo(JavaSnippet.expected(content));
                  } else {
                    check(page, content);
                  }
                }));
      }
    }
    assertThat(tests).hasSizeGreaterThan(20);
    return tests;
  }

  private static void check(Path page, String console) throws IOException {
    String actual =
        console
            .lines()
            .filter(line -> line.startsWith("$ "))
            .map(line -> line + "\n" + output(line.substring(2)))
            .collect(Collectors.joining());
    if (Boolean.getBoolean("einkorn.updateGolden")) {
      Files.writeString(
          page,
          Files.readString(page)
              .replace("```console\n" + console + "```", "```console\n" + actual + "```"));
    } else {
      assertThat(console).isEqualTo(actual);
    }
  }

  private static String output(String command) {
    List<String> words = words(command);
    try {
      return switch (words.getFirst()) {
        case "./einkorn" -> {
          ByteArrayOutputStream shown = new ByteArrayOutputStream();
          PrintStream terminal = new PrintStream(shown, true, UTF_8);
          String[] arguments = words.subList(1, words.size()).toArray(String[]::new);
          Main.run(arguments, terminal, terminal);
          yield shown.toString(UTF_8);
        }
        case "cat" -> Files.readString(Path.of(words.get(1)));
        default -> throw new AssertionError("Nobody runs " + command);
      };
    } catch (IOException e) {
      throw new AssertionError(command, e);
    }
  }

  /** The words of a command line, which may be in quotes. */
  private static List<String> words(String command) {
    return Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+")
        .matcher(command)
        .results()
        .map(word -> word.group().replaceAll("['\"]", ""))
        .toList();
  }

  @Test
  void theReadmeNamesTheVersionThatIsBuilt() throws IOException {
    Pattern version = Pattern.compile("-(?:core|parent)</artifactId>\\s*<version>([^<]+)<");
    Matcher shown = version.matcher(Files.readString(Ran.ofRepository("README.md")));
    Matcher built = version.matcher(Files.readString(Ran.ofRepository("pom.xml")));
    assertThat(shown.find() && built.find()).isTrue();
    assertThat(shown.group(1)).isEqualTo(built.group(1));
  }
}
