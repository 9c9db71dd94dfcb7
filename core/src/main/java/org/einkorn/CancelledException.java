package org.einkorn;

/**
 * A computation was stopped because the thread that called it was interrupted. The thread is still
 * marked as interrupted.
 */
public final class CancelledException extends EinkornException {
  private static final long serialVersionUID = 1L;

  public CancelledException() {
    super("The computation was stopped because its thread was interrupted.");
  }
}
