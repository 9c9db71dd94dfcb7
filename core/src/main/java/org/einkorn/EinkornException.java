package org.einkorn;

/**
 * What Einkorn throws when it cannot do what it was asked: the message is one sentence for the
 * person who asked, with the place of the mistake and, where there is one, the way out.
 */
public class EinkornException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EinkornException(String message) {
    super(message);
  }

  public EinkornException(String message, Throwable cause) {
    super(message, cause);
  }
}
