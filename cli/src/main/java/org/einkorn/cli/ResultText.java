package org.einkorn.cli;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Collectors;
import org.einkorn.Tensor;
import org.einkorn.element.Constant;
import org.einkorn.storage.CoordinateList;

/**
 * Shows a tensor: a scalar as a bare number, a vector or matrix that fits on the screen as it would
 * be written on paper, anything else as the beginning of its list of entries.
 */
final class ResultText {
  private static final int LINES = 40;
  private static final int WIDTH = 100;

  /** What stands for an entry that is not stored. */
  private static final String ABSENT = ".";

  private ResultText() {}

  static void print(Tensor tensor, PrintStream out) {
    CoordinateList entries = tensor.entries();
    switch (tensor.order()) {
      case 0 -> out.println(Numbers.exact(value(entries, 0)));
      case 1 -> printVector(tensor, entries, out);
      case 2 -> printMatrix(tensor, entries, out);
      default -> listing(tensor, entries, LINES, out);
    }
  }

  /** All entries as a .tns file has them. */
  static void listing(Tensor tensor, PrintStream out) {
    listing(tensor, tensor.entries(), Integer.MAX_VALUE, out);
  }

  private static Constant value(CoordinateList entries, int k) {
    return entries.type().get(entries.values(), k);
  }

  private static void printVector(Tensor tensor, CoordinateList entries, PrintStream out) {
    if (tensor.dimension(0) > LINES * WIDTH / 2) {
      listing(tensor, entries, LINES, out);
      return;
    }
    String[] cells = absent(tensor.dimension(0));
    for (int k = 0; k < entries.count(); k++) {
      cells[entries.coordinates(0)[k]] = Numbers.brief(value(entries, k));
    }
    int width = Arrays.stream(cells).mapToInt(String::length).max().orElse(0);
    int perLine = Math.max(1, WIDTH / (width + 1));
    if (Math.ceilDiv(cells.length, perLine) > LINES / 4) {
      listing(tensor, entries, LINES, out);
      return;
    }
    for (int from = 0; from < cells.length; from += perLine) {
      int to = Math.min(cells.length, from + perLine);
      out.println(row(Arrays.copyOfRange(cells, from, to), cells.length > perLine ? width : 0));
    }
    explainAbsent(tensor, out);
  }

  private static void printMatrix(Tensor tensor, CoordinateList entries, PrintStream out) {
    int rows = tensor.dimension(0);
    int columns = tensor.dimension(1);
    if (rows > LINES || columns > WIDTH / 2) {
      listing(tensor, entries, LINES, out);
      return;
    }
    String[][] cells = new String[rows][];
    Arrays.setAll(cells, i -> absent(columns));
    for (int k = 0; k < entries.count(); k++) {
      cells[entries.coordinates(0)[k]][entries.coordinates(1)[k]] =
          Numbers.brief(value(entries, k));
    }
    int width =
        Arrays.stream(cells).flatMap(Arrays::stream).mapToInt(String::length).max().orElse(0);
    if (columns * (width + 1) > WIDTH) {
      listing(tensor, entries, LINES, out);
      return;
    }
    for (String[] row : cells) {
      out.println(row(row, width));
    }
    explainAbsent(tensor, out);
  }

  /** Whether something else than zero is where nothing is stored, and that is anywhere. */
  private static boolean isFilled(Tensor tensor) {
    return tensor.type().fill().asDouble() != 0 && !tensor.format().isLocated();
  }

  private static void explainAbsent(Tensor tensor, PrintStream out) {
    if (isFilled(tensor)) {
      out.println("# " + ABSENT + " is " + Numbers.exact(tensor.type().fill()));
    }
  }

  private static String[] absent(int length) {
    return Collections.nCopies(length, ABSENT).toArray(String[]::new);
  }

  private static String row(String[] cells, int width) {
    return Arrays.stream(cells)
        .map(cell -> " ".repeat(Math.max(0, width - cell.length())) + cell)
        .collect(Collectors.joining(" "));
  }

  /** The entries as a .tns file has them, but no more than so many. */
  private static void listing(Tensor tensor, CoordinateList entries, int limit, PrintStream out) {
    StringBuilder line = new StringBuilder("# dims");
    for (int size : entries.dimensions()) {
      line.append(' ').append(size);
    }
    out.println(line);
    if (isFilled(tensor)) {
      out.println("# fill " + Numbers.exact(tensor.type().fill()));
    }
    int shown = Math.min(limit, entries.count());
    for (int k = 0; k < shown; k++) {
      line.setLength(0);
      for (int d = 0; d < entries.order(); d++) {
        line.append(entries.coordinates(d)[k] + 1L).append(' ');
      }
      out.println(line.append(Numbers.exact(value(entries, k))));
    }
    if (shown < entries.count()) {
      // Not a comment: whoever reads this as a .tns file shall learn that it is not all.
      out.println(
          "… and " + Numbers.grouped(entries.count() - shown) + " more; write them with -o FILE.");
    }
  }
}
