package org.einkorn.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
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
}
