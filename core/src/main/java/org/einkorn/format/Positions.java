package org.einkorn.format;

import java.util.List;
import org.einkorn.support.Support;

/** Positions of entries when a level is built at once. */
final class Positions {
  private Positions() {}

  /** position = parent · width + coordinate. */
  static LevelFormat.Packed located(
      List<Object> arrays, int parents, int[] parent, int[] coordinate, int width) {
    int[] position = new int[parent.length];
    int count = Support.size(parents, width);
    for (int k = 0; k < position.length; k++) {
      position[k] = parent[k] * width + coordinate[k];
    }
    return new LevelFormat.Packed(arrays, count, position);
  }

  /** The largest of the numbers, -1 if there is none. */
  static int largest(int[] numbers) {
    int largest = -1;
    for (int n : numbers) {
      largest = Math.max(largest, n);
    }
    return largest;
  }
}
