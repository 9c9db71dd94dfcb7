package org.einkorn.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IndexTableTest {
  private static final int SIZE = 50;

  /** Enough rounds that a table with a single parent becomes an array. */
  @Test
  void listsWhatWasInsertedInOrder() {
    for (int parents = 1; parents <= 3; parents++) {
      SplittableRandom random = new SplittableRandom(parents);
      IndexTable table = table(random);
      for (int round = 0; round < 40; round++) {
        fillAndCheck(table, parents, random.nextInt(80), random);
      }
    }
  }

  @Test
  void takesASecondParentAtAnyTime() {
    for (int before = 0; before < 10; before++) {
      SplittableRandom random = new SplittableRandom(before);
      IndexTable table = table(random);
      for (int round = 0; round < before; round++) {
        fillAndCheck(table, 1, 30, random);
      }
      fillAndCheck(table, 2, 200, random);
      fillAndCheck(table, 1, 30, random);
    }
  }

  private static IndexTable table(SplittableRandom random) {
    return random.nextBoolean() ? new IndexTable(SIZE) : new IndexTable(SIZE, random.nextInt(20));
  }

  private static void fillAndCheck(
      IndexTable table, int parents, int insertions, SplittableRandom random) {
    table.clear();
    assertThat(table.count()).isZero();
    Map<Long, Integer> expected = new LinkedHashMap<>();
    for (int k = 0; k < insertions; k++) {
      int parent = random.nextInt(parents);
      int coordinate = random.nextInt(SIZE);
      int position = table.insert(parent, coordinate);
      Integer known = expected.putIfAbsent(((long) parent << 32) | coordinate, expected.size());
      assertThat(position).isEqualTo(known == null ? expected.size() - 1 : known);
    }
    for (int parent = 0; parent < parents; parent++) {
      for (int coordinate = 0; coordinate < SIZE; coordinate++) {
        Integer position = expected.get(((long) parent << 32) | coordinate);
        assertThat(table.find(parent, coordinate)).isEqualTo(position == null ? 0 : position + 1);
      }
    }
    table.seal(parents);
    assertThat(table.count()).isEqualTo(expected.size());
    long[] keys = expected.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
    for (int parent = 0; parent < parents; parent++) {
      long low = (long) parent << 32;
      long high = low + SIZE;
      long[] own = Arrays.stream(keys).filter(k -> k >= low && k < high).toArray();
      int begin = table.segments()[parent];
      assertThat(table.segments()[parent + 1] - begin).isEqualTo(own.length);
      for (int k = 0; k < own.length; k++) {
        assertThat(table.coordinates()[begin + k]).isEqualTo((int) own[k]);
        assertThat(table.positions()[begin + k]).isEqualTo(expected.get(own[k]));
      }
    }
  }
}
