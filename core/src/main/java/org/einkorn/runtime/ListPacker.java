package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.CoordinateSorter;
import org.einkorn.storage.Duplicates;
import org.einkorn.storage.Storage;

/**
 * Stores entries as a coordinate list. One that promises neither order nor that coordinates differ
 * takes the entries as they come.
 */
final class ListPacker {
  private ListPacker() {}

  /** The entries as a list with what its format promises; the type's elements are the list's. */
  static Storage pack(CoordinateList list, TensorType type) {
    Format format = type.format();
    boolean ordered = format.levels().stream().anyMatch(l -> l.properties().ordered());
    CoordinateList kept;
    if (ordered) {
      kept =
          format.hasDuplicates()
              ? CoordinateSorter.arrange(list, format.dimensions())
              : Conversion.entries(CoordinateSorter.sort(list, format.dimensions()));
    } else {
      kept = format.hasDuplicates() ? list.trimmed() : Duplicates.combine(list);
    }
    List<List<Object>> levels = new ArrayList<>();
    for (int d : format.dimensions()) {
      int[] column = kept.coordinates(d);
      levels.add(levels.isEmpty() ? List.of(new int[] {0, kept.count()}, column) : List.of(column));
    }
    List<Integer> dimensions = IntStream.of(list.dimensions()).boxed().toList();
    return new Storage(type, dimensions, levels, kept.values());
  }
}
