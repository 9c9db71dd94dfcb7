package org.einkorn.operator;

/** How tightly operators bind in text, the loosest first. */
public final class Precedence {
  /** {@code a where b}. */
  public static final int WHERE = 0;

  /** {@code a ? b : c}. */
  public static final int CHOICE = 1;

  public static final int OR = 2;
  public static final int AND = 3;
  public static final int EQUALITY = 4;
  public static final int ORDER = 5;
  public static final int SUM = 6;
  public static final int PRODUCT = 7;
  public static final int PREFIX = 8;

  private Precedence() {}
}
