package org.einkorn.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.einkorn.CancelledException;

/** Blocks from a stream: while some threads parse, one reads, and maybe decompresses. */
final class StreamBlocks implements TextBlocks {
  private static final byte[] NOTHING = {};

  private final InputStream in;
  private final int usualLength;

  /** The line that the last block had no room for the whole of. */
  private byte[] lineBegun = NOTHING;

  private boolean ended;
  private int taken;

  StreamBlocks(InputStream in, int usualLength) {
    this.in = in;
    this.usualLength = usualLength;
  }

  @Override
  public synchronized boolean next(TextBlock block) {
    if (isExhausted()) {
      return false;
    }
    block.clear(taken);
    block.reserve(lineBegun.length);
    System.arraycopy(lineBegun, 0, block.bytes, 0, lineBegun.length);
    block.length = lineBegun.length;
    lineBegun = NOTHING;
    try {
      readLines(block);
    } catch (IOException e) {
      ended = true;
      block.length = behindLastLine(block);
      fail(block, e);
    }
    boolean something = block.length > 0 || block.failure != null;
    taken += something ? 1 : 0;
    return something;
  }

  private void readLines(TextBlock block) throws IOException {
    fill(block);
    int end = behindLastLine(block);
    while (end == 0 && !ended) {
      if (block.length > TextBlock.LONGEST_LINE) {
        ended = true;
        block.failForLength();
        return;
      }
      fill(block);
      end = behindLastLine(block);
    }
    if (ended) {
      block.endLastLine();
    } else {
      lineBegun = Arrays.copyOfRange(block.bytes, end, block.length);
      block.length = end;
    }
  }

  /** Reads on, until the block has twice as much or the usual length, or the stream ends. */
  private void fill(TextBlock block) throws IOException {
    int length = Math.max(usualLength, 2 * block.length);
    block.reserve(length);
    while (!ended && block.length < length) {
      int count = in.read(block.bytes, block.length, length - block.length);
      ended = count < 0;
      block.length += Math.max(0, count);
    }
  }

  private static int behindLastLine(TextBlock block) {
    int end = block.length;
    while (end > 0 && block.bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private static void fail(TextBlock block, IOException e) {
    switch (e) {
      case ClosedByInterruptException stopped -> throw new CancelledException();
      case EOFException early -> block.fail("the gzip data end here, in the middle", early);
      case ZipException damaged -> block.fail("the gzip data are damaged from here on", damaged);
      default -> block.fail("reading failed: " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized int taken() {
    return taken;
  }

  @Override
  public synchronized boolean isExhausted() {
    return ended && lineBegun.length == 0;
  }

  @Override
  public long remaining() {
    return -1;
  }
}
