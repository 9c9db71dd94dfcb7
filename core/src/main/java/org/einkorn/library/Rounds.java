package org.einkorn.library;

import org.einkorn.EinkornException;

/** When an algorithm ends that comes closer to its result in every round. */
final class Rounds {
  private Rounds() {}

  static void check(double tolerance, int maxRounds) {
    if (!(tolerance >= 0)) {
      throw new EinkornException(
          "The tolerance is a small number, as 1e-10, not " + tolerance + ".");
    }
    if (maxRounds < 1) {
      throw new EinkornException("There is at least 1 round, not " + maxRounds + ".");
    }
  }
}
