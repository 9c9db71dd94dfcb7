package org.einkorn.bench.run;

import java.io.Serializable;
import java.util.Arrays;

/** Repeated measurements of the same thing. */
record Samples(double[] values) implements Serializable {
  double median() {
    return quantile(0.5);
  }

  /** How far the middle half of the values reaches, as a share of the median. */
  double spread() {
    return (quantile(0.75) - quantile(0.25)) / median();
  }

  private double quantile(double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double at = share * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
