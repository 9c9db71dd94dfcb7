package org.einkorn.runtime;

import org.einkorn.imp.RowForm;

/** What a few rows of an operand look like. */
final class RowSample {
  /** At how many places, and how many rows at each: so little that it is nothing beside a chunk. */
  private static final int PLACES = 16;

  private static final int ROWS = 16;

  /** With fewer entries, on average, rows are hardly worth a loop. */
  private static final int FEW = 3;

  /** In a row of as many, additions that wait for each other are what takes time. */
  private static final int MANY_ENTRIES = 20;

  /** Coordinates so far apart share no line of a cache, and are not fetched ahead. */
  private static final int FAR = 512;

  /** What is read at more coordinates than that does not stay in a core's own cache. */
  private static final int MANY_COORDINATES = 1 << 17;

  private final int[] bounds;
  private final int[] coordinates;
  private int rows;
  private int empty;
  private int changes;
  private int placesWithFew;
  private int placesWithMany;
  private long entries;
  private long entriesInLongRows;
  private int pairs;
  private int jumps;
  private int largest;

  /**
   * @param bounds where each row begins, and the last one ends
   * @param coordinates of the entries; fewer if they are not known
   */
  private RowSample(int[] bounds, int[] coordinates) {
    this.bounds = bounds;
    this.coordinates = coordinates;
  }

  /** The form that suits such rows. */
  static RowForm suited(int[] bounds, int[] coordinates) {
    RowSample sample = new RowSample(bounds, coordinates);
    int all = bounds.length - 1;
    for (int k = 0; k < PLACES && all >= ROWS; k++) {
      sample.look((int) ((long) (all - ROWS) * k / (PLACES - 1)));
    }
    return sample.suited();
  }

  private void look(int first) {
    // A few long rows at one place should not hide that rows elsewhere are short.
    int here = bounds[first + ROWS] - bounds[first];
    entries += here;
    placesWithFew += here < FEW * ROWS ? 1 : 0;
    placesWithMany += here >= MANY_ENTRIES * ROWS ? 1 : 0;
    int before = bounds[first + 1] - bounds[first];
    for (int row = first; row < first + ROWS; row++) {
      int length = bounds[row + 1] - bounds[row];
      rows++;
      empty += length == 0 ? 1 : 0;
      entriesInLongRows += length >= MANY_ENTRIES ? length : 0;
      changes += length != before ? 1 : 0;
      before = length;
      int end = Math.min(bounds[row] + Math.min(length, ROWS), coordinates.length);
      for (int p = Math.max(0, bounds[row]) + 1; p < end; p++) {
        pairs++;
        jumps += Math.abs(coordinates[p] - coordinates[p - 1]) > FAR ? 1 : 0;
        largest = Math.max(largest, coordinates[p]);
      }
    }
  }

  private RowForm suited() {
    if (4 * placesWithFew > 3 * PLACES) {
      return RowForm.PEELED;
    }
    // Few long rows may have most entries, but then the short ones must not be too many.
    boolean mostInLongRows = 4 * entriesInLongRows > 3 * entries && 2 * mean() > MANY_ENTRIES;
    if (2 * placesWithMany > PLACES || mostInLongRows) {
      return RowForm.LONG;
    }
    // Ends of rows that are as long as the one before are foreseen. Where each entry is waited for,
    // less code between two of them lets more be fetched at once.
    boolean waits = 2 * jumps > pairs && largest > MANY_COORDINATES;
    boolean hardToForesee = 2 * changes > rows;
    return (hardToForesee || waits) && 16 * empty < rows ? RowForm.FLAT : RowForm.CONTINUED;
  }

  /** How many entries a row has, on the average over all of them. */
  private int mean() {
    int rows = bounds.length - 1;
    return rows < 1 ? 0 : (bounds[rows] - bounds[0]) / rows;
  }
}
