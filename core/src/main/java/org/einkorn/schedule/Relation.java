package org.einkorn.schedule;

import org.einkorn.format.IndexExpression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;

/** How variables of a nest are made from others: an arrow of its provenance graph. */
public sealed interface Relation {
  /** parent = size · outer + inner, for inner below size. */
  record Split(
      IndexVariable parent,
      IndexVariable outer,
      IndexVariable inner,
      IndexExpression<IndexVariable> size)
      implements Relation {}

  /** outer = fused / size(inner), inner = fused % size(inner). */
  record Fuse(IndexVariable outer, IndexVariable inner, IndexVariable fused) implements Relation {}

  /** The position of an operand in level {@code level}; levels from {@code first} on count. */
  record Position(
      IndexVariable parent, IndexVariable position, Access operand, int first, int level)
      implements Relation {}

  /** The same variable, whose size is known to be, or not to exceed, a number. */
  record Bound(IndexVariable parent, IndexVariable bounded, int size, boolean exact)
      implements Relation {}

  /** Another name for the same coordinates: at most as many as there can be. */
  static Bound sameAs(IndexVariable variable, IndexVariable name) {
    return new Bound(variable, name, Integer.MAX_VALUE, false);
  }

  /** How it is written in the provenance graph. */
  default String text() {
    return switch (this) {
      case Split s -> s.parent + " -> " + s.outer + ", " + s.inner + "   split by " + s.size.text();
      case Fuse f -> f.outer + ", " + f.inner + " -> " + f.fused + "   fused";
      case Position p ->
          p.parent + " -> " + p.position + "   positions of " + p.operand.tensor() + (p.level + 1);
      case Bound b when b.equals(sameAs(b.parent, b.bounded)) ->
          b.parent + " -> " + b.bounded + "   the same";
      case Bound b ->
          b.parent + " -> " + b.bounded + "   " + (b.exact ? "exactly " : "at most ") + b.size;
    };
  }
}
