package org.einkorn;

import java.lang.ref.SoftReference;
import java.util.Arrays;
import org.einkorn.advice.Quantities;
import org.einkorn.element.Constant;
import org.einkorn.runtime.Conversion;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;

/** The entries of a tensor one by one. They are listed when they are first asked for. */
final class StoredEntries {
  private final Storage storage;
  private volatile SoftReference<CoordinateList> listed;

  StoredEntries(Storage storage) {
    this.storage = storage;
  }

  /** The entries as a list that nobody may write to, kept as long as there is memory. */
  CoordinateList list() {
    SoftReference<CoordinateList> before = listed;
    CoordinateList known = before == null ? null : before.get();
    if (known == null) {
      known = Conversion.unpack(storage);
      listed = new SoftReference<>(known);
    }
    return known;
  }

  /** The value at a coordinate, stored or not. */
  Constant at(int[] coordinate) {
    int[] sizes = storage.dimensions().stream().mapToInt(Integer::intValue).toArray();
    boolean inside = coordinate.length == sizes.length;
    for (int d = 0; inside && d < sizes.length; d++) {
      inside = coordinate[d] >= 0 && coordinate[d] < sizes[d];
    }
    if (!inside) {
      throw new EinkornException(
          "Coordinate "
              + Arrays.toString(coordinate)
              + " is not one of a tensor of size "
              + Quantities.sizes(sizes)
              + ".");
    }
    CoordinateList entries = list();
    int at = entries.find(coordinate);
    return at < 0 ? storage.type().fill() : entries.type().get(entries.values(), at);
  }

  void forEach(Tensor.EntryVisitor visitor) {
    CoordinateList entries = list();
    int[] coordinate = new int[entries.order()];
    for (int k = 0; k < entries.count(); k++) {
      for (int d = 0; d < coordinate.length; d++) {
        coordinate[d] = entries.coordinates(d)[k];
      }
      visitor.visit(coordinate, entries.type().get(entries.values(), k).asDouble());
    }
  }

  /** The entries in a tensor of another size, which must have room for them. */
  CoordinateList resized(int[] dimensions) {
    CoordinateList entries = list().copy();
    int[][] coordinates = new int[dimensions.length][];
    for (int d = 0; d < dimensions.length; d++) {
      coordinates[d] = entries.coordinates(d);
      for (int coordinate : coordinates[d]) {
        if (coordinate >= dimensions[d]) {
          throw new EinkornException(
              "A tensor of size "
                  + Quantities.sizes(dimensions)
                  + " has no room for the entry at coordinate "
                  + coordinate
                  + " of dimension "
                  + (d + 1)
                  + ".");
        }
      }
    }
    return new CoordinateList(
        entries.type(), dimensions, coordinates, entries.values(), entries.count());
  }
}
