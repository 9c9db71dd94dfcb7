package org.einkorn.bench.run;

import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** A picture of one row: a bar for each contender, as long as it is fast; Einkorn has length 1. */
final class Bars {
  private static final int NAME = 78;
  private static final int WIDTH = 210;
  private static final int NUMBERS = 86;
  private static final int STEP = 17;
  private static final int BAR = 11;

  /** A bar that would be longer is cut. */
  private static final double LONGEST = 3;

  private Bars() {}

  static String of(Row row) {
    double longest = 1;
    for (Samples times : row.times().values()) {
      longest = Math.max(longest, row.einkorn().median() / times.median());
    }
    longest = Math.min(longest, LONGEST);
    StringJoiner svg = new StringJoiner("\n");
    int height = STEP * row.times().size() + 6;
    svg.add(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s on %s\">"
            .formatted(NAME + WIDTH + NUMBERS, height, row.kernel(), escaped(row.data())));
    double unit = WIDTH / longest;
    line(svg, "one", NAME + unit, height);
    double limit = 1 / row.shareOfLimit();
    if (limit <= longest) {
      line(svg, "limit", NAME + limit * unit, height);
    }
    int y = 4;
    for (Map.Entry<String, Samples> contender : row.times().entrySet()) {
      double speed = row.einkorn().median() / contender.getValue().median();
      bar(svg, contender.getKey(), speed, Math.min(speed, longest) * unit, y, contender.getValue());
      y += STEP;
    }
    return svg.add("</svg>").toString();
  }

  private static void line(StringJoiner svg, String kind, double x, int height) {
    svg.add(
        String.format(
            Locale.ROOT,
            "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>",
            kind,
            x,
            x,
            height));
  }

  private static void bar(
      StringJoiner svg, String name, double speed, double length, int y, Samples times) {
    String kind = name.startsWith("Einkorn") ? "einkorn" : "peer";
    svg.add(
        String.format(
            Locale.ROOT,
            "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>"
                + "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\">"
                + "<title>%s: %s, middle half within %.0f %%, %d samples</title></rect>"
                + "<text class=\"number\" x=\"%d\" y=\"%d\">%.2f · %s</text>",
            NAME - 6,
            y + BAR - 2,
            escaped(name),
            kind,
            NAME,
            y,
            Math.max(1, length),
            BAR,
            escaped(name),
            duration(times.median()),
            100 * times.spread(),
            times.values().length,
            NAME + WIDTH + NUMBERS,
            y + BAR - 2,
            speed,
            duration(times.median())));
  }

  static String duration(double microseconds) {
    if (microseconds < 1e3) {
      return String.format(Locale.ROOT, "%.0f µs", microseconds);
    }
    return microseconds < 1e6
        ? String.format(Locale.ROOT, "%.1f ms", microseconds / 1e3)
        : String.format(Locale.ROOT, "%.2f s", microseconds / 1e6);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
