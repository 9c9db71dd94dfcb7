package org.einkorn.support;

/** Memory ran out when an array of a kernel had to grow. */
public final class OutgrownError extends OutOfMemoryError {
  private static final long serialVersionUID = 1;

  private final int reached;

  OutgrownError(int reached, int wanted) {
    super("an array of " + reached + " elements could not grow to " + wanted);
    this.reached = reached;
  }

  /** How many elements the array had. */
  public int reached() {
    return reached;
  }
}
