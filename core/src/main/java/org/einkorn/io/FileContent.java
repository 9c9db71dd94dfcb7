package org.einkorn.io;

import org.einkorn.element.Constant;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.runtime.Conversion;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;

/** What a file holds: a list of entries, or a tensor as it is stored in memory. */
public sealed interface FileContent {
  CoordinateList entries();

  /** The value where there is no entry. */
  Constant fill();

  /**
   * Whether the file says how large the tensor is; otherwise its sizes are the largest coordinates
   * found: lower bounds.
   */
  boolean sizesKnown();

  int order();

  /** The tensor in its format, or in that of a sorted list. */
  Storage storage();

  /** Entries in any order, maybe several at one coordinate. */
  record Listed(CoordinateList entries, Constant fill, boolean sizesKnown) implements FileContent {
    /** A tensor that is zero where it has no entry. */
    public Listed(CoordinateList entries, boolean sizesKnown) {
      this(entries, Constant.zero(entries.type()), sizesKnown);
    }

    @Override
    public int order() {
      return entries.order();
    }

    @Override
    public Storage storage() {
      TensorType type = new TensorType(entries.type(), Formats.coordinate(order()), fill);
      return Conversion.pack(entries, type);
    }

    /** Whether it has an entry for every coordinate. */
    boolean isFull() {
      long coordinates = 1;
      for (int size : entries.dimensions()) {
        // Saturates far above what a list can count.
        coordinates = Math.min(coordinates * size, 1L << 32);
      }
      return entries.count() == coordinates;
    }
  }

  /** A tensor in the format that the file keeps. */
  record Stored(Storage storage) implements FileContent {
    @Override
    public CoordinateList entries() {
      return Conversion.unpack(storage);
    }

    @Override
    public Constant fill() {
      return storage.type().fill();
    }

    @Override
    public boolean sizesKnown() {
      return true;
    }

    @Override
    public int order() {
      return storage.type().order();
    }
  }
}
