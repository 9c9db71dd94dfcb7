package org.einkorn.cli;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.Tensor;
import org.einkorn.advice.FormatAdvice;
import org.einkorn.advice.Statistics;
import org.einkorn.element.Constant;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.CoordinateSorter;
import org.einkorn.storage.Storage;

/** Sizes, nonzeros and their spread over the modes of a tensor, in tables. */
final class Description {
  private final Tensor tensor;
  private final CoordinateList entries;

  private Description(Tensor tensor) {
    this.tensor = tensor;
    this.entries = tensor.entries();
  }

  static void print(Tensor tensor, boolean sizesKnown, PrintStream out) {
    Description description = new Description(tensor);
    description.overview(sizesKnown).print(out);
    if (tensor.order() > 0) {
      out.println();
      description.slices().print(out);
    }
    if (tensor.order() > 2) {
      out.println();
      description.fibres().print(out);
    }
    out.println();
    FormatAdvice advice = tensor.advice();
    if (advice.statistics().matrix().isPresent() && advice.statistics().nonzeros() > 0) {
      structure(advice.statistics().matrix().get()).print(out);
      out.println();
    }
    memory(advice).print(out);
    out.println();
    out.println("recommended: " + advice);
  }

  private TextTable overview(boolean sizesKnown) {
    String sizes =
        Arrays.stream(tensor.dimensions())
            .mapToObj(Numbers::grouped)
            .collect(Collectors.joining(" x "));
    TextTable table = TextTable.plain();
    table.row("order", String.valueOf(tensor.order()));
    if (tensor.order() > 0) {
      table.row(
          "size",
          sizes + (sizesKnown ? "" : "  (the largest coordinates; the file has no '# dims')"));
    }
    table.row("nonzeros", nonzeros());
    table.row("values", tensor.elementType() + range());
    if (tensor.fill() != 0) {
      table.row("elsewhere", String.valueOf(tensor.type().fill()));
    }
    return table;
  }

  private String nonzeros() {
    long zeros = 0;
    for (int k = 0; k < entries.count(); k++) {
      zeros += value(k).asDouble() == 0 ? 1 : 0;
    }
    BigDecimal places = BigDecimal.ONE;
    for (int size : tensor.dimensions()) {
      places = places.multiply(BigDecimal.valueOf(size));
    }
    long count = entries.count() - zeros;
    return Numbers.grouped(count)
        + (places.signum() == 0 ? "" : ", density " + Numbers.percent(count / places.doubleValue()))
        + (zeros == 0
            ? ""
            : ", and " + Numbers.grouped(zeros) + (zeros == 1 ? " stored zero" : " stored zeros"));
  }

  private Constant value(int k) {
    return entries.type().get(entries.values(), k);
  }

  private String range() {
    if (entries.count() == 0) {
      return "";
    }
    Constant least = value(0);
    Constant most = value(0);
    for (int k = 1; k < entries.count(); k++) {
      Constant value = value(k);
      least = value.asDouble() < least.asDouble() ? value : least;
      most = value.asDouble() > most.asDouble() ? value : most;
    }
    return least.sameValue(most)
        ? ", all " + Numbers.brief(least)
        : " from " + Numbers.brief(least) + " to " + Numbers.brief(most);
  }

  /** For every mode: how many coordinates have entries, and which has the most. */
  private TextTable slices() {
    TextTable table =
        new TextTable("mode", "size", "used", "fill", "empty", "longest", "at", "mean");
    for (int d = 0; d < tensor.order(); d++) {
      int[] sorted = Arrays.copyOf(entries.coordinates(d), entries.count());
      Arrays.sort(sorted);
      int[] keys = sorted;
      Runs runs = Runs.of(keys.length, k -> keys[k] != keys[k - 1]);
      int size = tensor.dimension(d);
      table.row(
          modeName(d),
          Numbers.grouped(size),
          Numbers.grouped(runs.count()),
          size == 0 ? "" : Numbers.percent((double) runs.count() / size),
          Numbers.grouped(size - runs.count()),
          Numbers.grouped(runs.longest()),
          runs.count() == 0 ? "" : Numbers.grouped(keys[runs.longestStart()] + 1L),
          runs.count() == 0 ? "" : Numbers.brief(entries.count() / (double) runs.count()));
    }
    return table;
  }

  private String modeName(int d) {
    return tensor.order() == 2 ? d == 0 ? "1 (rows)" : "2 (columns)" : String.valueOf(d + 1);
  }

  /** For every mode: the lines of entries that run along it. */
  private TextTable fibres() {
    TextTable table = new TextTable("fibres along", "used", "longest", "mean");
    for (int d = 0; d < tensor.order(); d++) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, tensor.order()).boxed().toList());
      order.add(order.remove(/* index */ d));
      int[][] outer = outerCoordinates(order);
      Runs runs =
          Runs.of(
              entries.count(),
              k -> Arrays.stream(outer).anyMatch(column -> column[k] != column[k - 1]));
      table.row(
          "mode " + (d + 1),
          Numbers.grouped(runs.count()),
          Numbers.grouped(runs.longest()),
          runs.count() == 0 ? "" : Numbers.brief(entries.count() / (double) runs.count()));
    }
    return table;
  }

  /** The coordinates of the entries sorted by the modes in this order, without the last mode. */
  private int[][] outerCoordinates(List<Integer> order) {
    Storage sorted = CoordinateSorter.sort(entries, order);
    return IntStream.range(0, order.size() - 1)
        .mapToObj(l -> (int[]) sorted.levels().get(l).getLast())
        .toArray(int[][]::new);
  }

  /** Where the nonzeros of a matrix lie. */
  private static TextTable structure(Statistics.Matrix matrix) {
    TextTable table = TextTable.plain();
    table.row(
        "diagonals",
        Numbers.grouped(matrix.diagonals())
            + " used, "
            + Numbers.percent(matrix.diagonalFill())
            + " full; the farthest is "
            + Numbers.grouped(matrix.bandwidth())
            + " from the main one");
    table.row(
        "blocks",
        matrix.blocks().stream()
            .map(b -> b.size() + " x " + b.size() + ": " + Numbers.percent(b.fill()) + " full")
            .collect(Collectors.joining(", ")));
    return table;
  }

  /** What the tensor takes in the usual formats. */
  private static TextTable memory(FormatAdvice advice) {
    TextTable table = new TextTable("format", "memory");
    for (FormatAdvice.Choice choice : advice.choices()) {
      table.row(choice.format().toString(), Numbers.bytes(choice.bytes()));
    }
    return table;
  }
}
