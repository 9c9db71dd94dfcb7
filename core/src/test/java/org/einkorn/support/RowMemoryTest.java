package org.einkorn.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowMemoryTest {
  private static final int PARTS = 60;
  private static final int LENGTH = 100;

  private final int[] begins = IntStream.range(0, PARTS).map(part -> part * LENGTH).toArray();
  private final int[] lengths = IntStream.generate(() -> LENGTH).limit(PARTS).toArray();

  /** Part for part neighbouring coordinates, so far apart as a row has it. */
  private static int[] coordinates(int apart, int first) {
    return IntStream.range(0, PARTS * LENGTH)
        .map(k -> first + k / LENGTH * apart + k % LENGTH)
        .toArray();
  }

  private boolean knows(int[] memory, int hash, int[] coordinates) {
    int at = memory[hash * RowMemory.MIX >>> RowMemory.MIX_SHIFT];
    int[] rows = {0, PARTS};
    int[] entries = IntStream.range(0, PARTS).toArray();
    int[] positions = IntStream.rangeClosed(0, PARTS).map(part -> part * LENGTH).toArray();
    int[] list = new int[RowMemory.ROW];
    int[] longer = Arrays.copyOf(coordinates, coordinates.length + RowMemory.BEHIND);
    return 1 == RowMemory.likeRows(memory, at, rows, 0, 1, entries, positions, longer, list);
  }

  @Test
  void rowsThatAreMovedAreKnown() {
    int[] memory = new int[RowMemory.EMPTY];
    assertThat(knows(memory, 5, coordinates(10, 0))).isFalse();
    memory = RowMemory.remember(memory, 5, begins, lengths, PARTS, coordinates(10, 0), 8);
    assertThat(knows(memory, 5, coordinates(10, 1_000))).isTrue();
    assertThat(knows(memory, 5, coordinates(11, 1_000))).isFalse();
    assertThat(knows(memory, 6, coordinates(10, 0))).isFalse();
  }

  @Test
  void aFullMemoryBeginsAnew() {
    int[] memory = new int[RowMemory.EMPTY];
    boolean[] forgets = {false};
    for (int row = 0; row < 500; row++) {
      memory = RowMemory.remember(memory, row, begins, lengths, PARTS, coordinates(row, 0), 8);
      assertThat(memory.length).isLessThanOrEqualTo(RowMemory.LARGEST);
      assertThat(knows(memory, row, coordinates(row, 70))).isTrue();
      forgets[0] |= row > 0 && !knows(memory, 0, coordinates(0, 0));
    }
    assertThat(forgets[0]).isTrue();
  }
}
