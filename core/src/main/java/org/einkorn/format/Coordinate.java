package org.einkorn.format;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * What a level stores the coordinates of, in terms of the tensor's dimensions.
 *
 * <pre>
 * c ::= i          a dimension
 *     | c / n      which block of n
 *     | c % n      where within the block
 *     | j - i      which diagonal; stored as j - i + size(i) - 1, so that it is never negative
 *     | slot       no coordinate at all: the running number of a nonzero
 * </pre>
 */
public sealed interface Coordinate {
  record Dimension(int number) implements Coordinate {}

  record Quotient(Coordinate of, int by) implements Coordinate {
    public Quotient {
      requireBlock(by);
    }
  }

  record Remainder(Coordinate of, int by) implements Coordinate {
    public Remainder {
      requireBlock(by);
    }
  }

  /** {@code left - right}, both dimensions. */
  record Difference(int left, int right) implements Coordinate {}

  record Slot() implements Coordinate {}

  private static void requireBlock(int by) {
    if (by < 1) {
      throw new org.einkorn.EinkornException(
          "A block must have a size of at least 1, not " + by + ".");
    }
  }

  /** The dimensions it is computed from. */
  default List<Integer> dimensions() {
    return switch (this) {
      case Dimension d -> List.of(d.number);
      case Quotient q -> q.of.dimensions();
      case Remainder r -> r.of.dimensions();
      case Difference d -> List.of(d.left, d.right);
      case Slot s -> List.of();
    };
  }

  /** The least order of a tensor that has all the dimensions it is computed from. */
  default int order() {
    return switch (this) {
      case Dimension d -> d.number + 1;
      case Quotient q -> q.of.order();
      case Remainder r -> r.of.order();
      case Difference d -> Math.max(d.left, d.right) + 1;
      case Slot s -> 0;
    };
  }

  /** How it is written, given the names of the dimensions. */
  default String text(IntFunction<String> names) {
    return switch (this) {
      case Dimension d -> names.apply(d.number);
      case Quotient q -> inner(q.of, names) + "/" + q.by;
      case Remainder r -> inner(r.of, names) + "%" + r.by;
      case Difference d -> names.apply(d.left) + "-" + names.apply(d.right);
      case Slot s -> "slot";
    };
  }

  private static String inner(Coordinate c, IntFunction<String> names) {
    return c instanceof Dimension ? c.text(names) : "(" + c.text(names) + ")";
  }

  /** The dimension it simply is, if it is one. */
  default Optional<Integer> plain() {
    return this instanceof Dimension d ? Optional.of(d.number) : Optional.empty();
  }
}
