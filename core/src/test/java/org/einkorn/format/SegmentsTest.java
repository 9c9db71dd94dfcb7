package org.einkorn.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.example.levels.ReversedLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentsTest {
  private static LevelFormat last(String format) {
    Format parsed = Formats.parse(format, 2);
    return parsed.level(parsed.depth() - 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"csr", "csc", "ss"})
  void compressedLevelsHaveSegments(String format) {
    assertThat(Segments.of(last(format))).contains(new Segments(0, 1));
  }

  /** Without order, with repeats, with padding, with a place for each coordinate. */
  @ParameterizedTest
  @ValueSource(strings = {"dS", "dc", "dC", "coo", "coo-unsorted", "ell", "hash", "bitmap", "dd"})
  void othersHaveNone(String format) {
    assertThat(Segments.of(last(format))).isEmpty();
  }

  /** What it stores descends: the coordinate is computed. */
  @Test
  void whatIsStoredOtherwiseIsNoSegment() {
    assertThat(Segments.of(new ReversedLevel())).isEmpty();
  }
}
