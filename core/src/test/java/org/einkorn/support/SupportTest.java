package org.einkorn.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupportTest {
  /** Few coordinates are sorted, many are found by walking along bits. */
  @ParameterizedTest
  @CsvSource({
    "0,1",
    "1,1",
    "64,64",
    "65,65",
    "100,60",
    "300,300",
    "4096,201",
    "4097,4097",
    "20000,200",
    "20000,201",
    "20000,20000",
    "2000000,600",
    "9000000,100"
  })
  void touchedCoordinatesComeInOrderAndAreForgotten(int size, int n) {
    RandomGenerator random = new SplittableRandom(n);
    boolean[] seen = new boolean[size];
    long[] bits = new long[size / 64 + size / 4096 + 2];
    int[] touched = new int[size];
    int count = 0;
    while (count < Math.min(n, size)) {
      int coordinate = count < 2 ? count * (size - 1) : random.nextInt(size);
      if (!seen[coordinate]) {
        seen[coordinate] = true;
        touched[count++] = coordinate;
      }
    }
    int[] expected = Arrays.copyOf(touched, count);
    Arrays.sort(expected);
    Support.sortTouched(touched, count, bits, size);
    assertThat(Arrays.copyOf(touched, count)).isEqualTo(expected);
    assertThat(bits).isEqualTo(new long[bits.length]);
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
