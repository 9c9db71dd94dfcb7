package org.einkorn.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.einkorn.Progress;

/**
 * Blocks from a file that is mapped into memory. Threads wait for one another only until it is
 * settled where a block ends; each copies its own, because loops over arrays are faster than loops
 * over mapped memory.
 */
final class MappedBlocks implements TextBlocks {
  private final MemorySegment text;
  private final Progress progress;
  private final int usualLength;
  private long next;
  private int taken;

  MappedBlocks(MemorySegment text, Progress progress, int usualLength) {
    this.text = text;
    this.progress = progress;
    this.usualLength = usualLength;
  }

  @Override
  public boolean next(TextBlock block) {
    long from;
    long to;
    synchronized (this) {
      if (isExhausted()) {
        return false;
      }
      block.clear(taken++);
      from = next;
      to = lineStart(from, from + usualLength);
      next = to;
      if (to - from > TextBlock.LONGEST_LINE) {
        next = text.byteSize();
        block.failForLength();
        return true;
      }
      progress.report(next, text.byteSize());
    }
    block.length = (int) (to - from);
    block.reserve(block.length);
    MemorySegment.copy(text, ValueLayout.JAVA_BYTE, from, block.bytes, 0, block.length);
    block.endLastLine();
    return true;
  }

  /** The last start of a line from one place to another; behind it, if there is none, the next. */
  private long lineStart(long from, long to) {
    if (to >= text.byteSize()) {
      return text.byteSize();
    }
    for (long at = to; at > from; at--) {
      if (isLineStart(at)) {
        return at;
      }
    }
    long at = to + 1;
    while (at < text.byteSize() && at - from <= TextBlock.LONGEST_LINE && !isLineStart(at)) {
      at++;
    }
    return at;
  }

  private boolean isLineStart(long at) {
    return text.get(ValueLayout.JAVA_BYTE, at - 1) == '\n';
  }

  @Override
  public synchronized int taken() {
    return taken;
  }

  @Override
  public synchronized boolean isExhausted() {
    return next == text.byteSize();
  }

  @Override
  public synchronized long remaining() {
    return text.byteSize() - next;
  }
}
