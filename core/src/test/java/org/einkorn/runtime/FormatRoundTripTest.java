package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.advice.Footprint;
import org.einkorn.advice.Quantities;
import org.einkorn.advice.TensorLimit;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every format to every other and back to a list, on generated matrices; with {@code
 * -Deinkorn.matrices=FOLDER} on all real, integer and pattern matrices of a folder up to 50,000
 * nonzeros. A tensor takes as many bytes as was said before, whatever it was converted from; what
 * would take more than 256 MB must be refused, with the number of bytes.
 */
class FormatRoundTripTest {
  private static final int MOST_NONZEROS = 50_000;
  private static final long LARGEST = 256_000_000;

  private static final List<String> FORMATS =
      List.of(
          "dense",
          "csr",
          "csc",
          "dcsr",
          "dcsc",
          "coo",
          "cq:1,0",
          "coo-unsorted",
          "CE:1,0",
          "dS",
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
    System.setProperty(TensorLimit.PROPERTY, String.valueOf(LARGEST));
  }

  @AfterAll
  static void noLimit() {
    System.clearProperty(TensorLimit.PROPERTY);
  }

  private record Matrix(String name, CoordinateList entries) {}

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
            generated("without columns", 5, 0, (_, _) -> true),
            tooLargeForMost())
        .map(m -> dynamicTest(m.name, () -> new RoundTrips(m.entries).run()));
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

  private static void stored(Path file) {
    Tensor matrix;
    try {
      matrix = Tensor.read(file, "coo");
    } catch (EinkornException e) {
      assertThat(e).hasMessageContaining("complex");
      return;
    }
    if (matrix.stored() <= MOST_NONZEROS) {
      long start = System.nanoTime();
      RoundTrips trips = new RoundTrips(matrix.nonzeros());
      trips.run();
      System.out.printf(
          "%s: %s, %d conversions, %d refused (%s), %.1f s%n",
          file.getFileName(),
          matrix,
          trips.converted,
          trips.refused,
          String.join(" ", trips.tooLarge.keySet()),
          (System.nanoTime() - start) / 1e9);
    }
  }

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

  private static Matrix tooLargeForMost() {
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, 20_000, 30_000);
    for (int i = 0; i < 20_000; i += 7) {
      list.add(1.0 + i, i, (int) (i * 12_345L % 30_000));
    }
    return new Matrix("too large for most", list);
  }

  /** One matrix in every format. */
  private static final class RoundTrips {
    private final CoordinateList entries;
    private final Map<String, Double> tooLarge = new LinkedHashMap<>();
    private int converted;
    private int refused;

    RoundTrips(CoordinateList entries) {
      this.entries = entries;
    }

    void run() {
      Tensor list = Tensor.of(entries, Formats.coordinate(2));
      Map<String, Format> formats = new LinkedHashMap<>();
      Map<String, Double> bytes = new LinkedHashMap<>();
      for (String text : FORMATS) {
        Format format = Formats.parse(text, 2);
        formats.put(text, format);
        TensorType type = TensorType.of(entries.type(), format);
        bytes.put(text, Footprint.of(entries, type).bytes());
      }
      for (String from : FORMATS) {
        check(list, "coo", from, formats.get(from), bytes.get(from));
        if (bytes.get(from) > LARGEST) {
          continue;
        }
        Tensor source = list.to(formats.get(from));
        for (String to : FORMATS) {
          check(source, from, to, formats.get(to), bytes.get(to));
        }
      }
    }

    private void check(Tensor source, String from, String to, Format format, double bytes) {
      if (bytes > LARGEST) {
        tooLarge.put(to, bytes);
        refused++;
        assertThatThrownBy(() -> source.to(format))
            .as("%s to %s", from, to)
            .isInstanceOf(EinkornException.class)
            .hasMessageContaining(
                " would take " + Quantities.bytes(bytes) + " as " + format + ", more than");
        return;
      }
      converted++;
      try {
        Tensor target = source.to(format);
        assertThat(target.format()).isEqualTo(format);
        assertThat((double) target.bytes()).as("bytes").isEqualTo(bytes);
        assertSame(target.nonzeros());
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(from + " to " + to + ": " + e.getMessage(), e);
      }
    }

    private void assertSame(CoordinateList found) {
      assertThat(found.count()).as("nonzeros").isEqualTo(entries.count());
      for (int d = 0; d < 2; d++) {
        assertThat(Arrays.copyOf(found.coordinates(d), found.count()))
            .isEqualTo(Arrays.copyOf(entries.coordinates(d), entries.count()));
      }
      for (int k = 0; k < entries.count(); k++) {
        assertThat(found.type().get(found.values(), k))
            .isEqualTo(entries.type().get(entries.values(), k));
      }
    }
  }

  /** A row with places for all columns takes room once, however many entries come for it. */
  @Test
  void aRowOfManyEntriesTakesRoomOnce() {
    int columns = 60_000;
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, 10, columns);
    for (int j = 0; j < columns; j++) {
      list.add(1, 3, j);
    }
    Storage packed = Conversion.pack(list, Formats.parse("sd", 2));
    assertThat(Array.getLength(packed.values())).isEqualTo(columns);
    Storage unsorted =
        Conversion.convert(Conversion.pack(list, Formats.parse("coo", 2)), packed.type());
    assertThat(Array.getLength(unsorted.values())).isEqualTo(columns);
  }
}
