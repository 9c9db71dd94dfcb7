package org.einkorn.advice;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.einkorn.format.Formats;
import org.einkorn.storage.CoordinateList;

/**
 * How the nonzeros of a tensor are spread: what decides which format suits it.
 *
 * @param nonzeros how many entries there are
 * @param density their share of all places; 0 where there are no places
 * @param modes how they are spread over each dimension
 * @param matrix what else there is to know about a matrix
 */
public record Statistics(long nonzeros, double density, List<Mode> modes, Optional<Matrix> matrix) {
  /** Square blocks of these sizes are looked for. */
  static final List<Integer> BLOCK_SIZES = List.of(2, 3, 4, 6, 8);

  public Statistics {
    modes = List.copyOf(modes);
  }

  /**
   * One dimension, or rather its slices: the rows of a matrix, or its columns.
   *
   * @param size how many slices there are
   * @param used how many have entries
   * @param longest how many entries the fullest has
   */
  public record Mode(int size, int used, int longest) {}

  /**
   * Where the nonzeros of a matrix lie.
   *
   * @param bandwidth how far from the main diagonal the farthest is
   * @param diagonals how many diagonals have entries
   * @param diagonalFill the share of the places on these diagonals that are nonzero
   * @param blocks how well square blocks cover the nonzeros
   */
  public record Matrix(int bandwidth, int diagonals, double diagonalFill, List<Blocks> blocks) {
    public Matrix {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * The matrix cut into square blocks.
   *
   * @param size of a block's edge
   * @param used how many blocks have entries
   * @param fill the share of the places in these blocks that are nonzero
   */
  public record Blocks(int size, int used, double fill) {}

  /** Measures the entries. */
  static Statistics of(Census census) {
    CoordinateList distinct = census.entries();
    double places = 1;
    for (int size : distinct.dimensions()) {
      places *= size;
    }
    return new Statistics(
        distinct.count(),
        places == 0 ? 0 : distinct.count() / places,
        IntStream.range(0, distinct.order()).mapToObj(census::mode).toList(),
        distinct.order() == 2 ? Optional.of(matrix(census)) : Optional.empty());
  }

  private static Matrix matrix(Census census) {
    CoordinateList list = census.entries();
    int[] i = list.coordinates(0);
    int[] j = list.coordinates(1);
    int bandwidth = 0;
    for (int k = 0; k < list.count(); k++) {
      bandwidth = Math.max(bandwidth, Math.abs(j[k] - i[k]));
    }
    double places = 0;
    int diagonals = 0;
    for (long offset : offsets(list)) {
      places += length(offset, list.dimensions()[0], list.dimensions()[1]);
      diagonals++;
    }
    List<Blocks> blocks = BLOCK_SIZES.stream().map(size -> blocks(census, size)).toList();
    return new Matrix(bandwidth, diagonals, places == 0 ? 0 : list.count() / places, blocks);
  }

  /** The different values of j - i. */
  private static long[] offsets(CoordinateList list) {
    int[] i = list.coordinates(0);
    int[] j = list.coordinates(1);
    int rows = list.dimensions()[0];
    long all = (long) rows + list.dimensions()[1];
    if (all > 4L * list.count() + 1024) {
      long[] sorted = new long[list.count()];
      Arrays.setAll(sorted, k -> (long) j[k] - i[k]);
      Arrays.sort(sorted);
      return IntStream.range(0, sorted.length)
          .filter(k -> k == 0 || sorted[k] != sorted[k - 1])
          .mapToLong(k -> sorted[k])
          .toArray();
    }
    boolean[] used = new boolean[(int) all];
    for (int k = 0; k < list.count(); k++) {
      used[j[k] - i[k] + rows - 1] = true;
    }
    return IntStream.range(0, used.length)
        .filter(d -> used[d])
        .mapToLong(d -> d - rows + 1L)
        .toArray();
  }

  private static long length(long offset, int rows, int columns) {
    return offset >= 0 ? Math.min(rows, columns - offset) : Math.min(columns, rows + offset);
  }

  private static Blocks blocks(Census census, int size) {
    int used = census.children(Formats.parse("bcsr(" + size + "," + size + ")", 2), 1);
    double places = (double) used * size * size;
    return new Blocks(size, used, used == 0 ? 0 : census.entries().count() / places);
  }
}
