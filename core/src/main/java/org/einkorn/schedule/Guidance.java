package org.einkorn.schedule;

import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;

/**
 * What loops are chosen by, besides the statement and the types of its tensors.
 *
 * @param measured the sizes of the tensors
 * @param placed whether somebody wrote where the sums stand, so that none is moved
 */
public record Guidance(Measurements measured, boolean placed) {
  /** Nothing is measured, and sums may be moved. */
  public static final Guidance NONE = new Guidance(Measurements.NONE, false);

  /** For a value as it was written, before the sums that follow from it are bound. */
  public static Guidance of(Expression written, Measurements measured) {
    return new Guidance(measured.decisive(), containsReduction(written));
  }

  private static boolean containsReduction(Expression e) {
    return e instanceof Reduce
        || Expressions.children(e).stream().anyMatch(Guidance::containsReduction);
  }

  public String key() {
    return (placed ? "placed " : "") + measured.key();
  }
}
