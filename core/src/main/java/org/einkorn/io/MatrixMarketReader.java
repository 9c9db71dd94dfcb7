package org.einkorn.io;

import org.einkorn.io.MatrixMarketHeader.Layout;
import org.einkorn.io.MatrixMarketHeader.Symmetry;

/**
 * Reads what follows the first line of a Matrix Market file: comments, the sizes, one entry per
 * line. Symmetric files hold the lower triangle; the other half is added here, the diagonal not
 * twice.
 */
final class MatrixMarketReader implements BlockReading.Body<MatrixMarketReader.Part> {
  private static final char COMMENT = '%';

  /** The entries of a block; those of an array have no coordinates yet. */
  static final class Part {
    final EntryBuffer entries;
    final UsualLines usual;

    /** How many there are in the file, where symmetric ones stand once. */
    long found;

    Part(EntryBuffer entries, UsualLines usual) {
      this.entries = entries;
      this.usual = usual;
    }
  }

  private final String name;
  private final MatrixMarketHeader header;
  private final boolean skew;
  private final long sizeLine;
  private final int rows;
  private final int columns;
  private final long promised;
  private final EntryBuffer entries;
  private long found;

  /** Where the next entry of an array stands. */
  private int row;

  private int column;

  private MatrixMarketReader(NumberScanner in, MatrixMarketHeader header) {
    this.name = in.name();
    this.header = header;
    this.skew = header.symmetry() == Symmetry.SKEW_SYMMETRIC;
    if (!in.nextLine(COMMENT)) {
      throw in.ended("here, expected a line with the sizes");
    }
    sizeLine = in.line();
    rows = size(in, "a number of rows");
    columns = size(in, "a number of columns");
    if (header.symmetry() != Symmetry.GENERAL && rows != columns) {
      throw in.wrong(
          "found sizes %d and %d, expected a %s matrix to be square"
              .formatted(rows, columns, header.symmetry()));
    }
    promised =
        switch (header.layout()) {
          case COORDINATE -> size(in, "a number of entries");
          case ARRAY -> arrayEntries();
        };
    in.endLine();
    long copies = header.symmetry() == Symmetry.GENERAL ? 1 : 2;
    entries = new EntryBuffer(name, header.field().type(), 2, copies * promised);
    row = firstRow();
  }

  static FileContent read(NumberScanner in) {
    MatrixMarketReader reader = new MatrixMarketReader(in, MatrixMarketHeader.read(in));
    BlockReading.read(in, reader);
    if (reader.found < reader.promised) {
      throw in.ended(
          "after %d of the %d entries promised in line %d"
              .formatted(reader.found, reader.promised, reader.sizeLine));
    }
    return new FileContent.Listed(reader.entries.toList(reader.rows, reader.columns), true);
  }

  private static int size(NumberScanner in, String what) {
    return (int) in.integer(0, Integer.MAX_VALUE, what + " from 0 to " + Integer.MAX_VALUE);
  }

  private long arrayEntries() {
    return switch (header.symmetry()) {
      case GENERAL -> (long) rows * columns;
      case SYMMETRIC -> rows * (rows + 1L) / 2;
      case SKEW_SYMMETRIC -> rows * (rows - 1L) / 2;
    };
  }

  @Override
  public Part newPart() {
    boolean array = header.layout() == Layout.ARRAY;
    int[] sizes = array ? new int[0] : new int[] {rows, columns};
    return new Part(
        new EntryBuffer(name, header.field().type(), sizes.length, Integer.MAX_VALUE),
        new UsualLines(sizes, header.field().value(), array ? 0 : header.symmetry().sign()));
  }

  @Override
  public long found() {
    return found;
  }

  @Override
  public void expectMore(double times) {
    entries.expectMore(times);
  }

  @Override
  public void read(NumberScanner in, Part part, long before) {
    part.entries.truncate(0);
    long number = before + in.readUsual(part.usual, part.entries, promised - before);
    while (in.nextLine(COMMENT)) {
      if (number == promised) {
        throw in.wrong(
            "found another entry after the %d promised in line %d".formatted(promised, sizeLine));
      }
      number++;
      switch (header.layout()) {
        case COORDINATE -> readEntry(in, part.entries);
        case ARRAY -> readValue(in, part.entries, part.entries.add());
      }
      in.endLine();
      number += in.readUsual(part.usual, part.entries, promised - number);
    }
    part.found = number - before;
  }

  private void readEntry(NumberScanner in, EntryBuffer part) {
    int r = in.coordinate("row", rows);
    int c = in.coordinate("column", columns);
    int k = part.add();
    part.coordinates[0][k] = r;
    part.coordinates[1][k] = c;
    readValue(in, part, k);
    if (header.symmetry() != Symmetry.GENERAL) {
      mirror(in, part, k);
    }
  }

  private void readValue(NumberScanner in, EntryBuffer part, int k) {
    switch (header.field()) {
      case REAL -> part.reals[k] = in.real();
      case INTEGER -> {
        part.integers[k] = in.integer();
        if (skew && part.integers[k] == Long.MIN_VALUE) {
          throw in.wrong("found " + Long.MIN_VALUE + ", expected a value whose negative is int64");
        }
      }
      case PATTERN -> part.reals[k] = 1;
    }
  }

  private void mirror(NumberScanner in, EntryBuffer part, int k) {
    int r = part.coordinates[0][k];
    int c = part.coordinates[1][k];
    if (r < c) {
      throw in.wrong(
          "found row %d and column %d, expected nothing above the diagonal of a %s matrix"
              .formatted(r + 1, c + 1, header.symmetry()));
    }
    if (r > c) {
      addMirrored(part, k);
    } else if (skew && !part.isZero(k)) {
      throw in.wrong(
          "found a value at row %d and column %d, expected zero on the diagonal of a skew-symmetric matrix"
              .formatted(r + 1, c + 1));
    }
  }

  private void addMirrored(EntryBuffer buffer, int k) {
    int copy = buffer.addTransposed(k);
    if (skew) {
      buffer.negate(copy);
    }
  }

  @Override
  public boolean append(Part part) {
    if (part.found > promised - found) {
      return false;
    }
    found += part.found;
    switch (header.layout()) {
      case COORDINATE -> entries.append(part.entries);
      case ARRAY -> appendArray(part.entries);
    }
    return true;
  }

  /**
   * Column by column, in symmetric files from the diagonal down, in skew-symmetric from below it.
   */
  private void appendArray(EntryBuffer values) {
    for (int v = 0; v < values.count(); v++) {
      while (row == rows) {
        column++;
        row = firstRow();
      }
      int k = entries.add();
      entries.coordinates[0][k] = row;
      entries.coordinates[1][k] = column;
      entries.copyValue(values, v, k);
      if (header.symmetry() != Symmetry.GENERAL && row > column) {
        addMirrored(entries, k);
      }
      row++;
    }
  }

  /** The first row of a column that an array has a value for. */
  private int firstRow() {
    return switch (header.symmetry()) {
      case GENERAL -> 0;
      case SYMMETRIC -> column;
      case SKEW_SYMMETRIC -> column + 1;
    };
  }
}
