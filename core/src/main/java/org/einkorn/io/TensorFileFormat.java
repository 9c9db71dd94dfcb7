package org.einkorn.io;

import java.io.IOException;
import java.io.OutputStream;
import org.einkorn.element.Constant;

/**
 * A way of writing a tensor down. {@link TensorFiles} lists the formats and does what they share:
 * choosing one, opening files, compression, progress, replacing files safely.
 */
interface TensorFileFormat {
  /** How names of such files end, with the dot, in lower case. */
  String extension();

  /** Reads a whole file, which the caller closes. */
  FileContent read(FileBytes file) throws IOException;

  /** Whether a file keeps the format that a tensor is stored in; all others list its entries. */
  default boolean keepsFormat() {
    return false;
  }

  /** Refuses to write tensors of an order that the format cannot hold. */
  default void checkOrder(String name, int order) {}

  /** Refuses to write tensors that have a value, where they have no entry, that it cannot hold. */
  default void checkFill(String name, Constant fill) {}

  /** Writes a tensor whose order and fill value have been checked. */
  void write(String name, FileContent content, OutputStream out) throws IOException;
}
