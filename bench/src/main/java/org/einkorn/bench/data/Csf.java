package org.einkorn.bench.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.storage.CoordinateList;

/**
 * A tensor as a tree of compressed levels: the children of position {@code p} of the level before
 * {@code l} lie from {@code pos[l][p]} to {@code pos[l][p + 1]}.
 */
public record Csf(int[] sizes, int[][] pos, int[][] crd, double[] vals) {

  public int order() {
    return sizes.length;
  }

  public int nonzeros() {
    return vals.length;
  }

  /** How many fibres hold the nonzeros. */
  public int fibres() {
    return crd[order() - 2].length;
  }

  /** The tree of coordinates that are sorted and differ. */
  static Csf of(int[] sizes, int[][] coordinates, double[] vals) {
    int order = sizes.length;
    int[][] pos = new int[order][];
    int[][] crd = new int[order][];
    int[] parents = {vals.length}; // Where the entries of each parent end.
    for (int level = 0; level < order; level++) {
      int[] ends = new int[vals.length];
      int[] found = new int[vals.length];
      pos[level] = new int[parents.length + 1];
      int count = 0;
      int entry = 0;
      for (int parent = 0; parent < parents.length; parent++) {
        while (entry < parents[parent]) {
          int coordinate = coordinates[level][entry];
          int last = parents[parent];
          // On the innermost level every entry is a child: coordinates differ.
          while (entry < last && coordinates[level][entry] == coordinate) {
            entry++;
          }
          found[count] = coordinate;
          ends[count++] = entry;
        }
        pos[level][parent + 1] = count;
      }
      crd[level] = Arrays.copyOf(found, count);
      parents = Arrays.copyOf(ends, count);
    }
    return new Csf(sizes, pos, crd, vals);
  }

  static Csf of(CoordinateList list) {
    List<int[]> coordinates = new ArrayList<>();
    for (int d = 0; d < list.order(); d++) {
      coordinates.add(Arrays.copyOf(list.coordinates(d), list.count()));
    }
    double[] vals = Arrays.copyOf((double[]) list.as(ElementType.FLOAT64).values(), list.count());
    return of(list.dimensions(), coordinates.toArray(int[][]::new), vals);
  }

  public Tensor toTensor() {
    int[][] coordinates = new int[order()][];
    for (int level = 0; level < order(); level++) {
      coordinates[level] = new int[nonzeros()];
      for (int p = 0; p < crd[level].length; p++) {
        Arrays.fill(coordinates[level], entry(level, p), entry(level, p + 1), crd[level][p]);
      }
    }
    return Tensor.of(
        new CoordinateList(ElementType.FLOAT64, sizes, coordinates, vals, vals.length),
        Formats.csf(order()));
  }

  /** The first entry beneath a position. */
  private int entry(int level, int position) {
    for (int below = level + 1; below < order(); below++) {
      position = pos[below][position];
    }
    return position;
  }
}
