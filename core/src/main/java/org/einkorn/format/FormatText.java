package org.einkorn.format;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;

/**
 * The long form of a format: {@code (i,j) -> (dense(i/4), compressed(j/4), dense(i%4),
 * dense(j%4))}.
 */
final class FormatText {
  private final String text;
  private int at;
  private List<String> names = List.of();

  private FormatText(String text) {
    this.text = text;
  }

  static String dimensionName(int d, int order) {
    return order <= 4 ? String.valueOf((char) ('i' + d)) : "d" + d;
  }

  static boolean looksLikeMap(String text) {
    return text.strip().startsWith("(") && text.contains("->");
  }

  static String print(Format format) {
    int order = format.order();
    String dimensions =
        IntStream.range(0, order)
            .mapToObj(d -> dimensionName(d, order))
            .collect(Collectors.joining(","));
    List<String> levels = new ArrayList<>();
    for (int l = 0; l < format.depth(); l++) {
      String coordinate = format.coordinates().get(l).text(d -> dimensionName(d, order));
      levels.add(format.level(l).name() + "(" + coordinate + ")");
    }
    return "(" + dimensions + ") -> (" + String.join(", ", levels) + ")";
  }

  static Format parse(String text) {
    FormatText parser = new FormatText(text);
    Format format = parser.format();
    parser.skip();
    if (parser.at < text.length()) {
      throw parser.error("the end");
    }
    return format;
  }

  private Format format() {
    expect("(");
    List<String> dimensions = new ArrayList<>();
    do {
      skip();
      int start = at;
      String name = word();
      if (dimensions.contains(name)) {
        throw new EinkornException(
            "In format '"
                + text
                + "', column "
                + (start + 1)
                + ": the dimension "
                + name
                + " is named twice.");
      }
      dimensions.add(name);
    } while (accept(","));
    expect(")");
    expect("->");
    expect("(");
    names = dimensions;
    List<LevelFormat> levels = new ArrayList<>();
    List<Coordinate> coordinates = new ArrayList<>();
    do {
      levels.add(level());
      expect("(");
      coordinates.add(coordinate());
      expect(")");
    } while (accept(","));
    expect(")");
    Format format = new Format(levels, coordinates);
    if (format.order() != dimensions.size()) {
      throw new EinkornException(
          "Format '"
              + text
              + "' names "
              + dimensions.size()
              + " dimensions but stores "
              + format.order()
              + " of them.");
    }
    return format;
  }

  private LevelFormat level() {
    int start = at;
    StringBuilder words = new StringBuilder(word());
    while (accept("-")) {
      words.append('-').append(word());
    }
    String name = words.toString();
    return Levels.all().stream()
        .filter(l -> l.name().equals(name) || String.valueOf(l.letter()).equals(name))
        .findFirst()
        .orElseThrow(
            () -> {
              at = start;
              return error(
                  "a level format, one of "
                      + Levels.all().stream()
                          .map(LevelFormat::name)
                          .collect(Collectors.joining(", ")));
            });
  }

  private Coordinate coordinate() {
    Coordinate c = operand();
    while (true) {
      if (accept("/")) {
        c = new Coordinate.Quotient(c, number());
      } else if (accept("%")) {
        c = new Coordinate.Remainder(c, number());
      } else if (accept("-")) {
        Coordinate right = operand();
        if (!(c instanceof Coordinate.Dimension a) || !(right instanceof Coordinate.Dimension b)) {
          throw error("a difference of two dimensions");
        }
        c = new Coordinate.Difference(a.number(), b.number());
      } else {
        return c;
      }
    }
  }

  private Coordinate operand() {
    if (accept("(")) {
      Coordinate inner = coordinate();
      expect(")");
      return inner;
    }
    int start = at;
    String name = word();
    if (name.equals("slot")) {
      return new Coordinate.Slot();
    }
    int d = names.indexOf(name);
    if (d < 0) {
      at = start;
      throw error("one of the dimensions " + String.join(", ", names));
    }
    return new Coordinate.Dimension(d);
  }

  private int number() {
    skip();
    int start = at;
    String digits = word();
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      at = start;
      throw error("a number");
    }
  }

  private void skip() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean accept(String token) {
    skip();
    if (text.startsWith(token, at)) {
      at += token.length();
      return true;
    }
    return false;
  }

  private void expect(String token) {
    if (!accept(token)) {
      throw error("'" + token + "'");
    }
  }

  private String word() {
    skip();
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    if (start == at) {
      throw error("a name or a number");
    }
    return text.substring(start, at);
  }

  private EinkornException error(String expected) {
    skip();
    String found =
        at < text.length()
            ? "'" + text.substring(at, Math.min(text.length(), at + 12)) + "'"
            : "the end";
    return new EinkornException(
        "In format '"
            + text
            + "', column "
            + (at + 1)
            + ": expected "
            + expected
            + ", found "
            + found
            + ".");
  }
}
