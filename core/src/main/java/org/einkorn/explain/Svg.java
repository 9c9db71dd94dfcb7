package org.einkorn.explain;

import java.util.Locale;

/** A drawing that grows as things are drawn into it, as SVG text. */
final class Svg {
  /** The width of a character, which all have in a monospaced font of that size. */
  static final double CHARACTER = 7.9;

  private static final double FONT = 13;
  private static final double SMALL = 11;
  private static final double MARGIN = 20;

  private final StringBuilder body = new StringBuilder();
  private double right;
  private double bottom;

  /** The width of a text. */
  static double width(String text) {
    return text.length() * CHARACTER;
  }

  void line(double x1, double y1, double x2, double y2, String style) {
    reach(Math.max(x1, x2), Math.max(y1, y2));
    body.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>%n",
            x1,
            y1,
            x2,
            y2,
            style));
  }

  void box(double x, double y, double width, double height, double round, String style) {
    reach(x + width, y + height);
    body.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\" %s/>%n",
            x,
            y,
            width,
            height,
            round,
            style));
  }

  void circle(double x, double y, double radius, String style) {
    reach(x + radius, y + radius);
    body.append(
        String.format(
            Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" %s/>%n", x, y, radius, style));
  }

  /** Text whose baseline begins at a point. */
  void text(double x, double y, String text, String style) {
    reach(x + width(text), y);
    body.append(
        String.format(
            Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>%n", x, y, style, escape(text)));
  }

  /** A remark below the middle of a point. */
  void small(double x, double y, String text, String style) {
    double scale = SMALL / FONT;
    text(x - width(text) * scale / 2, y, text, style + " font-size=\"" + (int) SMALL + "\"");
  }

  /** Text in the middle of a point. */
  void centred(double x, double y, String text, String style) {
    text(x - width(text) / 2, y + FONT / 3, text, style);
  }

  private void reach(double x, double y) {
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @Override
  public String toString() {
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\""
                + " font-family=\"monospace\" font-size=\"%.0f\">%n",
            right + MARGIN,
            bottom + MARGIN,
            FONT)
        + "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        + body
        + "</svg>\n";
  }
}
