package org.einkorn.loops;

import org.einkorn.format.IndexExpression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/**
 * Which coordinates of its variable a loop visits: all of them, or a part that variables of loops
 * further out pick. Loops over parts, one after the other, visit everything once and in order.
 */
public sealed interface Domain {
  Domain ALL = new All();

  record All() implements Domain {}

  /** The coordinates {@code from ≤ v < to}, as far as there are any. */
  record Between(IndexExpression<IndexVariable> from, IndexExpression<IndexVariable> to)
      implements Domain {}

  /**
   * The children number {@code from} to {@code to - 1} of the operand, as far as it has so many
   * where the loop stands.
   */
  record Children(
      Access operand, IndexExpression<IndexVariable> from, IndexExpression<IndexVariable> to)
      implements Domain {}

  /**
   * The coordinates under which the operand has some of the positions {@code from ≤ p < to} of its
   * level {@code level}, counted over all parents.
   */
  record Under(
      Access operand,
      int level,
      IndexExpression<IndexVariable> from,
      IndexExpression<IndexVariable> to)
      implements Domain {}

  /** How it is written after the loop's variable: nothing for all coordinates. */
  default String text() {
    return switch (this) {
      case All a -> "";
      case Between b -> " from " + b.from.text() + " to " + b.to.text();
      case Children c ->
          " over children " + c.from.text() + " to " + c.to.text() + " of " + name(c.operand);
      case Under u ->
          " over positions "
              + u.from.text()
              + " to "
              + u.to.text()
              + " of "
              + u.operand.tensor()
              + (u.level + 1);
    };
  }

  private static String name(Access access) {
    return org.einkorn.notation.Printer.print(access);
  }
}
