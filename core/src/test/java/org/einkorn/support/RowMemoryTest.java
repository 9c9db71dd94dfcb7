package org.einkorn.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowMemoryTest {
  private static final int PARTS = 60;
  private static final int LENGTH = 100;

  private final int[] begins = IntStream.range(0, PARTS).map(part -> part * LENGTH).toArray();
  private final int[] lengths = IntStream.generate(() -> LENGTH).limit(PARTS).toArray();

  /** Part for part neighbouring coordinates, so far apart as a row has it. */
  private static int[] coordinates(int apart, int first) {
    return IntStream.range(0, PARTS * LENGTH + RowMemory.BEHIND)
        .map(k -> first + k / LENGTH * apart + k % LENGTH)
        .toArray();
  }

  private boolean knows(int[] memory, int hash, int[] coordinates) {
    int at = memory[hash * RowMemory.MIX >>> RowMemory.MIX_SHIFT];
    int[] rows = {0, PARTS};
    int[] entries = IntStream.range(0, PARTS).toArray();
    int[] positions = IntStream.rangeClosed(0, PARTS).map(part -> part * LENGTH).toArray();
    int[] list = new int[RowMemory.ROW];
    return 1 == RowMemory.likeRows(memory, at, rows, 0, 1, entries, positions, coordinates, list);
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

  /** What does not fit into steps, or is never found to be alike, is not remembered. */
  @Test
  void someRowsAreNotRemembered() {
    int[] memory = new int[RowMemory.EMPTY];
    int most = RowMemory.MOST_PARTS;
    int longest = RowMemory.LONGEST_PART;
    assertThat(remembers(memory, most, 1, RowMemory.BEHIND)).isTrue();
    assertThat(remembers(memory, most + 1, 1, RowMemory.BEHIND)).isFalse();
    assertThat(remembers(memory, 2, longest, RowMemory.BEHIND)).isTrue();
    assertThat(remembers(memory, 2, longest + 1, RowMemory.BEHIND)).isFalse();
    assertThat(remembers(memory, 128, 64, RowMemory.BEHIND)).isTrue();
    assertThat(remembers(memory, 129, 64, RowMemory.BEHIND)).isFalse();
    assertThat(remembers(memory, 2, 0, RowMemory.BEHIND)).isFalse();
    assertThat(remembers(memory, 2, 5, RowMemory.BEHIND - 1)).isFalse();
  }

  /**
   * @param behind how many coordinates there are behind where the last part begins
   */
  private static boolean remembers(int[] memory, int parts, int length, int behind) {
    int[] starts = IntStream.range(0, parts).map(part -> part * length).toArray();
    int[] sizes = IntStream.generate(() -> length).limit(parts).toArray();
    int[] coordinates = IntStream.range(0, starts[parts - 1] + behind).toArray();
    return RowMemory.remember(memory, 3, starts, sizes, parts, coordinates, 8) != memory;
  }
}
