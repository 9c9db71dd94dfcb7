package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.imp.Imp;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Type;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.ScheduleParser;
import org.junit.jupiter.api.Test;

/**
 * Random products whose rows are summed in a row of places, as machine code: with rows that are
 * empty, without gaps, of one entry and of any, in all types.
 */
class MeasuredProductsTest {
  private static final int COUNT = RandomProgramsTest.COUNT / 100;

  /** A statement, and in which order its loops run; the last variable has the row. */
  private record Product(String text, String loops) {
    List<Directive> schedule() {
      String row = loops.substring(loops.length() - 1);
      return ScheduleParser.parse("reorder(" + loops + "); workspace(" + row + ",dense)");
    }
  }

  private static final List<Product> PRODUCTS =
      List.of(
          new Product("T(i,j) = A(i,k) * B(k,j)", "i,k,j"),
          new Product("T(i,j) = A(i,k) * B(k,j) * c(j)", "i,k,j"),
          new Product("T(i,j) = -A(i,k) * c(i) * B(k,j)", "i,k,j"),
          new Product("T(i,j) = 3 * A(i,k) * B(k,j) where M(i,j)", "i,k,j"),
          new Product("T(i,j) = A(i,k) * B(k,j) where c(j) > 0", "i,k,j"),
          new Product("T(i,j) = A(i,k) * B(k,l) * M(l,j)", "i,k,l,j"),
          new Product("T(i,j) = D(i,k,l) * B(l,j)", "i,k,l,j"),
          new Product("T(i,j,l) = D(i,j,k) * B(k,l)", "i,j,k,l"));

  @Test
  void rowsOfPlacesGiveWhatTheOracleGives() {
    assumeTrue(
        MachineCode.isPresent()
            && MachineCode.isSuitable(
                Imp.run(
                    RuntimeFunction.SORT_FEW,
                    Imp.variable("list", Type.INT32_ARRAY),
                    Imp.constant(0))));
    int measured = 0;
    for (int number = 0; number < COUNT; number++) {
      long seed = RandomProgramsTest.SEED + number;
      SplittableRandom random = new SplittableRandom(seed);
      Product product = PRODUCTS.get(random.nextInt(PRODUCTS.size()));
      Program program = program(product.text, random);
      try {
        measured += program.checkMeasuringTouches(product.schedule()) ? 1 : 0;
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ", under " + product.loops + ": " + program, e);
      }
    }
    assertThat(measured).isGreaterThan(COUNT / 8);
  }

  private static Program program(String text, SplittableRandom random) {
    boolean alike = random.nextInt(4) == 0;
    int size =
        alike ? 60 + random.nextInt(60) : 1 + random.nextInt(random.nextInt(4) == 0 ? 70 : 20);
    ElementType type = ElementType.values()[random.nextInt(ElementType.values().length)];
    String order3 = text.startsWith("T(i,j,l)") ? pick(random, "dss", "sss") : "";
    Program program = Program.of(text, order3.isEmpty() ? pick(random, "ds", "ss") : order3);
    for (String name : List.of("A", "B", "M")) {
      if (text.contains(name + "(")) {
        String format = pick(random, "ds", "ds", "ss", "dd", "cq");
        program =
            program.tensor(
                name,
                alike && !format.equals("dd")
                    ? band(type, format, size, random)
                    : operand(type, format, 2, size, random));
      }
    }
    if (text.contains("D(")) {
      program = program.tensor("D", operand(type, pick(random, "sss", "dss"), 3, size, random));
    }
    return text.contains("c(")
        ? program.tensor("c", operand(type, pick(random, "d", "s"), 1, size, random))
        : program;
  }

  private static String pick(SplittableRandom random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static Program.Operand operand(
      ElementType type, String format, int order, int size, SplittableRandom random) {
    List<Program.Entry> entries = new ArrayList<>();
    for (int[] outer : outer(order - 1, size, random)) {
      for (int last : row(size, random)) {
        List<Integer> coordinate = new ArrayList<>();
        IntStream.of(outer).forEach(coordinate::add);
        coordinate.add(last);
        entries.add(new Program.Entry(coordinate, random.nextInt(7) - 3));
      }
    }
    List<Integer> dimensions = IntStream.range(0, order).mapToObj(d -> size).toList();
    return new Program.Operand(type, Formats.parse(format, order), dimensions, entries);
  }

  /** A matrix whose rows are alike, but those that are interrupted. */
  private static Program.Operand band(
      ElementType type, String format, int size, SplittableRandom random) {
    int[] distances =
        random.ints(2 + random.nextInt(12), -10, 2 + random.nextInt(20)).distinct().toArray();
    int interrupted = 10 + random.nextInt(1000);
    List<Program.Entry> entries = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      for (int distance : distances) {
        int j = i + distance;
        if (0 <= j && j < size && random.nextInt(interrupted) > 0) {
          entries.add(new Program.Entry(List.of(i, j), random.nextInt(7) - 3));
        }
      }
    }
    return new Program.Operand(type, Formats.parse(format, 2), List.of(size, size), entries);
  }

  /** Coordinates of rows: all of a matrix, and some of a tensor. */
  private static List<int[]> outer(int order, int size, SplittableRandom random) {
    return switch (order) {
      case 0 -> List.of(new int[0]);
      case 1 -> IntStream.range(0, size).mapToObj(i -> new int[] {i}).toList();
      default ->
          IntStream.range(0, size).mapToObj(i -> new int[] {i, random.nextInt(size)}).toList();
    };
  }

  private static int[] row(int size, SplittableRandom random) {
    int length = random.nextInt(size + 1);
    int begin = random.nextInt(size - length + 1);
    return switch (random.nextInt(4)) {
      case 0 -> new int[0];
      case 1 -> new int[] {random.nextInt(size)};
      case 2 -> IntStream.range(begin, begin + length).toArray();
      default -> random.ints(length, 0, size).distinct().toArray();
    };
  }
}
