package org.einkorn.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkTest {
  private static Row row(String data, double einkorn, double loop, double reading) {
    LinkedHashMap<String, Samples> times = new LinkedHashMap<>();
    times.put("Einkorn", new Samples(new double[] {einkorn}));
    times.put("C loop", new Samples(new double[] {loop}));
    LinkedHashMap<String, Samples> read = new LinkedHashMap<>();
    read.put("Einkorn", new Samples(new double[] {reading}));
    return new Row("sddmm-64", data, 100, 1_000, read, times);
  }

  private static Mark.Verdict verdict(Row... rows) {
    List<Mark.Verdict> verdicts =
        Mark.verdicts(Mark.all(List.of(), List.of("C loop"), 1), List.of(rows));
    assertThat(verdicts).hasSize(1);
    return verdicts.getFirst();
  }

  @Test
  void theMeanIsGeometric() {
    Mark.Verdict verdict = verdict(row("a", 1, 2, 0), row("b", 1, 8, 0));
    assertThat(verdict.mean()).isCloseTo(4, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(verdict.met()).isTrue();
  }

  @Test
  void oneThatIsFarBelowMissesIt() {
    Mark.Verdict verdict = verdict(row("a", 1, 1.5, 0), row("b", 1, 9, 0));
    assertThat(verdict.mean()).isGreaterThan(verdict.atLeast());
    assertThat(verdict.lowestOn()).isEqualTo("a");
    assertThat(verdict.met()).isFalse();
  }

  @Test
  void whatIsNearThePhysicalLimitCounts() {
    assertThat(verdict(row("a", 10, 9, 8)).met()).isTrue();
    assertThat(verdict(row("a", 10, 9, 7)).met()).isFalse();
  }

  @Test
  void onTwoThreadsTheLimitIsThatOfTwo() {
    for (double reading : new double[] {7, 6}) {
      Row row = row("a", 10, 100, 1);
      row.times().put("Einkorn ×2", new Samples(new double[] {8}));
      row.reading().put("Einkorn ×2", new Samples(new double[] {reading}));
      Mark.Verdict verdict =
          Mark.verdicts(Mark.all(List.of(), List.of(), 2), List.of(row)).getLast();
      assertThat(verdict.what()).isEqualTo("2 threads");
      assertThat(verdict.met()).isEqualTo(reading / 8 >= 0.8);
    }
  }

  @Test
  void aKernelWithoutTheseContendersHasNoVerdict() {
    Row alone = row("a", 1, 2, 0);
    alone.times().remove("C loop");
    assertThat(Mark.verdicts(Mark.all(List.of(), List.of("C loop"), 1), List.of(alone))).isEmpty();
  }
}
