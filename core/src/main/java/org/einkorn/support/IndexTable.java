package org.einkorn.support;

import java.util.Arrays;

/**
 * Hands out positions 0, 1, 2, … for (parent, coordinate) pairs in the order they first come, and
 * lists the children of each parent in coordinate order once sealed. Time and space are
 * proportional to what was inserted; a position never changes.
 *
 * <p>It begins as a hash table. Under a single parent it becomes an array over all coordinates: at
 * once if it is to be asked often, when the hash table has grown to much of that size, or, if it is
 * filled again and again, once as much was inserted as the array costs.
 */
public final class IndexTable {
  private static final long EMPTY = -1;

  /** A longer array would miss the cache where a small hash table does not. */
  private static final int LONGEST_DIRECT = 1 << 20;

  /** What part of all coordinates a hash table may have slots for. */
  private static final int SPARSEST_DIRECT = 8;

  private final int size;
  private long[] keys = new long[16];
  private int[] slots = new int[16];

  /** For parent 0 alone: one more than the position of each coordinate, 0 if it has none. */
  private int[] direct;

  private boolean singleParent = true;
  private long cleared;
  private long[] inserted = new long[8];
  private int count;
  private int[] segments = new int[2];
  private int[] coordinates = new int[0];
  private int[] positions = new int[0];
  private long[] byCoordinate = new long[0];

  /** Coordinates are below {@code size}. */
  public IndexTable(int size) {
    this.size = size;
    Arrays.fill(keys, EMPTY);
  }

  /** The same, an array from the start if that costs no more than so many finds. */
  public IndexTable(int size, int finds) {
    this(size);
    if (size <= (long) SPARSEST_DIRECT * finds) {
      goDirect();
    }
  }

  /**
   * The position of this child of the parent; a new one, equal to the old {@link #count}, if it has
   * none yet.
   */
  public int insert(int parent, int coordinate) {
    if (direct != null && parent == 0) {
      int next = direct[coordinate];
      if (next != 0) {
        return next - 1;
      }
      int position = append(coordinate);
      direct[coordinate] = position + 1;
      return position;
    }
    return insertHashed(((long) parent << 32) | coordinate);
  }

  private int insertHashed(long key) {
    if (key >>> 32 != 0 && singleParent) {
      singleParent = false;
      if (direct != null) {
        direct = null;
        rehash(keys.length);
      }
    }
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
    int position = append(key);
    keys[slot] = key;
    slots[slot] = position;
    if (count * 2L > keys.length) {
      if (singleParent && size <= (long) SPARSEST_DIRECT * keys.length) {
        goDirect();
      } else {
        rehash(Support.tableSize(keys.length));
      }
    }
    return position;
  }

  private void goDirect() {
    direct = new int[size];
    for (int position = 0; position < count; position++) {
      direct[(int) inserted[position]] = position + 1;
    }
  }

  /** One more than the position of this child of the parent; 0 if it has none. */
  public int find(int parent, int coordinate) {
    return direct != null && parent == 0
        ? direct[coordinate]
        : findHashed(((long) parent << 32) | coordinate);
  }

  private int findHashed(long key) {
    int mask = keys.length - 1;
    int slot = hash(key) & mask;
    while (keys[slot] != key) {
      if (keys[slot] == EMPTY) {
        return 0;
      }
      slot = (slot + 1) & mask;
    }
    return slots[slot] + 1;
  }

  private int append(long key) {
    if (count == inserted.length) {
      inserted = (long[]) Support.grow(inserted, count + 1L);
    }
    inserted[count] = key;
    return count++;
  }

  /** Makes the hash table hold what was inserted, in at least so many slots. */
  private void rehash(int slotsAtLeast) {
    int capacity = slotsAtLeast;
    while (count * 2L > capacity) {
      capacity = Support.size(capacity, 2);
    }
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
    if (coordinates.length < count) {
      coordinates = new int[Math.max(count, inserted.length)];
      positions = new int[coordinates.length];
    }
    if (parents == 1) {
      sealSingle();
      return;
    }
    sort();
    if (segments.length < parents + 1) {
      segments = new int[parents + 1];
    } else {
      Arrays.fill(segments, 0, parents + 1, 0);
    }
    for (int position = 0; position < count; position++) {
      segments[(int) (inserted[position] >>> 32) + 1]++;
    }
    for (int parent = 0; parent < parents; parent++) {
      segments[parent + 1] += segments[parent];
    }
    // A stable scatter by parent keeps the coordinate order within each parent; segments[parent]
    // runs to its end.
    for (int k = 0; k < count; k++) {
      int position = (int) byCoordinate[k];
      int target = segments[(int) (inserted[position] >>> 32)]++;
      coordinates[target] = (int) (byCoordinate[k] >>> 32);
      positions[target] = position;
    }
    for (int parent = parents; parent > 0; parent--) {
      segments[parent] = segments[parent - 1];
    }
    segments[0] = 0;
  }

  /** The coordinates inserted, each with its position, in order. */
  private void sort() {
    if (byCoordinate.length < count) {
      byCoordinate = new long[inserted.length];
    }
    for (int position = 0; position < count; position++) {
      byCoordinate[position] = (inserted[position] << 32) | position;
    }
    Arrays.sort(byCoordinate, 0, count);
  }

  /** Rows of very sparse matrices have one entry or none. */
  private void sealSingle() {
    if (count == 1) {
      coordinates[0] = (int) inserted[0];
      positions[0] = 0;
    } else if (count > 1 && direct != null) {
      sealDirect();
    } else if (count > 1) {
      sort();
      for (int k = 0; k < count; k++) {
        coordinates[k] = (int) (byCoordinate[k] >>> 32);
        positions[k] = (int) byCoordinate[k];
      }
    }
    segments[0] = 0;
    segments[1] = count;
  }

  private void sealDirect() {
    if (size <= SPARSEST_DIRECT * (long) count) {
      int next = 0;
      for (int coordinate = 0; coordinate < size; coordinate++) {
        if (direct[coordinate] != 0) {
          coordinates[next++] = coordinate;
        }
      }
    } else {
      for (int k = 0; k < count; k++) {
        coordinates[k] = (int) inserted[k];
      }
      Arrays.sort(coordinates, 0, count);
    }
    for (int k = 0; k < count; k++) {
      positions[k] = direct[coordinates[k]] - 1;
    }
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
    if (direct != null) {
      for (int position = 0; position < count; position++) {
        direct[(int) inserted[position]] = 0;
      }
      count = 0;
      return;
    }
    clearHashed();
    cleared += count;
    count = 0;
    if (singleParent && cleared >= size && size <= LONGEST_DIRECT) {
      goDirect();
    }
  }

  private void clearHashed() {
    if (count * 8L > keys.length) {
      Arrays.fill(keys, EMPTY);
      return;
    }
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
}
