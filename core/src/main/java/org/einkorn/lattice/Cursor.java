package org.einkorn.lattice;

import org.einkorn.notation.Expression.Access;

/** One level of one operand, as it takes part in a loop. */
public record Cursor(Access access, int level) {
  @Override
  public String toString() {
    return label(access, level);
  }

  /** The name of a level: A2 for the second level of A. */
  public static String label(Access access, int level) {
    return label(access.tensor(), level);
  }

  public static String label(String tensor, int level) {
    boolean endsInDigit = Character.isDigit(tensor.charAt(tensor.length() - 1));
    return tensor + (endsInDigit ? "_" : "") + (level + 1);
  }
}
