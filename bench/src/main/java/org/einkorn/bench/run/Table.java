package org.einkorn.bench.run;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The table that is printed while the benchmark runs, one line as each row is measured. */
final class Table {
  private static final int WIDTH = 9;

  private final PrintStream out;
  private final List<String> peers;
  private final List<Mark> marks;

  Table(PrintStream out, List<String> peers, List<Mark> marks) {
    this.out = out;
    this.peers = peers;
    this.marks = marks;
  }

  void header() {
    StringBuilder line = new StringBuilder();
    line.append(String.format("%-11s %-14s %11s %6s", "kernel", "data", "Einkorn µs", "±"));
    peers.forEach(peer -> line.append(String.format(" %" + width(peer) + "s", peer)));
    line.append("  limit  missed");
    out.println("Columns of peers: how many times as long as Einkorn they take.");
    out.println(line);
  }

  private static int width(String peer) {
    return Math.max(WIDTH, peer.length());
  }

  void row(Row row) {
    StringBuilder line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT,
            "%-11s %-14s %11.1f %5.0f%%",
            row.kernel(),
            shortened(row.data()),
            row.einkorn().median(),
            100 * row.einkorn().spread()));
    for (String peer : peers) {
      OptionalDouble ratio = row.ratio(peer);
      line.append(
          String.format(
              Locale.ROOT,
              " %" + width(peer) + "s",
              ratio.isPresent() ? String.format(Locale.ROOT, "%.2f", ratio.getAsDouble()) : "·"));
    }
    line.append(String.format(Locale.ROOT, " %5.0f%%  ", 100 * row.shareOfLimit()));
    Mark.missed(marks, row)
        .forEach(m -> line.append(String.format(Locale.ROOT, "%.4g %s; ", m.atLeast(), m.what())));
    out.println(line.toString().stripTrailing());
  }

  static String shortened(String data) {
    return data.replaceFirst(".*/", "").replaceFirst("\\.(mtx|tns)(\\.gz)?$", "");
  }

  void verdicts(Results results) {
    out.println();
    out.printf("%-15s %-30s %7s %7s %7s%n", "kernel", "mark", "asked", "mean", "lowest");
    for (Mark.Verdict v : results.verdicts()) {
      out.printf(
          Locale.ROOT,
          "%-15s %-30s %7.2f %7.2f %7.2f  %s%n",
          v.kernel(),
          v.what(),
          v.atLeast(),
          v.mean(),
          v.lowest(),
          v.met() ? "met" : "MISSED (lowest on " + shortened(v.lowestOn()) + ")");
    }
    for (Timing t : results.timings()) {
      out.printf(
          Locale.ROOT,
          "%-15s %-30s %7.1f %7.1f %7s  %s%n",
          t.name(),
          "milliseconds at most",
          t.atMost(),
          t.milliseconds().median(),
          "",
          t.met() ? "met" : "MISSED");
    }
  }
}
