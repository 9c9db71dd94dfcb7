package org.einkorn.lattice;

import org.einkorn.notation.Expression.Access;

/** One level of one operand, as it takes part in a loop. */
public record Cursor(Access access, int level) {
  @Override
  public String toString() {
    return access.tensor() + (level + 1);
  }
}
