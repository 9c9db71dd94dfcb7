package org.einkorn.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
  @Test
  void theyTakeTurns() {
    Turns turns = new Turns();
    List<String> called = new ArrayList<>();
    turns.add(() -> called.add("a") ? 1 : 0);
    turns.add(() -> called.add("b") ? 2 : 0);
    double[][] samples = turns.samples(0);
    assertThat(called).containsExactly("a", "b", "a", "b", "a", "b");
    assertThat(samples[0]).containsExactly(1, 1, 1);
    assertThat(samples[1]).containsExactly(2, 2, 2);
  }

  @Test
  void theMedianLiesInTheMiddleAndTheSpreadAroundIt() {
    Samples samples = new Samples(new double[] {5, 1, 3, 2, 4});
    assertThat(samples.median()).isEqualTo(3);
    assertThat(samples.spread()).isEqualTo((4.0 - 2.0) / 3);
  }
}
