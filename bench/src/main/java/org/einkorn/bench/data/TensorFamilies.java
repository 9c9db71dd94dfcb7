package org.einkorn.bench.data;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Random tensors of any order, always the same. */
final class TensorFamilies {
  private static final long SEED = 1;

  private TensorFamilies() {}

  /** Nonzeros anywhere. */
  static Csf uniform(int nonzeros, int... sizes) {
    return random(nonzeros, 1, sizes);
  }

  /** Low coordinates are much more frequent than high ones, in every dimension. */
  static Csf skewed(int nonzeros, int... sizes) {
    return random(nonzeros, 3, sizes);
  }

  /** Coordinates are drawn evenly from 0 to 1, raised to a power and stretched to the size. */
  private static Csf random(int nonzeros, int power, int... sizes) {
    SplittableRandom random = new SplittableRandom(SEED);
    long[] places = new long[nonzeros];
    for (int n = 0; n < nonzeros; n++) {
      long place = 0;
      for (int size : sizes) {
        double drawn = random.nextDouble();
        double powered = power == 1 ? drawn : Math.pow(drawn, power);
        place = place * size + (int) (powered * size);
      }
      places[n] = place;
    }
    Arrays.parallelSort(places);
    return of(Arrays.stream(places).distinct().toArray(), sizes);
  }

  private static Csf of(long[] places, int[] sizes) {
    int[][] coordinates = new int[sizes.length][places.length];
    for (int n = 0; n < places.length; n++) {
      long rest = places[n];
      for (int d = sizes.length - 1; d >= 0; d--) {
        coordinates[d][n] = (int) (rest % sizes[d]);
        rest /= sizes[d];
      }
    }
    return Csf.of(sizes, coordinates, Rows.values(places.length, SEED));
  }
}
