package org.einkorn.io;

/**
 * A text as a sequence of blocks. Several threads may take blocks; their numbers tell the order.
 */
interface TextBlocks {
  /**
   * How long blocks are, if lines allow: with what is read from one, it stays in a core's cache.
   */
  int USUAL_LENGTH = 1 << 18;

  /** Fills the block with the next lines; false if none is left. */
  boolean next(TextBlock block);

  /** How many blocks were taken. */
  int taken();

  /** Whether nothing is left, as far as is known without reading on. */
  boolean isExhausted();

  /** How many bytes of the text have not been taken; negative if nobody can tell. */
  long remaining();

  static TextBlocks of(FileBytes file) {
    return file.mapped().isPresent()
        ? new MappedBlocks(file.mapped().get(), file.progress(), USUAL_LENGTH)
        : new StreamBlocks(file.stream(), USUAL_LENGTH);
  }
}
