package org.einkorn.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;

/** Every format of a given order whose levels are dense, compressed or a coordinate list. */
final class RandomFormats {
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

  static Format random(RandomGenerator random, int order) {
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
