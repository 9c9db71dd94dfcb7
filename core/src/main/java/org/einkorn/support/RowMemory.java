package org.einkorn.support;

import java.util.Arrays;

/**
 * What is known of earlier rows of a product, so that a row whose coordinates lie alike, all moved
 * by the same distance, need not find out anew where each goes. It is one array of ints:
 *
 * <pre>
 * [0, 2048)        where what is known of a row begins, by the highest bits of its mixed hash; 0 if there is none
 * [2048]           where the next one goes
 * </pre>
 *
 * Of a row it has, from where that begins:
 *
 * <pre>
 * [0]              how many parts the row has: segments that list coordinates in order
 * [1]              how many places there are, of which each is a coordinate of some part
 * [2]              where the coordinates of all parts begin, one part after the other
 * [3]              where the places begin, in order
 * [4]              where its steps begin
 * [5]              and where they end
 * [6, …)           how long each part is
 * </pre>
 *
 * Behind what is last there are some more ints, so that vectors may be read from any place.
 *
 * <p>A step is an int: in its lowest 16 bits the lanes of a vector of places that coordinates of a
 * part go to; then in 8 bits which part it is, and in 7 how many coordinates of the part come
 * before these. The last step of a vector is negative if another vector follows. Vectors come in
 * order, and in each the parts that go there.
 */
public final class RowMemory {
  /** A memory that knows nothing has as many ints. */
  public static final int EMPTY = 2049;

  public static final int PLACES = 1;
  public static final int COORDINATES_AT = 2;
  public static final int PLACES_AT = 3;
  public static final int STEPS_AT = 4;
  public static final int STEPS_END = 5;
  public static final int LENGTHS = 6;

  /** More parts do not fit into a step. */
  public static final int MOST_PARTS = 255;

  /** Nor do longer ones. */
  public static final int LONGEST_PART = 127;

  /** Where in a step it says which part, and how many come before. */
  public static final int PART_SHIFT = 16;

  public static final int BEFORE_SHIFT = 24;

  /** What a hash is multiplied with, and how far its product goes down then. */
  public static final int MIX = 0x9E3779B1;

  public static final int MIX_SHIFT = 21;

  /** Rows with more coordinates are not remembered: to look whether one is alike takes too long. */
  static final int MOST_COORDINATES = 1 << 13;

  /** So many ints, 8 MB, and it begins anew. */
  static final int LARGEST = 1 << 21;

  private static final int NEXT = 2048;

  private static final int SPARE = 16;

  /** The list of where parts begin has so many ints for each row, the first of which say it. */
  public static final int ROW = 256;

  /** Behind where a part begins there are so many coordinates at least: vectors are read there. */
  public static final int BEHIND = LONGEST_PART + SPARE;

  private RowMemory() {}

  /**
   * How many rows from one on, which are all there, are like the row that is known there: they have
   * as many parts of the same lengths, and all coordinates of a row are moved by the same distance.
   *
   * @param rows where the entries of each row begin; an entry is the number of a part
   * @param most so many rows at most
   * @param positions where each part begins among the coordinates
   * @param begins where the parts of these rows begin, {@link #ROW} for each row
   */
  static int likeRows(
      int[] memory,
      int at,
      int[] rows,
      int row,
      int most,
      int[] entries,
      int[] positions,
      int[] coordinates,
      int[] begins) {
    boolean areThere = row >= 0 && (long) row + most < rows.length;
    if (at < 1 || at >= memory.length || most > begins.length / ROW || !areThere) {
      return 0;
    }
    int alike = 0;
    while (alike < most
        && isLike(
            memory, at, rows, row + alike, entries, positions, coordinates, begins, alike * ROW)) {
      alike++;
    }
    return alike;
  }

