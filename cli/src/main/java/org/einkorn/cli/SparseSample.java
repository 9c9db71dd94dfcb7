package org.einkorn.cli;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.einkorn.EinkornException;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;

/** Draws nonzeros at distinct places, every set of so many places being as likely as any other. */
final class SparseSample {
  private SparseSample() {}

  static CoordinateList draw(
      String text, int[] dimensions, double density, SplittableRandom random) {
    long places = places(text, dimensions);
    double wanted = Math.rint(places * density);
    if (wanted * (Integer.BYTES * dimensions.length + 2 * Double.BYTES)
        > Runtime.getRuntime().maxMemory()) {
      throw new EinkornException(
          text + " has " + Numbers.brief(wanted) + " nonzeros, more than fit into memory.");
    }
    int count = (int) wanted;
    long[] chosen = density <= 0.5 ? redraw(places, count, random) : scan(places, count, random);
    int[][] coordinates = new int[dimensions.length][count];
    double[] values = new double[count];
    for (int k = 0; k < count; k++) {
      long place = chosen[k];
      for (int d = dimensions.length - 1; d >= 0; d--) {
        coordinates[d][k] = (int) (place % dimensions[d]);
        place /= dimensions[d];
      }
      values[k] = 1 - random.nextDouble();
    }
    return new CoordinateList(ElementType.FLOAT64, dimensions, coordinates, values, count);
  }

  private static long places(String text, int[] dimensions) {
    try {
      return Arrays.stream(dimensions).asLongStream().reduce(1, Math::multiplyExact);
    } catch (ArithmeticException e) {
      throw new EinkornException(text + " is too large: a long cannot count its coordinates.", e);
    }
  }

  /** Draws as many as are missing until all are different; few are missing after each round. */
  private static long[] redraw(long places, int count, SplittableRandom random) {
    long[] chosen = new long[count];
    int distinct = 0;
    while (distinct < count) {
      for (int k = distinct; k < count; k++) {
        chosen[k] = random.nextLong(places);
      }
      Arrays.sort(chosen);
      distinct = 0;
      for (int k = 0; k < count; k++) {
        if (k == 0 || chosen[k] != chosen[k - 1]) {
          chosen[distinct++] = chosen[k];
        }
      }
    }
    return chosen;
  }

  /** Takes each place with the probability that leaves the right number of them. */
  private static long[] scan(long places, int count, SplittableRandom random) {
    long[] chosen = new long[count];
    int taken = 0;
    for (long place = 0; taken < count; place++) {
      if (random.nextDouble() * (places - place) < count - taken) {
        chosen[taken++] = place;
      }
    }
    return chosen;
  }
}
