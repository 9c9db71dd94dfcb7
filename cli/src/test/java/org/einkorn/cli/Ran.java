package org.einkorn.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A command that has run: its exit code, what it wrote, and what it said. */
record Ran(int code, String out, String err) {
  static Ran einkorn(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(words, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    return new Ran(code, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** It was refused with exactly this sentence, and wrote nothing. */
  void refused(String sentence) {
    assertThat(err).isEqualTo("einkorn: " + sentence + "\n");
    assertThat(code).isEqualTo(2);
    assertThat(out).isEmpty();
  }

  /** It was refused with a sentence that begins and ends so, and wrote nothing. */
  void refusedWith(String begin, String end) {
    assertThat(err).startsWith("einkorn: " + begin).endsWith(end + "\n");
    assertThat(code).isEqualTo(2);
    assertThat(out).isEmpty();
  }

  /** It wrote exactly these lines. */
  void wrote(String... lines) {
    assertThat(out).as(err).isEqualTo(String.join("\n", lines) + "\n");
    assertThat(code).isZero();
  }

  void wroteNothing() {
    assertThat(out).as(err).isEmpty();
    assertThat(code).isZero();
  }

  /** Writes a file for a test to read. */
  static String file(Path folder, String name, String... lines) {
    try {
      return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n").toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file of the repository, from wherever the tests run inside it. */
  static Path ofRepository(String name) {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("einkorn")) || !Files.exists(folder.resolve("examples"))) {
      folder = folder.getParent();
    }
    return folder.resolve(name);
  }
}
