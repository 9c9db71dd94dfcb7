package org.einkorn.backend.x64;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Imp;

/**
 * An index as a base, which is the same for several elements side by side, and what is added to it.
 *
 * @param base empty if the index is a constant
 * @param isInside whether it needs no test
 */
record Index(Optional<Exp> base, int offset, boolean isInside) {
  /** Offsets and factors are no larger, so that a few, or an offset in bytes, make an int. */
  private static final int FAR = 1 << 27;

  static Index of(Exp index) {
    List<Exp> terms = new ArrayList<>();
    long offset = collect(index, terms);
    boolean isInside = index instanceof Exp.Inside;
    if (Math.abs(offset) > FAR) {
      return new Index(Optional.of(index), 0, isInside);
    }
    return new Index(terms.stream().reduce(Imp::add), (int) offset, isInside);
  }

  /** Lists what is added up to the index, and gives the constants among it. */
  private static long collect(Exp e, List<Exp> terms) {
    switch (e) {
      case Exp.Inside(Exp inside) -> {
        return collect(inside, terms);
      }
      case Exp.Const(Constant value) -> {
        return value.asLong();
      }
      case Binary(BinaryOp op, Exp left, Exp right) when op == BinaryOp.ADD -> {
        return collect(left, terms) + collect(right, terms);
      }
      case Binary(BinaryOp op, Exp left, Exp.Const(Constant value))
          when op == BinaryOp.SUBTRACT -> {
        return collect(left, terms) - value.asLong();
      }
      default -> {
        terms.add(e);
        return 0;
      }
    }
  }

  /** What a variable is multiplied by in the base, if the base is no more than that. */
  Optional<Long> factorOf(Variable v) {
    return base.flatMap(
        b ->
            b.equals(v)
                ? Optional.of(1L)
                : b instanceof Binary(BinaryOp op, Exp left, Exp.Const(Constant value))
                        && op == BinaryOp.MULTIPLY
                        && left.equals(v)
                        && value.asLong() > 0
                        && value.asLong() <= FAR
                    ? Optional.of(value.asLong())
                    : Optional.empty());
  }
}
