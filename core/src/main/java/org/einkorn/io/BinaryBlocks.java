package org.einkorn.io;

import java.util.List;

/** The blocks of all arrays of a binary file, numbered through. */
final class BinaryBlocks {
  private final List<BinaryArray> arrays;
  private final int[] arrayNumbers;
  private final int[] within;
  private final long[] offsets;
  private final long bytes;

  BinaryBlocks(List<BinaryArray> arrays) {
    this.arrays = arrays;
    int count = arrays.stream().mapToInt(BinaryArray::blocks).sum();
    this.arrayNumbers = new int[count];
    this.within = new int[count];
    this.offsets = new long[count];
    int b = 0;
    long offset = 0;
    for (int a = 0; a < arrays.size(); a++) {
      for (int block = 0; block < arrays.get(a).blocks(); block++) {
        arrayNumbers[b] = a;
        within[b] = block;
        offsets[b] = offset;
        offset += arrays.get(a).blockBytes(block);
        b++;
      }
    }
    this.bytes = offset;
  }

  int count() {
    return offsets.length;
  }

  /** The bytes of all. */
  long bytes() {
    return bytes;
  }

  int bytes(int block) {
    return array(block).blockBytes(within[block]);
  }

  /** Where it starts, counted from the first one. */
  long offset(int block) {
    return offsets[block];
  }

  BinaryArray array(int block) {
    return arrays.get(arrayNumbers[block]);
  }

  int arrayNumber(int block) {
    return arrayNumbers[block];
  }

  /** Its number among the blocks of its array. */
  int within(int block) {
    return within[block];
  }
}
