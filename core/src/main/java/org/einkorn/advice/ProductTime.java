package org.einkorn.advice;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * About how many nanoseconds a product takes on one thread. Only how formats compare matters here:
 * what all of them pay alike, as for writing the result, is left out.
 *
 * <p>The numbers fit what AdviceComparison, in the benchmarks, measured for matrices of eleven
 * structures and vectors of four densities, on one machine. Guessed are what a segment costs in
 * dense, diagonal, hashed and bitmap formats, which have few of them or are slow anyway, and that
 * tensors of higher order behave like matrices.
 */
final class ProductTime {
  private ProductTime() {}

  /**
   * How fast a loop runs.
   *
   * @param value for each stored value, padding too
   * @param segment for each time that the innermost loop begins
   */
  private record Pace(double value, double segment) {
    double of(Footprint footprint) {
      return footprint.values() * value + footprint.segments() * segment;
    }
  }

  /** The formats of a vector that are compared. */
  private static final List<String> VECTOR = List.of("dense", "csf", "hash", "bitmap");

  private static final Pace EVERY_COORDINATE = new Pace(0.33, 3);

  /** Sums row by row; a column's nonzeros are added to places all over the result. */
  private static final Map<String, Pace> MATRIX =
      Map.ofEntries(
          Map.entry("dense", EVERY_COORDINATE),
          Map.entry("csr", new Pace(0.6, 1.6)),
          Map.entry("csc", new Pace(0.75, 1.5)),
          Map.entry("dcsr", new Pace(0.6, 2.25)),
          Map.entry("dcsc", new Pace(0.75, 2.25)),
          Map.entry("sd", EVERY_COORDINATE),
          Map.entry("sd:1,0", new Pace(0.42, 1)),
          Map.entry("coo", new Pace(1.05, 1.1)),
          Map.entry("dia", new Pace(0.75, 0.2)),
          Map.entry("ell", new Pace(0.95, 0)),
          Map.entry("hash", new Pace(1, 2)),
          Map.entry("bitmap", new Pace(1.25, 3)));

  private static final Map<String, Pace> TENSOR =
      Map.of(
          "dense", EVERY_COORDINATE,
          "csf", new Pace(0.6, 2.25),
          "coo", new Pace(1.05, 1.1),
          "hash", new Pace(1, 2),
          "bitmap", new Pace(1.25, 3));

  /** A block costs something as a whole. */
  private static final double BLOCK = 2;

  private static final double VALUE_IN_BLOCK = 0.33;

  // Of a vector: a matrix asks for its values in any order, most of them several times.
  private static final double ASKED = 3;
  private static final double MOST_ASKED = 1e6;
  private static final double BYTE = 0.1;
  private static final double MISPREDICTED = 20;

  // A sorted vector is first copied into a table, with an element for every coordinate if the
  // matrix has enough nonzeros to make up for it.
  private static final double INSERTED = 12;
  private static final double TABLE_ELEMENT = 1.5;
  private static final double ELEMENTS_FOR_A_NONZERO = 8;

  /** The formats that are known here, by name; blocks of any size come on top for matrices. */
  static Collection<String> formats(int order) {
    return switch (order) {
      case 0 -> List.of("dense");
      case 1 -> VECTOR;
      case 2 -> MATRIX.keySet();
      default -> TENSOR.keySet();
    };
  }

  /** A matrix times a dense vector, or the like. */
  static double of(String format, int order, Footprint footprint) {
    return (order == 2 ? MATRIX : TENSOR).get(format).of(footprint);
  }

  /** A matrix of square blocks times a dense vector. */
  static double ofBlocks(int size, Footprint footprint) {
    return footprint.values() * (VALUE_IN_BLOCK + BLOCK / (size * size));
  }

  /** A matrix in rows times a vector of which {@code nonzeros} of {@code size} are stored. */
  static double ofVector(String format, double nonzeros, double size, Footprint footprint) {
    double asked = Math.min(ASKED * size, MOST_ASKED);
    double density = size == 0 ? 0 : nonzeros / size;
    double surprise = MISPREDICTED * Math.min(density, 1 - density);
    double table = size <= ELEMENTS_FOR_A_NONZERO * asked ? TABLE_ELEMENT * size : 0;
    return footprint.bytes() * BYTE
        + switch (format) {
          case "dense" -> asked * 1.75;
          case "bitmap" -> asked * (0.8 + 1.3 * density + surprise);
          case "csf" -> asked * 1.4 + nonzeros * INSERTED + table;
          default -> asked * (1.5 + 4 * density + surprise);
        };
  }
}
