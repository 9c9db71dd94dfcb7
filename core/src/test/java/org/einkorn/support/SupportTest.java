package org.einkorn.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SupportTest {
  /** Few coordinates are sorted, many are found by walking. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 12, 13, 60, 100})
  void touchedCoordinatesComeInOrderAndAreForgotten(int n) {
    RandomGenerator random = new SplittableRandom(n);
    boolean[] seen = new boolean[100];
    int[] touched = new int[100];
    int count = 0;
    while (count < n) {
      int coordinate = random.nextInt(seen.length);
      if (!seen[coordinate]) {
        seen[coordinate] = true;
        touched[count++] = coordinate;
      }
    }
    int[] expected = Arrays.copyOf(touched, n);
    Arrays.sort(expected);
    Support.sortTouched(touched, n, seen);
    assertThat(Arrays.copyOf(touched, n)).isEqualTo(expected);
    assertThat(seen).isEqualTo(new boolean[100]);
  }

  @Test
  void entriesAreSortedAndTheFirstStandsForAllOfItsCoordinate() {
    int[] came = {7, 2, 7, 0, 2, 7};
    long[] keys = new long[8];
    for (int k = 0; k < came.length; k++) {
      keys[k] = ((long) came[k] << 32) + k;
    }
    int[] into = new int[8];
    int[] coordinates = new int[8];
    int[] positions = new int[8];
    int count = Support.sortEntries(keys, came.length, into, coordinates, positions);
    assertThat(Arrays.copyOf(coordinates, count)).containsExactly(0, 2, 7);
    assertThat(Arrays.copyOf(positions, count)).containsExactly(3, 1, 0);
    assertThat(Arrays.copyOf(into, came.length)).containsExactly(0, 1, 0, 3, 1, 0);
  }
}
