package org.einkorn.io;

import java.util.Locale;
import org.einkorn.EinkornException;
import org.einkorn.element.ElementType;

/** What the first line of a Matrix Market file says about the rest. */
record MatrixMarketHeader(Layout layout, Field field, Symmetry symmetry) {
  enum Layout {
    COORDINATE,
    ARRAY
  }

  enum Field {
    REAL(ElementType.FLOAT64, UsualLines.Value.REAL),
    INTEGER(ElementType.INT64, UsualLines.Value.INTEGER),
    PATTERN(ElementType.FLOAT64, UsualLines.Value.NONE);

    private final ElementType type;
    private final UsualLines.Value value;

    Field(ElementType type, UsualLines.Value value) {
      this.type = type;
      this.value = value;
    }

    ElementType type() {
      return type;
    }

    /** How a line has it. */
    UsualLines.Value value() {
      return value;
    }
  }

  enum Symmetry {
    GENERAL(0),
    SYMMETRIC(1),
    SKEW_SYMMETRIC(-1);

    private final int sign;

    Symmetry(int sign) {
      this.sign = sign;
    }

    /** What an entry is multiplied by to stand on the other side too; 0 if it does not. */
    int sign() {
      return sign;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  static final String BANNER = "%%MatrixMarket";

  static MatrixMarketHeader read(NumberScanner in) {
    if (!in.nextLine()) {
      throw in.ended("before it begins, expected a line that starts with " + BANNER);
    }
    if (in.line() > 1 || !in.peek().equalsIgnoreCase(BANNER)) {
      throw in.unexpected(BANNER + " at the start of the file");
    }
    in.skipWord();
    if (!in.peek().equalsIgnoreCase("matrix")) {
      throw in.unexpected("matrix");
    }
    in.skipWord();
    Layout layout =
        switch (lowerCase(in)) {
          case "coordinate" -> Layout.COORDINATE;
          case "array" -> Layout.ARRAY;
          default -> throw in.unexpected("coordinate or array");
        };
    in.skipWord();
    Field field =
        switch (lowerCase(in)) {
          case "real", "double" -> Field.REAL;
          case "integer", "unsigned-integer" -> Field.INTEGER;
          case "pattern" -> Field.PATTERN;
          case "complex" -> throw complex(in);
          default -> throw in.unexpected("real, integer or pattern");
        };
    if (layout == Layout.ARRAY && field == Field.PATTERN) {
      throw in.unexpected("real or integer, for an array needs values");
    }
    in.skipWord();
    Symmetry symmetry =
        switch (lowerCase(in)) {
          case "general" -> Symmetry.GENERAL;
          case "symmetric" -> Symmetry.SYMMETRIC;
          case "skew-symmetric" -> Symmetry.SKEW_SYMMETRIC;
          case "hermitian" ->
              throw in.unexpected(
                  "general, symmetric or skew-symmetric, for only complex values are hermitian");
          default -> throw in.unexpected("general, symmetric or skew-symmetric");
        };
    if (field == Field.PATTERN && symmetry == Symmetry.SKEW_SYMMETRIC) {
      throw in.unexpected("general or symmetric, for a pattern has no signs");
    }
    in.skipWord();
    in.endLine();
    return new MatrixMarketHeader(layout, field, symmetry);
  }

  private static String lowerCase(NumberScanner in) {
    return in.peek().toLowerCase(Locale.ROOT);
  }

  private static EinkornException complex(NumberScanner in) {
    return new EinkornException(
        in.name() + " holds complex values, which Einkorn does not compute with yet.");
  }
}
