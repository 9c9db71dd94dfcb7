package org.einkorn.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Rows of text whose columns are lined up: the first to the left, the others to the right. */
final class TextTable {
  private static final String GAP = "  ";

  private final List<String[]> rows = new ArrayList<>();
  private final boolean rightAligned;

  /** A table of numbers under a header. */
  TextTable(String... header) {
    this(true);
    rows.add(header);
  }

  private TextTable(boolean rightAligned) {
    this.rightAligned = rightAligned;
  }

  /** A table without a header, all to the left. */
  static TextTable plain() {
    return new TextTable(false);
  }

  void row(String... cells) {
    rows.add(cells);
  }

  void print(PrintStream out) {
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < row.length; c++) {
        String padding = " ".repeat(width(c) - row[c].length());
        boolean right = rightAligned && c > 0;
        line.append(c == 0 ? "" : GAP).append(right ? padding : "").append(row[c]);
        line.append(right ? "" : padding);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private int width(int column) {
    return rows.stream()
        .filter(r -> r.length > column)
        .mapToInt(r -> r[column].length())
        .max()
        .orElse(0);
  }
}
