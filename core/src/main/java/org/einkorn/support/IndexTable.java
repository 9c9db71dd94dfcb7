package org.einkorn.support;

import java.util.Arrays;

/**
 * Hands out positions 0, 1, 2, … for (parent, coordinate) pairs in the order they first come, and
 * lists the children of each parent in coordinate order once sealed. Time and space are
 * proportional to what was inserted; a position never changes.
 */
public final class IndexTable {
  private static final long EMPTY = -1;

  private long[] keys = new long[16];
  private int[] slots = new int[16];
  private long[] inserted = new long[8];
  private int count;
  private int[] segments = new int[2];
  private int[] coordinates = new int[0];
  private int[] positions = new int[0];

  public IndexTable() {
    Arrays.fill(keys, EMPTY);
  }

  /**
   * The position of this child of the parent; a new one, equal to the old {@link #count}, if it has
   * none yet.
   */
  public int insert(int parent, int coordinate) {
    long key = ((long) parent << 32) | coordinate;
    int mask = keys.length - 1;
    int slot = hash(key) & mask;
    while (true) {
      long found = keys[slot];
      if (found == key) {
        return slots[slot];
      }
      if (found == EMPTY) {
        return add(key, slot);
      }
      slot = (slot + 1) & mask;
    }
  }

  private int add(long key, int slot) {
    int position = count;
    keys[slot] = key;
    slots[slot] = position;
    if (position == inserted.length) {
      inserted = (long[]) Support.grow(inserted, position + 1L);
    }
    inserted[position] = key;
    count++;
    if (count * 2L > keys.length) {
      rehash();
    }
    return position;
  }

  private void rehash() {
    int capacity = Support.size(keys.length, 2);
    keys = new long[capacity];
    slots = new int[capacity];
    Arrays.fill(keys, EMPTY);
    for (int position = 0; position < count; position++) {
      int slot = hash(inserted[position]) & (capacity - 1);
      while (keys[slot] != EMPTY) {
        slot = (slot + 1) & (capacity - 1);
      }
      keys[slot] = inserted[position];
      slots[slot] = position;
    }
  }

  private static int hash(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) ^ (int) (mixed >>> 17);
  }

  public int count() {
    return count;
  }

  /** Orders the children of parents 0 … parents-1 by coordinate. */
  public void seal(int parents) {
    long[] byCoordinate = new long[count];
    for (int position = 0; position < count; position++) {
      byCoordinate[position] = (inserted[position] << 32) | position;
    }
    Arrays.sort(byCoordinate);
    if (segments.length < parents + 1) {
      segments = new int[parents + 1];
    } else {
      Arrays.fill(segments, 0, parents + 1, 0);
    }
    if (coordinates.length < count) {
      coordinates = new int[Math.max(count, 16)];
      positions = new int[coordinates.length];
    }
    for (int position = 0; position < count; position++) {
      segments[(int) (inserted[position] >>> 32) + 1]++;
    }
    for (int parent = 0; parent < parents; parent++) {
      segments[parent + 1] += segments[parent];
    }
    // A stable scatter by parent keeps the coordinate order within each parent; segments[parent]
    // runs to its end.
    for (long entry : byCoordinate) {
      int position = (int) entry;
      int target = segments[(int) (inserted[position] >>> 32)]++;
      coordinates[target] = (int) (entry >>> 32);
      positions[target] = position;
    }
    for (int parent = parents; parent > 0; parent--) {
      segments[parent] = segments[parent - 1];
    }
    segments[0] = 0;
  }

  /**
   * After {@link #seal}: where the ordered children of each parent begin, then where the last ones
   * end.
   */
  public int[] segments() {
    return segments;
  }

  /** After {@link #seal}: the ordered coordinates. */
  public int[] coordinates() {
    return coordinates;
  }

  /** After {@link #seal}: the position of each of them. */
  public int[] positions() {
    return positions;
  }

  /** Forgets everything, in time proportional to what was inserted. */
  public void clear() {
    if (count * 8L > keys.length) {
      Arrays.fill(keys, EMPTY);
    } else {
      // Slots are found by key, so clear in reverse order of insertion: no probe sequence is cut
      // before its end is cleared.
      int mask = keys.length - 1;
      for (int position = count - 1; position >= 0; position--) {
        int slot = hash(inserted[position]) & mask;
        while (keys[slot] != inserted[position]) {
          slot = (slot + 1) & mask;
        }
        keys[slot] = EMPTY;
      }
    }
    count = 0;
  }
}
