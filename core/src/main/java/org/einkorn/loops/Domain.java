package org.einkorn.loops;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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

  /** The coordinates from {@code from} up to the least of {@code to}, as far as there are any. */
  record Between(IndexExpression<IndexVariable> from, List<IndexExpression<IndexVariable>> to)
      implements Domain {
    public Between {
      to = List.copyOf(to);
    }
  }

  /**
   * The numbers of pieces of {@code size} each into which positions of the operand's level fall:
   * its children where the loop stands or, {@code inAll}, the positions of the whole level.
   */
  record Pieces(Access operand, int level, boolean inAll, IndexExpression<IndexVariable> size)
      implements Domain {}

  /**
   * The children number {@code from} to {@code to - 1} of the operand, as far as it has so many
   * where the loop stands.
   */
  record Children(
      Access operand, IndexExpression<IndexVariable> from, List<IndexExpression<IndexVariable>> to)
      implements Domain {
    public Children {
      to = List.copyOf(to);
    }
  }

  /**
   * The coordinates under which the operand has some of the positions {@code from ≤ p < to} of its
   * level {@code level}, counted over all parents.
   */
  record Under(
      Access operand,
      int level,
      IndexExpression<IndexVariable> from,
      List<IndexExpression<IndexVariable>> to)
      implements Domain {
    public Under {
      to = List.copyOf(to);
    }
  }

  /** The operand whose positions it follows, if it does. */
  default Optional<Access> followed() {
    return switch (this) {
      case All a -> Optional.empty();
      case Between b -> Optional.empty();
      case Pieces p -> Optional.of(p.operand);
      case Children c -> Optional.of(c.operand);
      case Under u -> Optional.of(u.operand);
    };
  }

  /** The same following another access to the operand. */
  default Domain following(Access other) {
    return switch (this) {
      case All a -> a;
      case Between b -> b;
      case Pieces p -> new Pieces(other, p.level, p.inAll, p.size);
      case Children c -> new Children(other, c.from, c.to);
      case Under u -> new Under(other, u.level, u.from, u.to);
    };
  }

  /** What all domains for {@code first ≤ v ≤ last} make together, which follow each other. */
  default Domain through(IndexVariable v, IndexVariable first, IndexVariable last) {
    return switch (this) {
      case All a -> a;
      case Pieces p -> p;
      case Between b -> new Between(at(b.from, v, first), at(b.to, v, last));
      case Children c -> new Children(c.operand, at(c.from, v, first), at(c.to, v, last));
      case Under u -> new Under(u.operand, u.level, at(u.from, v, first), at(u.to, v, last));
    };
  }

  private static List<IndexExpression<IndexVariable>> at(
      List<IndexExpression<IndexVariable>> bounds, IndexVariable v, IndexVariable value) {
    return bounds.stream().map(bound -> at(bound, v, value)).toList();
  }

  private static IndexExpression<IndexVariable> at(
      IndexExpression<IndexVariable> bound, IndexVariable v, IndexVariable value) {
    return bound.map(x -> x.equals(v) ? value : x, size -> size);
  }

  /** How it is written after the loop's variable: nothing for all coordinates. */
  default String text() {
    return switch (this) {
      case All a -> "";
      case Between b -> " from " + b.from.text() + " to " + text(b.to);
      case Pieces p ->
          " over pieces of "
              + p.size.text()
              + (p.inAll ? " positions of " : " children of ")
              + p.operand.tensor()
              + (p.level + 1);
      case Children c ->
          " over children " + c.from.text() + " to " + text(c.to) + " of " + name(c.operand);
      case Under u ->
          " over positions "
              + u.from.text()
              + " to "
              + text(u.to)
              + " of "
              + u.operand.tensor()
              + (u.level + 1);
    };
  }

  private static String text(List<IndexExpression<IndexVariable>> bounds) {
    return bounds.stream().map(IndexExpression::text).collect(Collectors.joining(" or "));
  }

  private static String name(Access access) {
    return org.einkorn.notation.Printer.print(access);
  }
}
