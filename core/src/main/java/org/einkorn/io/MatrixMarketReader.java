package org.einkorn.io;

import org.einkorn.EinkornException;
import org.einkorn.io.MatrixMarketHeader.Symmetry;

/**
 * Reads what follows the first line of a Matrix Market file: comments, the sizes, one entry per
 * line. Symmetric files hold the lower triangle; the other half is added here, the diagonal not
 * twice.
 */
final class MatrixMarketReader {
  private static final char COMMENT = '%';

  private final NumberScanner in;
  private final MatrixMarketHeader header;
  private final long sizeLine;
  private final int rows;
  private final int columns;
  private final long promised;
  private final EntryBuffer entries;
  private long found;

  private MatrixMarketReader(NumberScanner in, MatrixMarketHeader header) {
    this.in = in;
    this.header = header;
    if (!in.nextLine(COMMENT)) {
      throw in.ended("here, expected a line with the sizes");
    }
    sizeLine = in.line();
    rows = size("a number of rows");
    columns = size("a number of columns");
    if (header.symmetry() != Symmetry.GENERAL && rows != columns) {
      throw in.wrong(
          "found sizes %d and %d, expected a %s matrix to be square"
              .formatted(rows, columns, header.symmetry()));
    }
    promised =
        switch (header.layout()) {
          case COORDINATE -> size("a number of entries");
          case ARRAY -> arrayEntries();
        };
    in.endLine();
    entries = new EntryBuffer(in.name(), header.field().type(), 2, promised);
  }

  static FileContent read(NumberScanner in) {
    MatrixMarketReader reader = new MatrixMarketReader(in, MatrixMarketHeader.read(in));
    switch (reader.header.layout()) {
      case COORDINATE -> reader.readCoordinates();
      case ARRAY -> reader.readArray();
    }
    return new FileContent(reader.entries.toList(reader.rows, reader.columns), true);
  }

  private int size(String what) {
    return (int) in.integer(0, Integer.MAX_VALUE, what + " from 0 to " + Integer.MAX_VALUE);
  }

  private long arrayEntries() {
    return switch (header.symmetry()) {
      case GENERAL -> (long) rows * columns;
      case SYMMETRIC -> rows * (rows + 1L) / 2;
      case SKEW_SYMMETRIC -> rows * (rows - 1L) / 2;
    };
  }

  private void readCoordinates() {
    while (nextEntry()) {
      int row = in.coordinate("row", rows);
      int column = in.coordinate("column", columns);
      readEntry(row, column);
    }
    if (found < promised) {
      throw endedEarly();
    }
  }

  /**
   * Column by column, in symmetric files from the diagonal down, in skew-symmetric from below it.
   */
  private void readArray() {
    for (int column = 0; column < columns; column++) {
      int first =
          switch (header.symmetry()) {
            case GENERAL -> 0;
            case SYMMETRIC -> column;
            case SKEW_SYMMETRIC -> column + 1;
          };
      for (int row = first; row < rows; row++) {
        if (!nextEntry()) {
          throw endedEarly();
        }
        readEntry(row, column);
      }
    }
    nextEntry();
  }

  /** Moves to the next entry; refuses one that was not promised. */
  private boolean nextEntry() {
    if (!in.nextLine(COMMENT)) {
      return false;
    }
    if (found == promised) {
      throw in.wrong(
          "found another entry after the %d promised in line %d".formatted(promised, sizeLine));
    }
    found++;
    return true;
  }

  private EinkornException endedEarly() {
    return in.ended(
        "after %d of the %d entries promised in line %d".formatted(found, promised, sizeLine));
  }

  private void readEntry(int row, int column) {
    int k = entries.add();
    entries.coordinates[0][k] = row;
    entries.coordinates[1][k] = column;
    switch (header.field()) {
      case REAL -> entries.reals[k] = in.real();
      case INTEGER -> entries.integers[k] = in.integer();
      case PATTERN -> entries.reals[k] = 1;
    }
    if (header.symmetry() != Symmetry.GENERAL) {
      mirror(k, row, column);
    }
    in.endLine();
  }

  private void mirror(int k, int row, int column) {
    if (row < column) {
      throw in.wrong(
          "found row %d and column %d, expected nothing above the diagonal of a %s matrix"
              .formatted(row + 1, column + 1, header.symmetry()));
    }
    boolean skew = header.symmetry() == Symmetry.SKEW_SYMMETRIC;
    if (row > column) {
      int copy = entries.addTransposed(k);
      if (skew) {
        if (entries.integers != null && entries.integers[k] == Long.MIN_VALUE) {
          throw in.wrong("found " + Long.MIN_VALUE + ", expected a value whose negative is int64");
        }
        entries.negate(copy);
      }
    } else if (skew && !entries.isZero(k)) {
      throw in.wrong(
          "found a value at row %d and column %d, expected zero on the diagonal of a skew-symmetric matrix"
              .formatted(row + 1, column + 1));
    }
  }
}
