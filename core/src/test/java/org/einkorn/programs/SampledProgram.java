package org.einkorn.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Parser;
import org.einkorn.programs.Program.Entry;
import org.einkorn.programs.Program.Operand;

/** A statement with formats that someone chose and entries drawn at random. */
final class SampledProgram {
  private SampledProgram() {}

  /** The target and one access of each tensor. */
  static Set<Access> tensors(String text) {
    Assignment statement = Parser.parse(text);
    Set<Access> result = new LinkedHashSet<>(List.of(statement.target()));
    Set<String> names = new HashSet<>();
    Expressions.accesses(statement.value()).stream()
        .filter(a -> names.add(a.tensor()))
        .forEach(result::add);
    return result;
  }

  static void check(
      String text, Map<String, Integer> sizes, Map<String, Format> formats, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    Assignment statement = Parser.parse(text);
    Program program =
        new Program(text, Map.of(), Map.of(), formats.get(statement.target().tensor()), Map.of());
    for (Access access : tensors(text)) {
      if (!access.equals(statement.target())) {
        program =
            program.tensor(
                access.tensor(), operand(access, sizes, formats.get(access.tensor()), random));
      }
    }
    try {
      program.check();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(e + "\n" + program, e);
    }
  }

  private static Operand operand(
      Access access, Map<String, Integer> sizes, Format format, RandomGenerator random) {
    List<Integer> dimensions = new ArrayList<>();
    for (IndexVariable index : access.indices()) {
      dimensions.add(sizes.get(index.name()));
    }
    List<Entry> entries = new ArrayList<>();
    Program.forEachCoordinate(
        dimensions.stream().mapToInt(Integer::intValue).toArray(),
        coordinate -> {
          List<Integer> copy = new ArrayList<>();
          for (int c : coordinate) {
            copy.add(c);
          }
          if (access.indices().isEmpty() || random.nextInt(5) < 2) {
            int value = 2 + random.nextInt(4);
            entries.add(new Entry(copy, value));
            if (random.nextInt(4) == 0) {
              entries.add(new Entry(copy, -1));
            }
          }
        });
    Collections.shuffle(entries, Random.from(random));
    return new Operand(ElementType.FLOAT64, format, dimensions, entries);
  }
}
