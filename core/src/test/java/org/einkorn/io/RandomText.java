package org.einkorn.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Draws files as people and programs write them: with comments, odd blanks and all kinds of
 * numbers.
 */
final class RandomText {
  private static final int MOST_LINES = 60;

  private final Random random;
  private final int entries;

  RandomText(Random random) {
    this.random = random;
    this.entries = random.nextInt(MOST_LINES);
  }

  List<String> matrixMarket() {
    String field = pick("real", "integer", "pattern");
    boolean array = !field.equals("pattern") && random.nextInt(3) == 0;
    String symmetry =
        field.equals("pattern")
            ? pick("general", "symmetric")
            : pick("general", "symmetric", "skew-symmetric");
    List<String> lines = new ArrayList<>();
    lines.add(
        "%%%%MatrixMarket matrix %s %s %s"
            .formatted(array ? "array" : "coordinate", field, symmetry));
    return array ? array(lines, field, symmetry) : coordinates(lines, field, symmetry);
  }

  private List<String> array(List<String> lines, String field, String symmetry) {
    boolean general = symmetry.equals("general");
    int rows = general ? 1 + random.nextInt(40) : (int) Math.sqrt(2.0 * entries);
    int columns = general ? entries / rows : rows;
    int count =
        switch (symmetry) {
          case "general" -> rows * columns;
          case "symmetric" -> rows * (rows + 1) / 2;
          default -> rows * (rows - 1) / 2;
        };
    lines.add(words(rows, columns));
    for (int k = 0; k < count; k++) {
      addComment(lines, "%");
      lines.add(words(value(field)));
    }
    return lines;
  }

  private List<String> coordinates(List<String> lines, String field, String symmetry) {
    int rows = 1 + random.nextInt(20_000);
    int columns = symmetry.equals("general") ? 1 + random.nextInt(20_000) : rows;
    lines.add(words(rows, columns, entries));
    for (int k = 0; k < entries; k++) {
      addComment(lines, "%");
      int row = 1 + random.nextInt(rows);
      int column = 1 + random.nextInt(symmetry.equals("general") ? columns : row);
      Object value = symmetry.startsWith("skew") && row == column ? 0 : value(field);
      lines.add(field.equals("pattern") ? words(row, column) : words(row, column, value));
    }
    return lines;
  }

  List<String> tns() {
    int order = random.nextInt(4);
    List<String> lines = new ArrayList<>();
    addComment(lines, "#");
    boolean sized = random.nextBoolean();
    if (sized) {
      lines.add("# dims " + words((Object[]) numbers(order, 30_000)));
    }
    int count = sized || entries > 0 ? entries : 1;
    for (int k = 0; k < count; k++) {
      addComment(lines, "#");
      if (random.nextInt(50) == 0) {
        lines.add("# fill " + value("real"));
      }
      List<Object> words = new ArrayList<>();
      for (int d = 0; d < order; d++) {
        words.add(1 + random.nextInt(30_000));
      }
      words.add(value("real"));
      lines.add(words(words.toArray()));
    }
    return lines;
  }

  private static Object[] numbers(int count, int number) {
    Object[] numbers = new Object[count];
    java.util.Arrays.fill(numbers, number);
    return numbers;
  }

  private void addComment(List<String> lines, String mark) {
    if (random.nextInt(12) == 0) {
      lines.add(random.nextBoolean() ? mark + " a comment, 1 2 3" : " ".repeat(random.nextInt(3)));
    }
  }

  private Object value(String field) {
    if (!field.equals("real")) {
      return random.nextLong() >> random.nextInt(64);
    }
    double number = random.nextGaussian();
    return switch (random.nextInt(9)) {
      case 0 -> random.nextInt(100);
      case 1 -> "%.3e".formatted(number);
      case 2 -> "%.20f".formatted(number);
      case 3 -> Float.intBitsToFloat(random.nextInt());
      case 4 -> "+" + Math.abs(number);
      case 5 -> (number + "d" + random.nextInt(20)).replaceAll("E.*d", "D");
      case 6 -> random.nextInt(20) == 0 ? pick("inf", "-INF", "nan") : "." + random.nextInt(1000);
      default -> number;
    };
  }

  private String words(Object... words) {
    StringBuilder line = new StringBuilder();
    for (Object word : words) {
      if (!line.isEmpty() || random.nextInt(8) == 0) {
        line.append(random.nextInt(8) == 0 ? pick("  ", "\t", " \t") : " ");
      }
      line.append(word);
    }
    return line + (random.nextInt(10) == 0 ? " " : "");
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
