package org.einkorn.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.einkorn.EinkornException;

/** Formats by name and by letters. A name stands for a format at every order it makes sense for. */
public final class Formats {
  private static final Map<String, IntFunction<Optional<Format>>> NAMED = new LinkedHashMap<>();

  static {
    NAMED.put("dense", order -> Optional.of(uniform(Levels.DENSE, order)));
    NAMED.put("csr", order -> onlyMatrix(order, Levels.DENSE, false));
    NAMED.put("csc", order -> onlyMatrix(order, Levels.DENSE, true));
    NAMED.put("dcsr", order -> onlyMatrix(order, Levels.COMPRESSED, false));
    NAMED.put("dcsc", order -> onlyMatrix(order, Levels.COMPRESSED, true));
    NAMED.put("coo", order -> Optional.of(coordinate(order)));
    NAMED.put("coo-unsorted", order -> list(order, true));
    NAMED.put("coo-duplicates", order -> list(order, false));
    NAMED.put("csf", order -> Optional.of(uniform(Levels.COMPRESSED, order)));
    NAMED.put("dia", order -> map(order, 2, "(i,j) -> (compressed(j-i), dense(i))"));
    NAMED.put("ell", order -> map(order, 2, "(i,j) -> (slot(slot), dense(i), padded(j))"));
    NAMED.put("hash", order -> innermost(order, Levels.HASHED));
    NAMED.put("bitmap", order -> innermost(order, Levels.BITMAP));
  }

  /** Formats with block sizes, {@code bcsr(4,4)} and {@code csb(64)}. */
  private static final Pattern BLOCKED =
      Pattern.compile(
          "(bcsr|csb)\\s*\\(\\s*(\\d+)\\s*(?:,\\s*(\\d+)\\s*)?\\)", Pattern.CASE_INSENSITIVE);

  private Formats() {}

  private static Optional<Format> map(int order, int needed, String text) {
    return order == needed ? Optional.of(FormatText.parse(text)) : Optional.empty();
  }

  /** Dense levels around one of another kind. */
  private static Optional<Format> innermost(int order, LevelFormat level) {
    if (order == 0) {
      return Optional.empty();
    }
    List<LevelFormat> levels = new ArrayList<>(Collections.nCopies(order - 1, Levels.DENSE));
    levels.add(level);
    return Optional.of(Format.plain(levels, natural(order)));
  }

  private static Optional<Format> blocked(String text, int order) {
    Matcher m = BLOCKED.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    if (order != 2) {
      throw new EinkornException(
          "Format '" + text + "' is for matrices, not for a tensor of order " + order + ".");
    }
    String rows = m.group(2);
    String columns = m.group(3) == null ? rows : m.group(3);
    String levels =
        m.group(1).equalsIgnoreCase("bcsr")
            ? "(dense(i/%1$s), compressed(j/%2$s), dense(i%%%1$s), dense(j%%%2$s))"
            : "(dense(i/%1$s), dense(j/%2$s), c(i%%%1$s), singleton(j%%%2$s))";
    return Optional.of(FormatText.parse("(i,j) -> " + String.format(levels, rows, columns)));
  }

  public static Format dense(int order) {
    return uniform(Levels.DENSE, order);
  }

  /** A compressed level for every dimension. */
  public static Format csf(int order) {
    return uniform(Levels.COMPRESSED, order);
  }

  public static Format csr() {
    return onlyMatrix(2, Levels.DENSE, false).orElseThrow();
  }

  public static Format csc() {
    return onlyMatrix(2, Levels.DENSE, true).orElseThrow();
  }

  /** A coordinate list: ordered, every coordinate of every nonzero written down. */
  public static Format coordinate(int order) {
    return coordinate(order, true, true);
  }

  /**
   * A coordinate list with or without order; if it is not unique, the value at a coordinate is the
   * sum of all entries there.
   */
  public static Format coordinate(int order, boolean ordered, boolean unique) {
    List<LevelFormat> levels = new ArrayList<>();
    for (int l = 0; l < order; l++) {
      boolean last = l == order - 1;
      levels.add(
          l == 0
              ? Levels.compressed(ordered, last && unique)
              : Levels.singleton(ordered, !last || unique));
    }
    return Format.plain(levels, natural(order));
  }

  private static Optional<Format> list(int order, boolean unique) {
    return order == 0 ? Optional.empty() : Optional.of(coordinate(order, false, unique));
  }

  /** Whether it is a coordinate list, whatever its order and whether or not it has duplicates. */
  public static boolean isList(Format format) {
    return format.isPlain() && Levels.areList(format.levels());
  }

  public static Format uniform(LevelFormat level, int order) {
    return Format.plain(Collections.nCopies(order, level), natural(order));
  }

  private static Optional<Format> onlyMatrix(int order, LevelFormat outer, boolean byColumn) {
    return order == 2
        ? Optional.of(
            Format.plain(
                List.of(outer, Levels.COMPRESSED), byColumn ? List.of(1, 0) : List.of(0, 1)))
        : Optional.empty();
  }

  private static List<Integer> natural(int order) {
    return IntStream.range(0, order).boxed().toList();
  }

