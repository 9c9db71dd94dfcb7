package org.einkorn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.einkorn.CancelledException;
import org.einkorn.EinkornException;
import org.einkorn.Progress;
import org.junit.jupiter.api.Test;

/** However a text is cut into blocks, it gives the same entries, or the same sentence. */
class BlockReadingTest extends FileTest {
  private static final String[] ODDITIES = {
    "", " ", "x", "1", "1 1", "0 1 1", "1 1 1 1 1", "1 1 1e999", "99 99 9", "1 2 x", "# dims 3"
  };

  private final Random random = new Random(23);

  @Test
  void matrixMarketFilesDoNotDependOnBlocks() {
    for (int n = 0; n < 200; n++) {
      String outcome = assertIndependentOfBlocks("A.mtx", new RandomText(random).matrixMarket());
      assertThat(outcome).doesNotStartWith("A.mtx");
    }
  }

  @Test
  void tnsFilesDoNotDependOnBlocks() {
    for (int n = 0; n < 100; n++) {
      String outcome = assertIndependentOfBlocks("T.tns", new RandomText(random).tns());
      assertThat(outcome).doesNotStartWith("T.tns");
    }
  }

  @Test
  void nothingWrongDependsOnBlocks() {
    for (int n = 0; n < 300; n++) {
      RandomText text = new RandomText(random);
      boolean matrix = random.nextBoolean();
      List<String> lines = matrix ? text.matrixMarket() : text.tns();
      for (int change = random.nextInt(3); change >= 0; change--) {
        int at = random.nextInt(lines.size());
        switch (random.nextInt(4)) {
          case 0 -> lines.remove(at);
          case 1 -> lines.add(at, lines.get(at));
          case 2 -> lines.add(at, "5 5 5");
          default -> lines.set(at, ODDITIES[random.nextInt(ODDITIES.length)]);
        }
        if (lines.isEmpty()) {
          lines.add("");
        }
      }
      assertIndependentOfBlocks(matrix ? "A.mtx" : "T.tns", lines);
    }
  }

  private String assertIndependentOfBlocks(String name, List<String> lines) {
    String end = random.nextBoolean() ? "\n" : "";
    String text = String.join(random.nextInt(5) == 0 ? "\r\n" : "\n", lines) + end;
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    String whole = outcome(name, stream(bytes, bytes.length + 1));
    for (int n = 0; n < 4; n++) {
      int length = 1 + random.nextInt(n == 0 ? 5 : bytes.length + 1);
      assertSame(outcome(name, stream(bytes, length)), whole);
      assertSame(outcome(name, mapped(bytes, length)), whole);
      assertSame(outcome(name, new LaterBlocks(stream(bytes, length))), whole);
    }
    assertSame(outcome(name, new LaterBlocks(mapped(bytes, bytes.length))), whole);
    return whole;
  }

  private static void assertSame(String is, String was) {
    // Not compared by the assertion itself, which would show all of a long text.
    if (!is.equals(was)) {
      assertThat(is.lines().limit(40)).containsExactlyElementsOf(was.lines().limit(40).toList());
      assertThat(is).hasSameSizeAs(was);
    }
  }

  private static TextBlocks stream(byte[] text, int length) {
    return new StreamBlocks(new ByteArrayInputStream(text), length);
  }

  private static TextBlocks mapped(byte[] text, int length) {
    return new MappedBlocks(MemorySegment.ofArray(text), Progress.IGNORED, length);
  }

  /** All that was read, or the sentence that it was refused with. */
  private static String outcome(String name, TextBlocks blocks) {
    try {
      NumberScanner in = new NumberScanner(name, blocks);
      FileContent content = name.equals("A.mtx") ? MatrixMarketReader.read(in) : TnsReader.read(in);
      return List.of(content.entries().dimensions().length, content.fill(), content.sizesKnown())
          + " "
          + java.util.Arrays.toString(content.entries().dimensions())
          + "\n"
          + String.join("\n", show(content.entries()));
    } catch (EinkornException e) {
      return e.getMessage();
    }
  }

  @Test
  void longLinesAreRefusedWhereverTheyStand() {
    for (int before : new int[] {0, 1, 50_000}) {
      byte[] text =
          ("1 1\n".repeat(before) + "1 " + "9".repeat(2 << 20) + "\n1 1\n")
              .getBytes(StandardCharsets.US_ASCII);
      String sentence =
          "T.tns, line "
              + (before + 1)
              + ": the line is longer than 1048576 bytes, expected a text file.";
      for (int length : new int[] {10, 1 << 18, text.length}) {
        if (length < text.length) {
          assertThat(outcome("T.tns", stream(text, length))).isEqualTo(sentence);
          assertThat(outcome("T.tns", mapped(text, length))).isEqualTo(sentence);
        }
      }
    }
  }

  @Test
  void largeFilesAreReadInParallelWithProgressInOrder() throws Exception {
    Path file = file("T.tns", "1 2 3.5\n".repeat(1_200_000));
    List<Long> reports = new ArrayList<>();
    FileContent content =
        TensorFiles.read(
            file,
            (done, total) -> {
              assertThat(total).isEqualTo(9_600_000);
              reports.add(done);
            });
    assertThat(content.entries().count()).isEqualTo(1_200_000);
    assertThat(reports).hasSizeGreaterThan(10).isSorted().endsWith(9_600_000L);
    Files.delete(file);
  }

  @Test
  void readingStopsWhenItsThreadIsInterruptedOrItsListenerThrows() {
    Path file = file("T.tns", "1 2 3.5\n".repeat(1_200_000));
    try {
      assertThatThrownBy(
              () -> TensorFiles.read(file, (done, total) -> Thread.currentThread().interrupt()))
          .isInstanceOf(CancelledException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThatThrownBy(
            () ->
                TensorFiles.read(
                    file,
                    (done, total) -> {
                      if (done > 1_000_000) {
                        throw new CancellationException("enough");
                      }
                    }))
        .isInstanceOf(CancellationException.class)
        .hasMessage("enough");
  }

  @Test
  void aFileThatBecomesShorterIsRefused() {
    Path file = file("T.tns", "1 2 3.5\n".repeat(1_200_000));
    assertThatThrownBy(
            () ->
                TensorFiles.read(
                    file,
                    (done, total) -> {
                      try {
                        Files.write(file, new byte[0]);
                      } catch (java.io.IOException e) {
                        throw new AssertionError(e);
                      }
                    }))
        .isInstanceOf(EinkornException.class)
        .hasMessage(file + " became shorter while it was read; read it again.");
  }
}
