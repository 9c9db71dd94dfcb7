package org.einkorn.programs;

import java.util.List;
import java.util.random.RandomGenerator;

/** Random decisions. */
record Chances(RandomGenerator random) {
  <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** A number below the count of weights, each as likely as its weight says. */
  int choose(int... weights) {
    int sum = 0;
    for (int weight : weights) {
      sum += weight;
    }
    int at = random.nextInt(sum);
    for (int k = 0; ; k++) {
      at -= weights[k];
      if (at < 0) {
        return k;
      }
    }
  }
}
