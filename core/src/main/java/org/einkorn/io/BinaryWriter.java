package org.einkorn.io;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.List;
import org.einkorn.element.ElementType;
import org.einkorn.storage.Storage;
import org.einkorn.support.Workers;

/** Writes a binary file: first all checksums are computed, in parallel, for they come first. */
final class BinaryWriter {
  private BinaryWriter() {}

  static void write(Storage tensor, OutputStream out) throws IOException {
    List<Object> arrays = tensor.arrays();
    List<BinaryArray> kinds = arrays.stream().map(BinaryWriter::kind).toList();
    BinaryBlocks blocks = new BinaryBlocks(kinds);
    int[] checksums = new int[blocks.count()];
    Workers.run(
        checksums.length,
        b -> {
          byte[] block = new byte[blocks.bytes(b)];
          blocks.array(b).save(arrays.get(blocks.arrayNumber(b)), blocks.within(b), block);
          checksums[b] = BinaryArray.checksum(MemorySegment.ofArray(block));
        });
    out.write(new BinaryHeader(tensor.type(), tensor.dimensions(), kinds, checksums).encode());
    byte[] block = new byte[BinaryArray.BLOCK];
    for (int b = 0; b < checksums.length; b++) {
      blocks.array(b).save(arrays.get(blocks.arrayNumber(b)), blocks.within(b), block);
      out.write(block, 0, blocks.bytes(b));
    }
  }

  private static BinaryArray kind(Object array) {
    return new BinaryArray(ElementType.ofArray(array), Array.getLength(array));
  }
}