  private static boolean isLike(
      int[] memory,
      int at,
      int[] rows,
      int row,
      int[] entries,
      int[] positions,
      int[] coordinates,
      int[] begins,
      int own) {
    if (rows[row + 1] - rows[row] != memory[at]) {
      return false;
    }
    int first = rows[row];
    int parts = memory[at];
    if (first < 0 || first > entries.length - parts) {
      return false;
    }
    int next = memory[at + COORDINATES_AT];
    int shift = 0;
    for (int part = 0; part < parts; part++) {
      int segment = entries[first + part];
      if (segment < 0 || segment >= positions.length - 1) {
        return false;
      }
      int begin = positions[segment];
      int length = memory[at + LENGTHS + part];
      if (positions[segment + 1] - begin != length
          || begin < 0
          || begin > coordinates.length - BEHIND) {
        return false;
      }
      begins[own + part] = begin;
      for (int k = 0; k < length; k++) {
        int moved = coordinates[begin + k] - memory[next++];
        if (part == 0 && k == 0) {
          shift = moved;
        } else if (moved != shift) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * A memory that knows a row besides.
   *
   * @param begins of the parts, among the coordinates
   * @param lanes of a vector, 16 at most
   */
  static int[] remember(
      int[] memory,
      int hash,
      int[] begins,
      int[] lengths,
      int parts,
      int[] coordinates,
      int lanes) {
    int[] row = row(begins, lengths, parts, coordinates, lanes);
    if (row.length == 0) {
      return memory;
    }
    int[] larger = memory;
    int next = Math.max(EMPTY, memory[NEXT]);
    int end = next + row.length;
    if (end + SPARE > LARGEST) {
      Arrays.fill(memory, 0, EMPTY, 0);
      next = EMPTY;
      end = next + row.length;
    }
    if (end + SPARE > memory.length) {
      larger = Arrays.copyOf(memory, Math.max(end + SPARE, Math.min(LARGEST, 2 * next)));
    }
    System.arraycopy(row, 0, larger, next, row.length);
    for (int k = COORDINATES_AT; k <= STEPS_END; k++) {
      larger[next + k] += next;
    }
    larger[hash * MIX >>> MIX_SHIFT] = next;
    larger[NEXT] = end;
    return larger;
  }

  /**
   * What is known of a row, with places from its own beginning on; nothing if it is too large, or
   * parts are so near the end that none is ever like it.
   */
  private static int[] row(int[] begins, int[] lengths, int parts, int[] coordinates, int lanes) {
    int count = 0;
    for (int part = 0; part < parts; part++) {
      count += lengths[part];
      if (lengths[part] < 1
          || lengths[part] > LONGEST_PART
          || begins[part] > coordinates.length - BEHIND
          || count > MOST_COORDINATES
          || parts > MOST_PARTS) {
        return new int[0];
      }
    }
    int[] all = new int[count];
    int at = 0;
    for (int part = 0; part < parts; part++) {
      System.arraycopy(coordinates, begins[part], all, at, lengths[part]);
      at += lengths[part];
    }
    int[] places = Arrays.stream(all).sorted().distinct().toArray();
    int vectors = (places.length + lanes - 1) / lanes;
    int coordinatesAt = LENGTHS + parts;
    int placesAt = coordinatesAt + count;
    int stepsAt = placesAt + places.length;
    // A vector has a step for each part at most.
    int[] row = new int[stepsAt + vectors * parts];
    row[0] = parts;
    row[PLACES] = places.length;
    row[COORDINATES_AT] = coordinatesAt;
    row[PLACES_AT] = placesAt;
    row[STEPS_AT] = stepsAt;
    System.arraycopy(lengths, 0, row, LENGTHS, parts);
    System.arraycopy(all, 0, row, coordinatesAt, count);
    System.arraycopy(places, 0, row, placesAt, places.length);
    int[] before = new int[parts];
    int step = stepsAt;
    for (int vector = 0; vector < vectors; vector++) {
      int begin = coordinatesAt;
      for (int part = 0; part < parts; part++) {
        int taken = before[part];
        int bits = 0;
        for (int k = vector * lanes; k < Math.min(places.length, (vector + 1) * lanes); k++) {
          if (before[part] < lengths[part] && row[begin + before[part]] == places[k]) {
            bits |= 1 << k - vector * lanes;
            before[part]++;
          }
        }
        if (bits != 0) {
          row[step++] = part << PART_SHIFT | taken << BEFORE_SHIFT | bits;
        }
        begin += lengths[part];
      }
      if (vector < vectors - 1) {
        row[step - 1] |= Integer.MIN_VALUE;
      }
    }
    row[STEPS_END] = step;
    return Arrays.copyOf(row, step);
  }
}
