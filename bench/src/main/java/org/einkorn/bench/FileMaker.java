package org.einkorn.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.io.FileContent;
import org.einkorn.io.TensorFiles;
import org.einkorn.storage.Storage;

/** Makes large files, the same in every run. */
enum FileMaker {
  /** Values with all the digits of a float64. */
  REAL(".mtx") {
    @Override
    void write(Path file) throws IOException {
      matrix(file, "real general", 6_200_000, true, random -> " " + random.nextGaussian());
    }
  },
  /** Values as tables of measurements have them. */
  SHORT(".mtx") {
    @Override
    void write(Path file) throws IOException {
      matrix(
          file,
          "real general",
          10_500_000,
          true,
          random -> " " + (random.nextInt(200_000) - 100_000) / 1000.0);
    }
  },
  SYMMETRIC(".mtx") {
    @Override
    void write(Path file) throws IOException {
      matrix(file, "real symmetric", 6_200_000, false, random -> " " + random.nextGaussian());
    }
  },
  PATTERN(".mtx") {
    @Override
    void write(Path file) throws IOException {
      matrix(file, "pattern general", 14_500_000, true, random -> "");
    }
  },
  TENSOR(".tns") {
    @Override
    void write(Path file) throws IOException {
      Random random = new Random(5);
      lines(
          file,
          "# dims " + SIZE + " " + SIZE + " " + SIZE,
          5_000_000,
          (k, line) ->
              line.append(1 + (int) ((long) k * SIZE / 5_000_000))
                  .append(' ')
                  .append(1 + random.nextInt(SIZE))
                  .append(' ')
                  .append(1 + random.nextInt(SIZE))
                  .append(' ')
                  .append(random.nextGaussian()));
    }
  },
  /** A matrix in CSR with 24 million nonzeros. */
  BINARY(".ek") {
    @Override
    void write(Path file) {
      TensorFiles.write(file, new FileContent.Stored(csr(24)));
    }
  };

  private static final int SIZE = 1_000_000;

  private final String ending;

  FileMaker(String ending) {
    this.ending = ending;
  }

  Path make(Path folder) throws IOException {
    Path file = folder.resolve(toString() + ending);
    write(file);
    return file;
  }

  abstract void write(Path file) throws IOException;

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** So many nonzeros in each of a million rows. */
  static Storage csr(int perRow) {
    Random random = new Random(5);
    int[] begins = new int[SIZE + 1];
    Arrays.setAll(begins, row -> row * perRow);
    int[] columns = new int[SIZE * perRow];
    Arrays.setAll(columns, k -> k % perRow * (SIZE / perRow) + random.nextInt(SIZE / perRow));
    double[] values = new double[columns.length];
    Arrays.setAll(values, k -> random.nextGaussian());
    return new Storage(
        TensorType.of(ElementType.FLOAT64, Formats.csr()),
        List.of(SIZE, SIZE),
        List.of(List.of(), List.of(begins, columns)),
        values);
  }

  private interface ValueText {
    String next(Random random);
  }

  private interface Line {
    void append(int number, StringBuilder line);
  }

  private static void matrix(
      Path file, String header, int entries, boolean general, ValueText value) throws IOException {
    Random random = new Random(5);
    lines(
        file,
        "%%MatrixMarket matrix coordinate " + header + "\n" + SIZE + " " + SIZE + " " + entries,
        entries,
        (k, line) -> {
          int row = 1 + (int) ((long) k * SIZE / entries);
          line.append(row)
              .append(' ')
              .append(1 + random.nextInt(general ? SIZE : row))
              .append(value.next(random));
        });
  }

  private static void lines(Path file, String header, int count, Line writer) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      StringBuilder line = new StringBuilder(header);
      out.write(line.append('\n').toString().getBytes(StandardCharsets.US_ASCII));
      for (int k = 0; k < count; k++) {
        line.setLength(0);
        writer.append(k, line);
        out.write(line.append('\n').toString().getBytes(StandardCharsets.US_ASCII));
      }
    }
  }
}
