package org.einkorn.io;

/**
 * Blocks that seem to come late in a long text, where usual lines are read by a loop of their own.
 */
record LaterBlocks(TextBlocks blocks) implements TextBlocks {
  private static final int BEFORE = (int) UsualLines.TEXT_BEFORE;

  @Override
  public boolean next(TextBlock block) {
    boolean there = blocks.next(block);
    block.number += BEFORE;
    return there;
  }

  @Override
  public int taken() {
    return BEFORE + blocks.taken();
  }

  @Override
  public boolean isExhausted() {
    return blocks.isExhausted();
  }

  @Override
  public long remaining() {
    return blocks.remaining();
  }
}
