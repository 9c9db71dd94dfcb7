package org.einkorn.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.einkorn.element.ElementType;
import org.einkorn.programs.Program.Entry;
import org.einkorn.programs.Program.Operand;

/** Draws the format and the entries of operands: small integers, some coordinates several times. */
final class RandomOperands {
  private final Chances chances;
  private final RandomGenerator random;

  RandomOperands(Chances chances) {
    this.chances = chances;
    this.random = chances.random();
  }

  Operand operand(ElementType type, List<Integer> dimensions) {
    return operand(type, dimensions, false);
  }

  /** One that can be divided by, without rounding. */
  Operand denominator(ElementType type, List<Integer> dimensions) {
    return operand(type, dimensions, true);
  }

  private Operand operand(ElementType type, List<Integer> dimensions, boolean denominator) {
    List<Entry> entries = new ArrayList<>();
    double density = denominator ? 1 : density();
    Program.forEachCoordinate(
        dimensions.stream().mapToInt(Integer::intValue).toArray(),
        coordinate -> {
          List<Integer> copy = new ArrayList<>();
          for (int c : coordinate) {
            copy.add(c);
          }
          if (random.nextDouble() < density) {
            entries.add(new Entry(copy, denominator ? powerOfTwo(type) : value(type)));
          }
        });
    if (!denominator && chances.chance(20)) {
      for (int k = entries.size() / 3; k > 0; k--) {
        Entry again = entries.get(random.nextInt(entries.size()));
        entries.add(new Entry(again.coordinate(), value(type)));
      }
    }
    for (int k = entries.size(); k > 1; k--) {
      Collections.swap(entries, k - 1, random.nextInt(k));
    }
    return new Operand(
        type, RandomFormats.random(random, dimensions.size()), dimensions, List.copyOf(entries));
  }

  private double density() {
    return switch (chances.choose(6, 10, 84)) {
      case 0 -> 0;
      case 1 -> 1;
      default -> 0.15 + 0.7 * random.nextDouble();
    };
  }

  private long value(ElementType type) {
    if (type == ElementType.BOOL) {
      return chances.chance(90) ? 1 : 0;
    }
    return chances.chance(4)
        ? 0
        : chances.chance(60) ? 1 + random.nextInt(3) : -1 - random.nextInt(3);
  }

  private long powerOfTwo(ElementType type) {
    return type == ElementType.BOOL ? 1 : (1L << random.nextInt(3)) * (chances.chance(70) ? 1 : -1);
  }
}
