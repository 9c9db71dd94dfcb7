package org.einkorn.schedule;

import java.util.Map;
import org.einkorn.format.IndexExpression;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.notation.IndexVariable;

/**
 * Whether the places of a result that a loop writes to are different at each of its coordinates.
 */
final class Places {
  private static final long UNKNOWN = Long.MAX_VALUE / 4;

  private final LoopProgram program;
  private final Map<IndexVariable, IndexExpression<IndexVariable>> sizes;

  Places(LoopProgram program) {
    this.program = program;
    this.sizes = program.derivedSizes();
  }

  /**
   * So it is if the loop's variable counts blocks of one of the target's: in i := v*4 + u, with u
   * below 4, i is never the same for two values of v.
   */
  boolean areToldApartBy(IndexVariable v, Statement body) {
    return switch (body) {
      case Statement.Forall f -> areToldApartBy(v, f.body());
      case Statement.Bind b ->
          program.target().indices().contains(b.variable()) && isBlock(v, b.value())
              || areToldApartBy(v, b.body());
      case Statement.Sequence s -> s.parts().stream().allMatch(p -> areToldApartBy(v, p));
      case Statement.Where w -> areToldApartBy(v, w.consumer());
      case Statement.Assign a -> false;
    };
  }

  private boolean isBlock(IndexVariable v, IndexExpression<IndexVariable> value) {
    return value instanceof IndexExpression.Add<IndexVariable> sum
        && sum.left() instanceof IndexExpression.Multiply<IndexVariable> block
        && block.left().equals(new IndexExpression.Value<>(v))
        && block.right() instanceof IndexExpression.Constant<IndexVariable> n
        && largest(sum.right()) < n.value();
  }

  /** The largest number that an expression over coordinates can be, as far as constants tell. */
  private long largest(IndexExpression<IndexVariable> e) {
    return switch (e) {
      case IndexExpression.Constant<IndexVariable> c -> c.value();
      case IndexExpression.Value<IndexVariable> v ->
          sizes.get(v.of()) instanceof IndexExpression.Constant<IndexVariable> size
              ? size.value() - 1
              : UNKNOWN;
      case IndexExpression.Add<IndexVariable> a ->
          Math.min(UNKNOWN, largest(a.left()) + largest(a.right()));
      case IndexExpression.Multiply<IndexVariable> m
          when m.right() instanceof IndexExpression.Constant<IndexVariable> by ->
          largest(m.left()) >= UNKNOWN ? UNKNOWN : largest(m.left()) * by.value();
      case IndexExpression.Multiply<IndexVariable> m -> UNKNOWN;
      case IndexExpression.Size<IndexVariable> s -> UNKNOWN;
      case IndexExpression.Subtract<IndexVariable> s -> UNKNOWN;
      case IndexExpression.Divide<IndexVariable> d -> UNKNOWN;
      case IndexExpression.Modulo<IndexVariable> m -> UNKNOWN;
    };
  }
}
