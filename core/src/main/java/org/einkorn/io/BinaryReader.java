package org.einkorn.io;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.einkorn.EinkornException;
import org.einkorn.Progress;
import org.einkorn.element.ElementType;
import org.einkorn.format.LevelFormat;
import org.einkorn.storage.Storage;
import org.einkorn.support.Workers;

/** Reads a binary file: blocks of a mapped one are checked and copied by several threads. */
final class BinaryReader {
  private final String name;
  private final int headerBytes;
  private final BinaryHeader header;
  private final BinaryBlocks blocks;
  private final Object[] arrays;

  private BinaryReader(String name, byte[] headerText) {
    this.name = name;
    this.headerBytes = headerText.length;
    this.header = BinaryHeader.decode(name, headerText);
    this.blocks = new BinaryBlocks(header.arrays());
    this.arrays = new Object[header.arrays().size()];
    checkArrays();
  }

  static Storage read(FileBytes file) throws IOException {
    try {
      return file.mapped().isPresent()
          ? read(file.name(), file.mapped().get(), file.progress())
          : read(file.name(), file.stream(), file.size());
    } catch (OutOfMemoryError e) {
      throw new EinkornException(
          file.name()
              + " holds a tensor that does not fit into memory; give the JVM more with -Xmx.",
          e);
    }
  }

  private static Storage read(String name, MemorySegment file, Progress progress) {
    byte[] start = bytes(file, BinaryHeader.START);
    BinaryReader reader = new BinaryReader(name, bytes(file, length(name, start, file.byteSize())));
    reader.checkEnd(file.byteSize());
    reader.allocate();
    reader.load(file.asSlice(reader.headerBytes), progress);
    return reader.storage();
  }

  private static byte[] bytes(MemorySegment file, long count) {
    return file.asSlice(0, Math.min(count, file.byteSize())).toArray(ValueLayout.JAVA_BYTE);
  }

  private static int length(String name, byte[] start, long fileBytes) {
    int length = BinaryHeader.length(name, start);
    if (length > fileBytes) {
      throw BinaryHeader.cutOff(name, fileBytes);
    }
    return length;
  }

  /** Checks and copies all blocks; of several that are damaged the first is told. */
  private void load(MemorySegment data, Progress progress) {
    AtomicInteger damaged = new AtomicInteger(blocks.count());
    long[] done = {headerBytes};
    Workers.run(
        blocks.count(),
        b -> {
          MemorySegment block = data.asSlice(blocks.offset(b), blocks.bytes(b));
          if (!load(b, block)) {
            damaged.accumulateAndGet(b, Math::min);
          }
          synchronized (done) {
            done[0] += block.byteSize();
            progress.report(done[0], headerBytes + data.byteSize());
          }
        });
    if (damaged.get() < blocks.count()) {
      throw damaged(damaged.get());
    }
  }

  /** The same from a stream, which may be decompressed on the way. */
  private static Storage read(String name, InputStream in, long fileBytes) throws IOException {
    byte[] start = in.readNBytes(BinaryHeader.START);
    int length = BinaryHeader.length(name, start);
    byte[] headerText = Arrays.copyOf(start, length);
    int more = in.readNBytes(headerText, start.length, length - start.length);
    if (start.length + more < length) {
      throw BinaryHeader.cutOff(name, start.length + more);
    }
    BinaryReader reader = new BinaryReader(name, headerText);
    if (fileBytes >= 0) {
      reader.checkEnd(fileBytes);
    }
    reader.allocate();
    reader.load(in);
    return reader.storage();
  }

  private void load(InputStream in) throws IOException {
    byte[] block = new byte[(int) Math.min(BinaryArray.BLOCK, blocks.bytes())];
    long at = headerBytes;
    for (int b = 0; b < blocks.count(); b++) {
      int count = in.readNBytes(block, 0, blocks.bytes(b));
      if (count < blocks.bytes(b)) {
        throw BinaryHeader.cutOff(name, at + count);
      }
      if (!load(b, MemorySegment.ofArray(block).asSlice(0, count))) {
        throw damaged(b);
      }
      at += count;
    }
    if (in.read() >= 0) {
      throw goesOn(at);
    }
  }

  private boolean load(int b, MemorySegment block) {
    blocks.array(b).load(block, blocks.within(b), arrays[blocks.arrayNumber(b)]);
    return BinaryArray.checksum(block) == header.checksums()[b];
  }

  private void checkEnd(long fileBytes) {
    long end = headerBytes + blocks.bytes();
    if (fileBytes < end) {
      throw BinaryHeader.cutOff(name, fileBytes);
    }
    if (fileBytes > end) {
      throw goesOn(end);
    }
  }

  private EinkornException goesOn(long end) {
    return new EinkornException(
        name + " goes on after byte " + end + ", where it should end: copy or write it once more.");
  }

  private EinkornException damaged(int block) {
    long from = headerBytes + blocks.offset(block);
    return BinaryHeader.damaged(name, from, from + blocks.bytes(block));
  }

  /** Arrays are cleared when they are made, which takes about as long as to fill them. */
  private void allocate() {
    Workers.run(
        arrays.length,
        a -> {
          BinaryArray array = header.arrays().get(a);
          arrays[a] = array.type().allocate(array.length());
        });
  }

  /** Refuses arrays that are not those of the format: a level may have changed since. */
  private void checkArrays() {
    List<ElementType> expected = new ArrayList<>();
    for (LevelFormat level : header.type().format().levels()) {
      level.arrays().forEach(array -> expected.add(array.type().element()));
    }
    expected.add(header.type().element());
    List<ElementType> found = header.arrays().stream().map(BinaryArray::type).toList();
    if (!found.equals(expected) || header.dimensions().size() != header.type().order()) {
      throw new EinkornException(
          name
              + " holds other arrays than a tensor stored as "
              + header.type().format()
              + " has here: read it with the Einkorn that wrote it and convert it to .tns.");
    }
  }

  private Storage storage() {
    return Storage.of(header.type(), header.dimensions(), Arrays.asList(arrays));
  }
}
