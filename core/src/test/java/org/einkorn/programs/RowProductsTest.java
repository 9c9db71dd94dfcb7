package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.einkorn.backend.x64.MachineCode;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.junit.jupiter.api.Test;

/**
 * Random statements that read rows of dense matrices at the coordinates of a sparse one, also as
 * machine code: with neighbouring rows that have the same coordinates, or all but one, in all
 * types.
 */
class RowProductsTest {
  private static final int COUNT = RandomProgramsTest.COUNT / 100;

  private static final List<String> PRODUCTS =
      List.of(
          "T(i,r) = A(i,j) * D(j,r)",
          "T(i,r) = A(i,j) * D(j,r) * E(i,r)",
          "T(i,r) = A(i,j) * D(j,r) + B(i,j) * E(j,r)",
          "T(i,r) = A(i,j) * B(i,j) * D(j,r)",
          "T(i,r) = D(i,r) - A(i,j) * D(j,r) * c(r)",
          "T(i,r) = A(j,i) * D(j,r)",
          "T(i,j) = A(i,j) * D(i,r) * E(j,r)",
          "T(i,j) = sum(r, A(i,j) * D(j,r) * E(j,r))",
          "T(i,j) = A(i,j) + sum(r, A(i,j) * D(j,r) * D(j,r))",
          "T(i,j) = sum(r, A(i,j) * D(j,r) * c(r))",
          "T(i,r) = max(j, A(i,j) + D(j,r))",
          "T(j,r) = A(i,j) * D(i,r)");

  @Test
  void rowsGiveWhatTheOracleGives() {
    int forms = 0;
    for (int number = 0; number < COUNT; number++) {
      long seed = RandomProgramsTest.SEED + number;
      SplittableRandom random = new SplittableRandom(seed);
      Program program = program(random);
      try {
        program.check();
        forms += program.checkAsMachineCode();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + program, e);
      }
    }
    assertThat(forms).isGreaterThanOrEqualTo(MachineCode.isPresent() ? COUNT : 0);
  }

  private static Program program(SplittableRandom random) {
    String text = pick(random, PRODUCTS.toArray(String[]::new));
    int size = 1 + random.nextInt(12);
    int length = length(random);
    ElementType type = ElementType.values()[random.nextInt(ElementType.values().length)];
    Program program = Program.of(text, "dd");
    for (String name : List.of("A", "B")) {
      if (text.contains(name + "(")) {
        String format = pick(random, "ds", "ds", "ds", "ss", "cq");
        program = program.tensor(name, operand(type, format, alike(size, random), size, random));
      }
    }
    for (String name : List.of("D", "E")) {
      if (text.contains(name + "(")) {
        int[] all = IntStream.range(0, length).toArray();
        List<int[]> rows = IntStream.range(0, size).mapToObj(_ -> all).toList();
        program = program.tensor(name, operand(type, "dd", rows, length, random));
      }
    }
    if (text.contains("c(")) {
      List<Program.Entry> entries = new ArrayList<>();
      for (int r = 0; r < length; r++) {
        entries.add(new Program.Entry(List.of(r), random.nextInt(7) - 3));
      }
      program =
          program.tensor(
              "c", new Program.Operand(type, Formats.parse("d", 1), List.of(length), entries));
    }
    return program;
  }

  /** Often as many as several lines of memory take, which may be more than a tile. */
  private static int length(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> 1 + random.nextInt(80);
      case 1, 2 -> 8 * (1 + random.nextInt(9));
      case 3 -> 16 * (1 + random.nextInt(12));
      default -> 1 + random.nextInt(20);
    };
  }

  /** Rows in groups of one to four; a row of a group may have another coordinate in the middle. */
  private static List<int[]> alike(int size, SplittableRandom random) {
    List<int[]> rows = new ArrayList<>();
    while (rows.size() < size) {
      int[] row = IntStream.range(0, size).filter(_ -> random.nextInt(3) > 0).toArray();
      for (int k = 1 + random.nextInt(4); k > 0 && rows.size() < size; k--) {
        int at = row.length / 2;
        boolean hasRoom = at > 0 && at + 1 < row.length && row[at] + 1 < row[at + 1];
        int[] own = row.clone();
        if (hasRoom && random.nextInt(4) == 0) {
          own[at]++;
        }
        rows.add(own);
      }
    }
    return rows;
  }

  private static Program.Operand operand(
      ElementType type, String format, List<int[]> rows, int columns, SplittableRandom random) {
    List<Program.Entry> entries = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      for (int j : rows.get(i)) {
        entries.add(new Program.Entry(List.of(i, j), random.nextInt(7) - 3));
      }
    }
    List<Integer> dimensions = List.of(rows.size(), columns);
    return new Program.Operand(type, Formats.parse(format, 2), dimensions, entries);
  }

  private static String pick(SplittableRandom random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
