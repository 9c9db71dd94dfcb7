package org.einkorn.advice;

import static org.einkorn.advice.Quantities.grouped;
import static org.einkorn.advice.Quantities.percent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.storage.CoordinateList;

/**
 * Which format suits a tensor, found from where its nonzeros lie. A product with a vector reads the
 * whole tensor once, so the bytes that it takes decide, weighted by how fast the loops over a
 * format run.
 *
 * @param statistics how the nonzeros are spread
 * @param choices what the tensor would take in the usual formats, the smallest first
 * @param recommended one of the choices
 * @param reason why, to follow a "because"
 */
public record FormatAdvice(
    Statistics statistics, List<Choice> choices, Choice recommended, String reason) {
  // What a byte of a format costs, compared with one of CSR. Where a loop reads no coordinates,
  // its values are next to each other, and so are those of the vector.
  private static final double WITHOUT_COORDINATES = 0.6;
  private static final double BLOCKED = 0.9;
  private static final double BY_ROWS = 1.0;
  private static final double FIRST_SEARCHED = 1.5;
  private static final double PADDED = 1.5;
  private static final double PROBED = 5.0;

  /** The formats that are compared, by name, with their weights. Blocks get the best size. */
  private static final Map<String, Double> MATRIX_FORMATS =
      Map.ofEntries(
          Map.entry("dense", WITHOUT_COORDINATES),
          Map.entry("csr", BY_ROWS),
          Map.entry("csc", FIRST_SEARCHED),
          Map.entry("dcsr", BY_ROWS),
          Map.entry("dcsc", FIRST_SEARCHED),
          Map.entry("sd", WITHOUT_COORDINATES),
          Map.entry("sd:1,0", WITHOUT_COORDINATES),
          Map.entry("coo", FIRST_SEARCHED),
          Map.entry("dia", WITHOUT_COORDINATES),
          Map.entry("ell", PADDED),
          Map.entry("hash", PROBED),
          Map.entry("bitmap", PROBED));

  private static final Map<String, Double> OTHER_FORMATS =
      Map.of(
          "dense", WITHOUT_COORDINATES,
          "csf", BY_ROWS,
          "coo", FIRST_SEARCHED,
          "hash", PROBED,
          "bitmap", PROBED);

  public FormatAdvice {
    choices = List.copyOf(choices);
  }

  /**
   * A format that the tensor could have.
   *
   * @param bytes that it would take
   * @param weight what a byte costs, compared with one of CSR
   */
  public record Choice(Format format, double bytes, double weight) {
    private double cost() {
      return bytes * weight;
    }

    /** What to say of it to someone whose own choice is too large. */
    String remedy() {
      return format + " takes " + Quantities.bytes(bytes);
    }
  }

  /** Advice for a tensor with these entries, in any order; duplicates count once. */
  public static FormatAdvice of(CoordinateList entries) {
    return of(Census.of(entries));
  }

  static FormatAdvice of(Census census) {
    Statistics statistics = Statistics.of(census);
    List<Choice> choices = new ArrayList<>();
    int order = census.entries().order();
    (order == 2 ? MATRIX_FORMATS : OTHER_FORMATS)
        .forEach(
            (name, weight) -> {
              if (order > 0 && (order > 1 || !name.equals("coo"))) {
                add(census, Formats.parse(name, order), weight, choices);
              }
            });
    if (order == 0) {
      add(census, Formats.dense(0), WITHOUT_COORDINATES, choices);
    }
    List<Choice> blocked = new ArrayList<>();
    if (order == 2) {
      for (int size : Statistics.BLOCK_SIZES) {
        add(census, blocks(size), BLOCKED, blocked);
      }
      blocked.stream().min(Comparator.comparingDouble(Choice::bytes)).ifPresent(choices::add);
    }
    choices.sort(
        Comparator.comparingDouble(Choice::bytes).thenComparing(c -> c.format().toString()));
    Choice recommended = recommend(statistics, choices);
    return new FormatAdvice(statistics, choices, recommended, reason(statistics, recommended));
  }

  private static Format blocks(int size) {
    return Formats.parse("bcsr(" + size + "," + size + ")", 2);
  }

  private static void add(Census census, Format format, double weight, List<Choice> choices) {
    Footprint footprint = Footprint.of(census, TensorType.of(census.entries().type(), format));
    choices.add(
        new Choice(
            format, footprint.bytes(), footprint.fitsArrays() ? weight : Double.POSITIVE_INFINITY));
  }

  private static Choice recommend(Statistics statistics, List<Choice> choices) {
    int order = statistics.modes().size();
    if (statistics.nonzeros() == 0) {
      return choices.stream()
          .filter(c -> c.format().equals(Formats.csf(order)))
          .findFirst()
          .orElseThrow();
    }
    return choices.stream().min(Comparator.comparingDouble(Choice::cost)).orElseThrow();
  }

  private static String reason(Statistics statistics, Choice choice) {
    int order = statistics.modes().size();
    String format = choice.format().toString();
    if (order == 0) {
      return "a scalar is one value";
    }
    if (statistics.nonzeros() == 0) {
      return "it has no nonzeros";
    }
    if (choice.format().equals(Formats.dense(order))) {
      return percent(statistics.density()) + " of it is nonzero, so coordinates would not pay";
    }
    if (order == 1) {
      return "only " + percent(statistics.density()) + " of it is nonzero";
    }
    if (order > 2) {
      return "only "
          + percent(statistics.density())
          + " of it is nonzero, and "
          + (format.equals("csf")
              ? "its entries share coordinates"
              : "its entries share few coordinates");
    }
    return matrixReason(statistics, choice, format);
  }

  private static String matrixReason(Statistics statistics, Choice choice, String format) {
    Statistics.Matrix matrix = statistics.matrix().orElseThrow();
    for (Statistics.Blocks b : matrix.blocks()) {
      if (choice.format().equals(blocks(b.size()))) {
        return "its nonzeros fill "
            + percent(b.fill())
            + " of the blocks of "
            + b.size()
            + " x "
            + b.size()
            + " that they lie in";
      }
    }
    Statistics.Mode rows = statistics.modes().get(0);
    Statistics.Mode columns = statistics.modes().get(1);
    return switch (format) {
      case "dia" ->
          "its nonzeros fill "
              + percent(matrix.diagonalFill())
              + " of the "
              + (matrix.diagonals() == 1
                  ? "diagonal that they lie on"
                  : grouped(matrix.diagonals()) + " diagonals that they lie on");
      case "sd" -> used(rows, "rows") + full(statistics, rows, columns);
      case "sd:1,0" -> used(columns, "columns") + full(statistics, columns, rows);
      case "dcsr" -> used(rows, "rows");
      case "dcsc" -> used(columns, "columns");
      default ->
          "only "
              + percent(statistics.density())
              + " of it is nonzero, and no diagonals, blocks or empty rows are worth using";
    };
  }

  private static String full(Statistics all, Statistics.Mode mode, Statistics.Mode other) {
    return ", which are "
        + percent(all.nonzeros() / ((double) mode.used() * other.size()))
        + " full";
  }

  private static String used(Statistics.Mode mode, String what) {
    return "only "
        + grouped(mode.used())
        + " of its "
        + grouped(mode.size())
        + " "
        + what
        + " have nonzeros";
  }

  /** What to do instead of storing the tensor in a format that is too large. */
  public String remedy() {
    return recommended.remedy();
  }

  /** The recommended format and the reason. */
  @Override
  public String toString() {
    return recommended.format() + ", because " + reason;
  }
}
