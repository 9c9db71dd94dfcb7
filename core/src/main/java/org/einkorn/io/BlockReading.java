package org.einkorn.io;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.einkorn.EinkornException;
import org.einkorn.support.Workers;

/**
 * Reads the entries of a text on several threads: each takes block after block and reads it into a
 * part, and the parts are put together in the order of the text. So they are few, stay in a
 * processor's cache, and are used again.
 */
final class BlockReading<P> {
  /** What follows the header of a text. */
  interface Body<P> {
    P newPart();

    /**
     * Reads all lines of a block into a part, whatever it held before. {@code found}: how many
     * entries come before the block, or 0 while nobody knows.
     */
    void read(NumberScanner in, P part, long found);

    /**
     * Adds a part after those before it; false if that is wrong for a reason that only reading it
     * again will tell.
     */
    boolean append(P part);

    /** How many entries were found so far. */
    long found();

    /** Says how many times as much text is still to come as was read so far. */
    void expectMore(double times);
  }

  /** Where one block is read. */
  private final class Step {
    final TextBlock block = new TextBlock();
    final NumberScanner scanner = new NumberScanner(name);
    final P part = body.newPart();
    boolean failed;

    void read(long firstLine, long found) {
      scanner.start(block, firstLine);
      body.read(scanner, part, found);
    }
  }

  /** So many blocks are read before threads, which take time to start, are worth it. */
  private static final int BLOCKS_ALONE = 16;

  private final String name;
  private final TextBlocks blocks;
  private final Body<P> body;
  private final Deque<Step> free = new ArrayDeque<>();
  private final Map<Integer, Step> done = new HashMap<>();

  /** The block that is to be appended next, and the number of its first line. */
  private int next;

  private long line;

  private BlockReading(NumberScanner in, TextBlocks blocks, Body<P> body) {
    this.name = in.name();
    this.blocks = blocks;
    this.body = body;
    this.next = blocks.taken();
    this.line = in.line();
  }

  /** Reads all lines that are left. */
  static <P> void read(NumberScanner in, Body<P> body) {
    TextBlocks blocks = in.detach();
    int length = in.left();
    P part = body.newPart();
    body.read(in, part, 0);
    body.append(part);
    body.expectMore(Math.max(0, blocks.remaining()) / Math.max(1.0, length));
    BlockReading<P> rest = new BlockReading<>(in, blocks, body);
    boolean more = true;
    for (int n = 1; more && n < BLOCKS_ALONE; n++) {
      more = rest.readBlock();
    }
    if (more && !blocks.isExhausted()) {
      Workers.runWhile(rest::readBlock);
    }
    in.end(rest.line);
  }

  private boolean readBlock() {
    Step step = step();
    if (!blocks.next(step.block)) {
      return false;
    }
    try {
      // The first line is not known before all blocks above have been read.
      step.read(1, 0);
      step.failed = false;
    } catch (EinkornException e) {
      step.failed = true;
    }
    append(step);
    return true;
  }

  private synchronized Step step() {
    return free.isEmpty() ? new Step() : free.pop();
  }

  /** Appends the step and those that waited for it; the first thing wrong in the text is said. */
  private synchronized void append(Step finished) {
    done.put(finished.block.number, finished);
    for (Step step = done.remove(next); step != null; step = done.remove(next)) {
      long lines = step.scanner.line() - 1;
      if (step.failed || !body.append(step.part)) {
        step.read(line, body.found());
        lines = step.scanner.line() - line;
        body.append(step.part);
      }
      line += lines;
      next++;
      free.push(step);
    }
  }
}