  /** Whether the text has the form of a format, for a tensor of some order. */
  public static boolean looksLikeFormat(String text) {
    if (FormatText.looksLikeMap(text) || BLOCKED.matcher(text).matches()) {
      return true;
    }
    String levels = text.contains(":") ? text.substring(0, text.indexOf(':')) : text;
    boolean known =
        NAMED.containsKey(levels.toLowerCase(Locale.ROOT))
            || !levels.isEmpty() && levels.chars().allMatch(c -> byLetter((char) c).isPresent());
    return known
        && (!text.contains(":") || text.substring(text.indexOf(':') + 1).matches("\\d+(,\\d+)*"));
  }

  /**
   * The format of a tensor of the given order that the text names: {@code csr}, {@code ds}, {@code
   * ds:1,0}.
   */
  public static Format parse(String text, int order) {
    return unchecked(text, order).checked();
  }

  private static Format unchecked(String text, int order) {
    if (FormatText.looksLikeMap(text)) {
      Format format = FormatText.parse(text);
      if (format.order() != order) {
        throw new EinkornException(
            "Format '"
                + text
                + "' is for tensors of order "
                + format.order()
                + ", not "
                + order
                + ".");
      }
      return format;
    }
    Optional<Format> blocked = blocked(text, order);
    if (blocked.isPresent()) {
      return blocked.get();
    }
    int colon = text.indexOf(':');
    String levels = colon < 0 ? text : text.substring(0, colon);
    Format format =
        NAMED.containsKey(levels.toLowerCase(Locale.ROOT))
            ? NAMED
                .get(levels.toLowerCase(Locale.ROOT))
                .apply(order)
                .orElseThrow(
                    () ->
                        new EinkornException(
                            "Format '"
                                + levels
                                + "' is for matrices, not for a tensor of order "
                                + order
                                + "."))
            : byLetters(text, levels, order);
    if (colon >= 0 && !format.isPlain()) {
      throw new EinkornException(
          "Format '"
              + levels
              + "' says by itself what its levels store, so '"
              + text.substring(colon)
              + "' cannot follow it.");
    }
    return colon < 0 ? format : format.storing(dimensions(text, text.substring(colon + 1), order));
  }

  private static Format byLetters(String text, String letters, int order) {
    List<LevelFormat> levels = new ArrayList<>();
    for (char c : letters.toCharArray()) {
      levels.add(
          byLetter(c)
              .orElseThrow(
                  () ->
                      new EinkornException(
                          "No format is called '"
                              + text
                              + "': use one of "
                              + String.join(", ", NAMED.keySet())
                              + ", or one letter a level: "
                              + lettersHelp()
                              + ".")));
    }
    if (levels.size() != order) {
      throw new EinkornException(
          "Format '"
              + text
              + "' has "
              + levels.size()
              + " levels but the tensor has order "
              + order
              + ".");
    }
    return Format.plain(levels, natural(order));
  }

  private static List<Integer> dimensions(String text, String list, int order) {
    List<Integer> dimensions = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      try {
        dimensions.add(Integer.parseInt(part.strip()));
      } catch (NumberFormatException e) {
        throw new EinkornException(
            "'"
                + part
                + "' in format '"
                + text
                + "' is not the number of a dimension; write for example ds:1,0.",
            e);
      }
    }
    if (dimensions.size() == order
        && !new HashSet<>(dimensions).equals(new HashSet<>(natural(order)))) {
      throw new EinkornException(
          "The dimensions "
              + dimensions
              + " of a format must be each of 0 to "
              + (order - 1)
              + " once.");
    }
    return dimensions;
  }

  private static Optional<LevelFormat> byLetter(char letter) {
    return Levels.all().stream().filter(l -> l.letter() == letter).findFirst();
  }

  private static String lettersHelp() {
    return String.join(
        ", ", Levels.all().stream().map(l -> l.letter() + " (" + l.name() + ")").toList());
  }

  static String nameOf(Format format) {
    for (Map.Entry<String, IntFunction<Optional<Format>>> named : NAMED.entrySet()) {
      if (format.order() > 0
          && named.getValue().apply(format.order()).filter(format::equals).isPresent()) {
        return format.order() == 1 && format.isPlain() ? format.letters() : named.getKey();
      }
    }
    if (!format.isPlain()) {
      return blockedName(format).orElseGet(() -> FormatText.print(format));
    }
    return format.order() == 0 ? "scalar" : format.letters();
  }

  private static Optional<String> blockedName(Format format) {
    if (format.order() != 2
        || format.depth() < 2
        || !(format.coordinates().get(0) instanceof Coordinate.Quotient rows)
        || !(format.coordinates().get(1) instanceof Coordinate.Quotient columns)) {
      return Optional.empty();
    }
    String sizes = rows.by() + "," + columns.by();
    String square = rows.by() == columns.by() ? String.valueOf(rows.by()) : sizes;
    return Stream.of("bcsr(" + sizes + ")", "csb(" + square + ")")
        .filter(name -> blocked(name, 2).filter(format::equals).isPresent())
        .findFirst();
  }
}
