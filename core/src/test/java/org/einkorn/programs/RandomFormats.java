package org.einkorn.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.format.Coordinate;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.Levels;

/**
 * Formats of every kind: all whose levels are dense, compressed or a coordinate list, in any order;
 * the same with hashed and bitmap levels and one from outside, or without order or with duplicates;
 * and maps from dimensions to levels, by name and at random.
 */
final class RandomFormats {
  private static final int LARGEST_BLOCK = 500;
  private static final int LARGEST_ORDER = 5;
  private static final List<List<Format>> NATURAL =
      IntStream.rangeClosed(0, LARGEST_ORDER).mapToObj(RandomFormats::enumerate).toList();

  private RandomFormats() {}

  /** The formats that store the dimensions in their order. */
  static List<Format> natural(int order) {
    return NATURAL.get(order);
  }

  /** Every order of some dimensions. */
  static List<List<Integer>> permutations(int order) {
    List<List<Integer>> result = new ArrayList<>(List.of(List.of()));
    for (int d = 0; d < order; d++) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> shorter : result) {
        for (int at = 0; at <= shorter.size(); at++) {
          List<Integer> next = new ArrayList<>(shorter);
          next.add(at, d);
          longer.add(next);
        }
      }
      result = longer;
    }
    return result;
  }

  /** Formats whose levels are those of the given letters, in every order of the dimensions. */
  static List<Format> all(int order, String letters) {
    List<Format> result = new ArrayList<>();
    for (List<Integer> dimensions : permutations(order)) {
      for (Format format : natural(order)) {
        if (format.levels().stream().allMatch(l -> letters.indexOf(l.letter()) >= 0)) {
          result.add(format.storing(dimensions));
        }
      }
    }
    return result;
  }

  /** Any format: most are plain, because those have most laws to keep. */
  static Format random(RandomGenerator random, int order) {
    int kind = random.nextInt(100);
    if (order == 0 || kind < 50) {
      return plain(random, order);
    }
    if (kind < 62) {
      return withPadding(random, order);
    }
    return kind < 72
        ? asItComes(random, order)
        : kind < 81 ? named(random, order) : map(random, order);
  }

  /** A plain format in which some levels have no order, or the last one has duplicates. */
  static Format asItComes(RandomGenerator random, int order) {
    while (true) {
      Format format = plain(random, order);
      StringBuilder letters = new StringBuilder();
      for (LevelFormat level : format.levels()) {
        char letter = level.letter();
        boolean last = letters.length() == order - 1;
        if (last && random.nextBoolean()) {
          letter = letter == 's' ? 'c' : letter == 'q' ? 'e' : letter;
        }
        boolean ordered = letter == 'd' || random.nextInt(3) == 0;
        letters.append(ordered ? letter : Character.toUpperCase(letter));
      }
      Format changed = Formats.parse(letters.toString(), order).storing(format.dimensions());
      if (!changed.followsLoops()) {
        return changed;
      }
    }
  }

  /** A plain format in which some levels are hashed, bitmaps or from outside. */
  static Format withPadding(RandomGenerator random, int order) {
    while (true) {
      Format format = plain(random, order);
      List<LevelFormat> levels = new ArrayList<>(format.levels());
      levels.set(random.nextInt(order), level("hhhbbbr", random));
      for (int l = 0; l < order; l++) {
        if (random.nextInt(4) == 0) {
          levels.set(l, level("hhhbbbr", random));
        }
      }
      try {
        return Format.plain(levels, format.dimensions());
      } catch (EinkornException e) {
        // Not every sequence of levels is a format.
      }
    }
  }

  /** One of the formats that users name, with any block sizes. */
  static Format named(RandomGenerator random, int order) {
    List<String> texts =
        switch (order) {
          case 1 ->
              List.of(
                  "hash", "bitmap", "coo-unsorted", "coo-duplicates", "(i) -> (s(i/B), d(i%B))");
          case 2 ->
              List.of(
                  "dia",
                  "dia",
                  "ell",
                  "ell",
                  "bcsr(B,B)",
                  "bcsr(B,B)",
                  "csb(B)",
                  "csb(B,B)",
                  "hash",
                  "bitmap",
                  "coo-unsorted",
                  "coo-duplicates",
                  "sd",
                  "sd:1,0",
                  "(i,j) -> (d(i/4), s(j/4), d((i%4)/2), d(j%4), d(i%2))",
                  "(i,j) -> (d(j), w(slot), p(i))");
          case 3 ->
              List.of(
                  "hash",
                  "bitmap",
                  "coo-unsorted",
                  "coo-duplicates",
                  "cqd",
                  "cqd:2,0,1",
                  "(i,j,k) -> (d(i/B), s(j/B), s(k/B), d(i%B), d(j%B), d(k%B))",
                  "(i,j,k) -> (s(i), d(j/B), s(k/B), d(j%B), d(k%B))",
                  "(i,j,k) -> (w(slot), d(i), d(j), p(k))",
                  "(i,j,k) -> (s(k), s(j-i), d(i))");
          default -> List.of(order == 0 ? "" : "hash");
        };
    String text = texts.get(random.nextInt(texts.size()));
    while (text.contains("B")) {
      // The same dimension must be split by the same number everywhere.
      String size = String.valueOf(1 + random.nextInt(5));
      text = text.contains("->") ? text.replace("B", size) : text.replaceFirst("B", size);
    }
    return Formats.parse(text, order);
  }

  /** Dimensions split into blocks once or twice, or taken along diagonals, and any levels. */
  static Format map(RandomGenerator random, int order) {
    while (true) {
      List<Coordinate> coordinates = coordinates(random, order);
      String letters = random.nextInt(3) == 0 ? "ddsscqhbrSCQE" : "ds";
      List<LevelFormat> levels = new ArrayList<>();
      for (int l = 0; l < coordinates.size(); l++) {
        levels.add(level(letters, random));
      }
      try {
        return new Format(levels, coordinates);
      } catch (EinkornException e) {
        // Not every sequence of levels is a format.
      }
    }
  }

  private static LevelFormat level(String letters, RandomGenerator random) {
    char letter = letters.charAt(random.nextInt(letters.length()));
    return Levels.all().stream().filter(l -> l.letter() == letter).findFirst().orElseThrow();
  }

  private static List<Coordinate> coordinates(RandomGenerator random, int order) {
    List<Coordinate> coordinates = new ArrayList<>();
    int along = order > 1 && random.nextInt(5) == 0 ? random.nextInt(order) : -1;
    int volume = 1;
    for (int d = 0; d < order; d++) {
      Coordinate dimension = new Coordinate.Dimension(d);
      int n = 1 + random.nextInt(4);
      int m = 1 + random.nextInt(3);
      // Blocks of all dimensions together stay small: dense ones are read entry by entry.
      boolean split = volume * n * m <= LARGEST_BLOCK;
      volume *= split ? n * m : 1;
      if (d == along) {
        int other = (d + 1 + random.nextInt(order - 1)) % order;
        coordinates.add(new Coordinate.Difference(d, other));
        continue;
      }
      switch (split ? random.nextInt(5) : 0) {
        case 0, 1 -> coordinates.add(dimension);
        case 2, 3 -> {
          coordinates.add(new Coordinate.Quotient(dimension, n));
          coordinates.add(new Coordinate.Remainder(dimension, n));
        }
        default -> {
          coordinates.add(new Coordinate.Quotient(dimension, n * m));
          coordinates.add(new Coordinate.Quotient(new Coordinate.Remainder(dimension, n * m), n));
          coordinates.add(new Coordinate.Remainder(dimension, n));
        }
      }
    }
    for (int l = coordinates.size(); l > 1; l--) {
      Collections.swap(coordinates, l - 1, random.nextInt(l));
    }
    return coordinates;
  }

  /** One of the dense, compressed and coordinate formats, in any order of the dimensions. */
  static Format plain(RandomGenerator random, int order) {
    List<Format> formats = natural(order);
    Format format = formats.get(random.nextInt(formats.size()));
    if (random.nextInt(2) == 0) {
      return format;
    }
    List<Integer> dimensions = new ArrayList<>(format.dimensions());
    for (int d = dimensions.size(); d > 1; d--) {
      Collections.swap(dimensions, d - 1, random.nextInt(d));
    }
    return format.storing(dimensions);
  }

  private static List<Format> enumerate(int order) {
    List<Format> formats = new ArrayList<>();
    int count = 1 << 2 * order;
    for (int number = 0; number < count; number++) {
      StringBuilder letters = new StringBuilder();
      for (int l = 0; l < order; l++) {
        letters.append("dscq".charAt(number >> 2 * l & 3));
      }
      try {
        formats.add(Formats.parse(letters.toString(), order));
      } catch (EinkornException e) {
        // Not every sequence of levels is a format: a q needs a level with repeats above it.
      }
    }
    return List.copyOf(formats);
  }
}
