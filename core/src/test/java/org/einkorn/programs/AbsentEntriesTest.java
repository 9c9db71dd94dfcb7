package org.einkorn.programs;

import static org.einkorn.element.ElementType.FLOAT64;

import org.junit.jupiter.api.Test;

/** What is not stored is not computed with, whatever the other values are. */
class AbsentEntriesTest {
  @Test
  void onlyEntriesCount() {
    RandomPrograms.check(
        RandomProgramsTest.SEED,
        RandomProgramsTest.COUNT / 2,
        (program, _) -> {
          if (AbsentEntries.applyTo(program)) {
            AbsentEntries.check(program);
          }
        });
  }

  @Test
  void onADiagonal() {
    AbsentEntries.check(
        Program.of("T(j) = A(i,j) * A(j,j)", "d")
            .tensor("A", FLOAT64, "dc", "4,4", "3,2:-3 2,3:1"));
  }

  @Test
  void onADiagonalBesideARow() {
    AbsentEntries.check(
        Program.of("C(i,j) = B(i,i) * A(i,j)", "ds")
            .tensor("B", FLOAT64, "ds", "2,2", "0,0:1 1,0:5")
            .tensor("A", FLOAT64, "ds", "2,2", "0,1:3 1,0:2 1,1:3"));
  }

  @Test
  void onADiagonalOfTheLastDimensions() {
    AbsentEntries.check(
        Program.of("C(i,j) = A(i,j) * B(i,j,j)", "ss")
            .tensor("A", FLOAT64, "ds", "2,2", "0,0:3 0,1:3 1,0:2 1,1:3")
            .tensor("B", FLOAT64, "sss", "2,2,2", "0,0,0:1 0,1,0:5 1,1,0:2 1,1,1:2"));
  }
}
