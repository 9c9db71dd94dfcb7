package org.einkorn.advice;

import static org.einkorn.advice.Quantities.grouped;
import static org.einkorn.advice.Quantities.percent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.storage.CoordinateList;

/**
 * Which format suits a tensor, found from where its nonzeros lie. A product with a vector reads the
 * whole tensor once, so what is stored decides, and how fast the loops over a format run.
 *
 * @param statistics how the nonzeros are spread
 * @param choices what the tensor would take in the usual formats, the smallest first
 * @param recommended one of the choices
 * @param reason why, to follow a "because"
 */
public record FormatAdvice(
    Statistics statistics, List<Choice> choices, Choice recommended, String reason) {
  public FormatAdvice {
    choices = List.copyOf(choices);
  }

  /**
   * A format that the tensor could have.
   *
   * @param bytes that it would take
   * @param time that a product with it takes, compared with others
   */
  public record Choice(Format format, double bytes, double time) {
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
    int order = census.entries().order();
    List<Choice> choices = new ArrayList<>();
    for (String name : ProductTime.formats(order)) {
      choices.add(choice(census, name));
    }
    if (order == 2) {
      Statistics.BLOCK_SIZES.stream()
          .map(size -> blocked(census, size))
          .min(Comparator.comparingDouble(Choice::time))
          .ifPresent(choices::add);
    }
    choices.sort(
        Comparator.comparingDouble(Choice::bytes).thenComparing(c -> c.format().toString()));
    Choice recommended = recommend(statistics, choices);
    return new FormatAdvice(statistics, choices, recommended, reason(statistics, recommended));
  }

  private static Format blocks(int size) {
    return Formats.parse("bcsr(" + size + "," + size + ")", 2);
  }

  private static Choice choice(Census census, String name) {
    CoordinateList entries = census.entries();
    Format format = Formats.parse(name, entries.order());
    Footprint footprint = footprint(census, format);
    double time =
        entries.order() == 1
            ? ProductTime.ofVector(name, entries.count(), entries.dimensions()[0], footprint)
            : ProductTime.of(name, entries.order(), footprint);
    return choice(format, footprint, time);
  }

  private static Choice blocked(Census census, int size) {
    Footprint footprint = footprint(census, blocks(size));
    return choice(blocks(size), footprint, ProductTime.ofBlocks(size, footprint));
  }

  private static Footprint footprint(Census census, Format format) {
    return Footprint.of(census, TensorType.of(census.entries().type(), format));
  }

  private static Choice choice(Format format, Footprint footprint, double time) {
    return new Choice(
        format, footprint.bytes(), footprint.fitsArrays() ? time : Double.POSITIVE_INFINITY);
  }

  private static Choice recommend(Statistics statistics, List<Choice> choices) {
    int order = statistics.modes().size();
    if (statistics.nonzeros() == 0) {
      return choices.stream()
          .filter(c -> c.format().equals(Formats.csf(order)))
          .findFirst()
          .orElseThrow();
    }
    return choices.stream().min(Comparator.comparingDouble(Choice::time)).orElseThrow();
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
      return "only "
          + percent(statistics.density())
          + " of it is nonzero"
          + (format.equals("b") ? ", and a bit for each place says so at once" : "");
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
      case "coo" -> "a row with nonzeros has only " + average(statistics, rows);
      case "ell" -> "its rows have about as many nonzeros each, " + average(statistics, rows);
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

  private static String average(Statistics all, Statistics.Mode mode) {
    return String.format(Locale.ROOT, "%.1f on average", all.nonzeros() / (double) mode.used());
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
