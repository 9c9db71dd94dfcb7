package org.einkorn.io;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Einkorn's own format: a tensor as it lies in memory, in any format and with any fill value, so
 * that reading is little more than copying. All numbers have their lowest byte first.
 *
 * <pre>
 * 8 bytes   the signature: 89 45 4B 54 0D 0A 1A 0A
 * int32     the version, 1
 * int32     how long the header is, up to the first array: a multiple of 64
 * int32     the CRC-32C of the header without these four bytes
 * text      the element type
 * text      the format in its long form; empty for a scalar
 * int64     the fill value: an integer, or the bits of a float64
 * int32     how many dimensions there are, and the size of each
 * int32     how many arrays there are, and for each: text, its element type; int64, its length
 * int32     the CRC-32C of each block of each array
 *           zeros up to the end of the header
 *           the arrays of the levels, the first level first, and the values
 * </pre>
 *
 * A text is an int32, its length in bytes, and these, as UTF-8. A bool is a byte, 0 or 1. Zeros
 * follow an array up to the next multiple of 64 bytes. The blocks of an array are of a mebibyte,
 * zeros among them, and the last one is as long as is left.
 */
final class BinaryFormat implements TensorFileFormat {
  @Override
  public String extension() {
    return ".ek";
  }

  @Override
  public boolean keepsFormat() {
    return true;
  }

  @Override
  public FileContent read(FileBytes file) throws IOException {
    return new FileContent.Stored(BinaryReader.read(file));
  }

  @Override
  public void write(String name, FileContent content, OutputStream out) throws IOException {
    BinaryWriter.write(content.storage(), out);
  }
}
