package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.storage.CoordinateList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every format to every other and back to a list, on generated matrices; with {@code
 * -Deinkorn.matrices=FOLDER} on all real, integer and pattern matrices of a folder up to 50,000
 * nonzeros. What would take more than 256 MB must be refused, with the number of bytes.
 */
class FormatRoundTripTest {
  private static final int MOST_NONZEROS = 50_000;
  private static final long LARGEST = 256_000_000;
  private static final Pattern REFUSAL =
      Pattern.compile("(?:would take|needs) ([0-9.]+) ([KMGTP]B)");

  /** Above this a tensor mostly holds zeros, and is converted to few other formats only. */
  private static final long LARGE = 1_000_000;

  private static final List<String> FORMATS =
      List.of(
          "dense",
          "csr",
          "csc",
          "dcsr",
          "dcsc",
          "coo",
          "cq:1,0",
          "sd",
          "sd:1,0",
          "dia",
          "ell",
          "bcsr(4,4)",
          "bcsr(3,2)",
          "csb(64)",
          "hash",
          "sh:1,0",
          "bitmap",
          "(i,j) -> (dense(j), slot(slot), padded(i))",
          "(i,j) -> (d(i/4), s(j/4), d((i%4)/2), d(j%4), d(i%2))",
          "(i,j) -> (d(i/64), s(j/64), s((i%64)/4), s((j%64)/4), d(i%4), d(j%4))");

  @BeforeAll
  static void limit() {
    System.setProperty("einkorn.largestTensor", String.valueOf(LARGEST));
  }

  @AfterAll
  static void noLimit() {
    System.clearProperty("einkorn.largestTensor");
  }

  private final List<String> refused = new ArrayList<>();
  private int converted;

  @TestFactory
  Stream<DynamicTest> generatedMatrices() {
    RandomGenerator random = new SplittableRandom(11);
    return Stream.of(
            generated("random", 30, 50, (_, _) -> random.nextInt(10) == 0),
            generated("banded", 40, 40, (i, j) -> Math.abs(i - j) < 3),
            generated("blocks", 33, 34, (i, j) -> (i / 4 + j / 4) % 3 == 0),
            generated("one full row", 20, 70, (i, j) -> i == 7 || j == i),
            generated("hypersparse", 300, 200, (i, j) -> i % 97 == 3 && j % 89 == 5),
            generated("full", 9, 7, (_, _) -> true),
            generated("empty", 3, 4, (_, _) -> false),
            generated("a row", 1, 65, (_, j) -> j % 2 == 0),
            generated("a column", 65, 1, (i, _) -> i % 2 == 0),
            generated("without rows", 0, 5, (_, _) -> true),
            generated("without columns", 5, 0, (_, _) -> true))
        .map(m -> dynamicTest(m.name, () -> everyFormatToEveryOther(m.entries)));
  }

  @TestFactory
  Stream<DynamicTest> storedMatrices() throws IOException {
    String folder = System.getProperty("einkorn.matrices");
    if (folder == null) {
      return Stream.of();
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(Path.of(folder))) {
      files = all.filter(f -> f.toString().matches(".*\\.mtx(\\.gz)?")).sorted().toList();
    }
    return files.stream()
        .map(file -> dynamicTest(file.getFileName().toString(), () -> stored(file)));
  }

  private void stored(Path file) {
    Tensor matrix;
    try {
      matrix = Tensor.read(file, "coo");
    } catch (EinkornException e) {
      assertThat(e).hasMessageContaining("complex");
      return;
    }
    if (matrix.stored() <= MOST_NONZEROS) {
      long start = System.nanoTime();
      everyFormatToEveryOther(matrix.entries());
      System.out.printf(
          "%s: %s, %d conversions, refused %s, %.1f s%n",
          file.getFileName(), matrix, converted, refused, (System.nanoTime() - start) / 1e9);
    }
  }

  private record Matrix(String name, CoordinateList entries) {}

  private interface Nonzeros {
    boolean has(int i, int j);
  }

  private static Matrix generated(String name, int rows, int columns, Nonzeros pattern) {
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        if (pattern.has(i, j)) {
          list.add(1.0 + i + 0.001 * j, i, j);
        }
      }
    }
    return new Matrix(name, list);
  }

  private void everyFormatToEveryOther(CoordinateList entries) {
    converted = 0;
    refused.clear();
    Tensor list = Tensor.of(entries, Formats.coordinate(2));
    String expected = nonzeros(list);
    for (String from : FORMATS) {
      Optional<Tensor> source = stored(list, from);
      if (source.isEmpty()) {
        refused.add(from);
        continue;
      }
      for (String to : source.get().bytes() > LARGE ? List.of("csr", "coo") : FORMATS) {
        try {
          // The zeros that the source stores count as entries, so that the target may be too large.
          Optional<Tensor> target = stored(source.get(), to);
          target.ifPresent(
              t -> assertThat(nonzeros(t)).as("%s to %s", from, to).isEqualTo(expected));
          converted += target.isPresent() ? 1 : 0;
        } catch (RuntimeException e) {
          fail(from + " to " + to, e);
        }
      }
    }
  }

  /** The matrix in a format; nothing if it would be too large and was refused for that. */
  private Optional<Tensor> stored(Tensor list, String format) {
    try {
      Tensor tensor = list.to(format);
      assertThat(tensor.format()).isEqualTo(Formats.parse(format, 2));
      assertThat(tensor.bytes()).as("bytes as %s", format).isLessThanOrEqualTo(LARGEST);
      return Optional.of(tensor);
    } catch (EinkornException e) {
      Matcher bytes = REFUSAL.matcher(e.getMessage());
      assertThat(bytes.find()).as(e.getMessage()).isTrue();
      double size =
          Double.parseDouble(bytes.group(1))
              * Math.pow(1000, List.of("KB", "MB", "GB", "TB", "PB").indexOf(bytes.group(2)) + 1);
      assertThat(size).as(e.getMessage()).isGreaterThanOrEqualTo(0.99 * LARGEST);
      return Optional.empty();
    }
  }

  /** What is not zero, in the order of coordinates. */
  private static String nonzeros(Tensor tensor) {
    CoordinateList entries = tensor.entries();
    int[] kept =
        IntStream.range(0, entries.count())
            .filter(k -> entries.type().get(entries.values(), k).asDouble() != 0)
            .toArray();
    StringBuilder text = new StringBuilder(Arrays.toString(entries.dimensions()));
    for (int d = 0; d < entries.order(); d++) {
      int[] coordinates = entries.coordinates(d);
      text.append(Arrays.toString(IntStream.of(kept).map(k -> coordinates[k]).toArray()));
    }
    for (int k : kept) {
      text.append(' ').append(entries.type().get(entries.values(), k));
    }
    return text.toString();
  }
}
