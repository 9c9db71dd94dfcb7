package org.einkorn.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.einkorn.element.ElementType;

/**
 * An array in a binary file: what it holds, and how it is cut into blocks.
 *
 * @param length how many elements it has
 */
record BinaryArray(ElementType type, int length) {
  BinaryArray {
    if (length < 0) {
      throw new IllegalArgumentException("an array of length " + length);
    }
  }

  /** A block is checked and copied while it is in a core's cache. */
  static final int BLOCK = 1 << 20;

  /** Arrays start at multiples of it, as vector instructions like them to. */
  static final int ALIGNMENT = 64;

  static long align(long bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** How many bytes it takes in a file, zeros behind it among them. */
  long bytes() {
    return align((long) length * type.bytes());
  }

  int blocks() {
    return Math.toIntExact((bytes() + BLOCK - 1) / BLOCK);
  }

  int blockBytes(int block) {
    return (int) Math.min(BLOCK, bytes() - (long) block * BLOCK);
  }

  private int first(int block) {
    return block * (BLOCK / type.bytes());
  }

  private int count(int block) {
    return Math.min(BLOCK / type.bytes(), length - first(block));
  }

  /** Copies a block of a file into the array. */
  void load(MemorySegment block, int number, Object array) {
    if (array instanceof boolean[] bools) {
      for (int k = 0; k < count(number); k++) {
        bools[first(number) + k] = block.get(ValueLayout.JAVA_BYTE, k) != 0;
      }
    } else {
      MemorySegment.copy(block, layout(), 0, array, first(number), count(number));
    }
  }

  /** Copies a part of the array, with zeros behind it, to where a block of a file is made. */
  void save(Object array, int number, byte[] block) {
    int count = count(number);
    if (array instanceof boolean[] bools) {
      for (int k = 0; k < count; k++) {
        block[k] = (byte) (bools[first(number) + k] ? 1 : 0);
      }
    } else {
      MemorySegment target = MemorySegment.ofArray(block);
      MemorySegment.copy(array, first(number), target, layout(), 0, count);
    }
    Arrays.fill(block, count * type.bytes(), blockBytes(number), (byte) 0);
  }

  static int checksum(MemorySegment bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.asByteBuffer());
    return (int) checksum.getValue();
  }

  private ValueLayout layout() {
    ValueLayout layout =
        switch (type) {
          case BOOL -> ValueLayout.JAVA_BYTE;
          case INT32 -> ValueLayout.JAVA_INT_UNALIGNED;
          case INT64 -> ValueLayout.JAVA_LONG_UNALIGNED;
          case FLOAT32 -> ValueLayout.JAVA_FLOAT_UNALIGNED;
          case FLOAT64 -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
        };
    return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
  }
}
