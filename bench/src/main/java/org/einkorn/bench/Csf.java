package org.einkorn.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.storage.CoordinateList;

/** A cubic tensor of order three as the arrays of its compressed fibres. */
record Csf(int size, int[] crd0, int[] pos1, int[] crd1, int[] pos2, int[] crd2, double[] vals) {

  /** Slices of about {@code fibres} fibres of about {@code perFibre} nonzeros, randomly placed. */
  static Csf random(int size, int fibres, int perFibre, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] crd0 = new int[size];
    int[] pos1 = new int[size + 1];
    int[] crd1 = new int[size * fibres];
    int[] pos2 = new int[size * fibres + 1];
    int[] crd2 = new int[size * fibres * perFibre];
    int fibre = 0;
    int count = 0;
    for (int i = 0; i < size; i++) {
      crd0[i] = i;
      for (int j : random.ints(fibres, 0, size).sorted().distinct().toArray()) {
        crd1[fibre++] = j;
        for (int k : random.ints(perFibre, 0, size).sorted().distinct().toArray()) {
          crd2[count++] = k;
        }
        pos2[fibre] = count;
      }
      pos1[i + 1] = fibre;
    }
    return new Csf(
        size,
        crd0,
        pos1,
        Arrays.copyOf(crd1, fibre),
        Arrays.copyOf(pos2, fibre + 1),
        Arrays.copyOf(crd2, count),
        Csr.values(count, seed));
  }

  Tensor toTensor() {
    int[][] coordinates = {new int[vals.length], new int[vals.length], crd2.clone()};
    for (int i = 0; i < crd0.length; i++) {
      Arrays.fill(coordinates[0], pos2[pos1[i]], pos2[pos1[i + 1]], crd0[i]);
    }
    for (int fibre = 0; fibre < crd1.length; fibre++) {
      Arrays.fill(coordinates[1], pos2[fibre], pos2[fibre + 1], crd1[fibre]);
    }
    return Tensor.of(
        new CoordinateList(
            ElementType.FLOAT64, new int[] {size, size, size}, coordinates, vals, vals.length),
        Formats.csf(3));
  }
}
