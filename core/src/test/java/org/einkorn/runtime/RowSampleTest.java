package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.einkorn.imp.RowForm;
import org.junit.jupiter.api.Test;

class RowSampleTest {
  private static final int ROWS = 1000;

  private static RowForm suited(IntUnaryOperator length, IntUnaryOperator coordinate) {
    int[] bounds = new int[ROWS + 1];
    for (int i = 0; i < ROWS; i++) {
      bounds[i + 1] = bounds[i] + length.applyAsInt(i);
    }
    int[] coordinates = new int[bounds[ROWS]];
    for (int p = 0; p < coordinates.length; p++) {
      coordinates[p] = coordinate.applyAsInt(p);
    }
    return RowSample.suited(bounds, coordinates);
  }

  @Test
  void evenRows() {
    assertThat(suited(i -> 5, p -> p % 100)).isEqualTo(RowForm.CONTINUED);
  }

  @Test
  void blocksOfEvenRows() {
    assertThat(suited(i -> 10 + i / 3 % 7, p -> p % 100)).isEqualTo(RowForm.CONTINUED);
  }

  @Test
  void longRows() {
    SplittableRandom random = new SplittableRandom(1);
    assertThat(suited(i -> 20 + i / 3 % 7, p -> p % 100)).isEqualTo(RowForm.LONG);
    assertThat(suited(i -> random.nextInt(40, 90), p -> p % 100)).isEqualTo(RowForm.LONG);
  }

  @Test
  void longRowsInHalfOfTheMatrix() {
    assertThat(suited(i -> i < 500 ? 90 : 10, p -> p % 100)).isEqualTo(RowForm.LONG);
    assertThat(suited(i -> i < 500 ? 20 : 10, p -> p % 100)).isEqualTo(RowForm.CONTINUED);
  }

  @Test
  void fewLongRowsWithMostEntries() {
    assertThat(suited(i -> i % 8 == 0 ? 100 : i % 3, p -> p % 100)).isEqualTo(RowForm.LONG);
    assertThat(suited(i -> i == 5 ? 3000 : 5, p -> p % 100))
        .as("the rails of a circuit")
        .isEqualTo(RowForm.CONTINUED);
  }

  @Test
  void evenRowsFarApart() {
    SplittableRandom random = new SplittableRandom(1);
    assertThat(suited(i -> 12, p -> random.nextInt(1_000_000))).isEqualTo(RowForm.FLAT);
  }

  @Test
  void farApartInWhatACacheHolds() {
    SplittableRandom random = new SplittableRandom(1);
    assertThat(suited(i -> 12, p -> random.nextInt(10_000))).isEqualTo(RowForm.CONTINUED);
  }

  @Test
  void unevenRows() {
    SplittableRandom random = new SplittableRandom(1);
    assertThat(suited(i -> 1 + random.nextInt(20), p -> p % 100)).isEqualTo(RowForm.FLAT);
  }

  @Test
  void unevenRowsWithManyEmptyOnes() {
    SplittableRandom random = new SplittableRandom(1);
    assertThat(suited(i -> Math.max(0, random.nextInt(-10, 30)), p -> p % 100))
        .isEqualTo(RowForm.CONTINUED);
  }

  @Test
  void shortRows() {
    SplittableRandom random = new SplittableRandom(1);
    assertThat(suited(i -> random.nextInt(3), p -> p % 100)).isEqualTo(RowForm.PEELED);
  }

  @Test
  void shortRowsAfterAFewLongOnes() {
    SplittableRandom random = new SplittableRandom(1);
    assertThat(suited(i -> i < 50 ? 500 : 1 + random.nextInt(2), p -> p % 100))
        .isEqualTo(RowForm.PEELED);
  }

  @Test
  void tooFewToTell() {
    assertThat(RowSample.suited(new int[] {0, 1, 5, 5}, new int[5])).isEqualTo(RowForm.CONTINUED);
    assertThat(RowSample.suited(new int[] {0}, new int[0])).isEqualTo(RowForm.CONTINUED);
  }
}
