package org.einkorn.operator;

import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;

/** Comparisons of numbers; with a NaN only {@code !=} holds. */
public final class Comparison {
  public static final Operator LESS = comparing("<", Precedence.ORDER, BinaryOp.LESS);
  public static final Operator LESS_EQUAL = comparing("<=", Precedence.ORDER, BinaryOp.LESS_EQUAL);
  public static final Operator GREATER = comparing(">", Precedence.ORDER, BinaryOp.GREATER);
  public static final Operator GREATER_EQUAL =
      comparing(">=", Precedence.ORDER, BinaryOp.GREATER_EQUAL);
  public static final Operator EQUAL = comparing("==", Precedence.EQUALITY, BinaryOp.EQUAL);
  public static final Operator NOT_EQUAL = comparing("!=", Precedence.EQUALITY, BinaryOp.NOT_EQUAL);

  private Comparison() {}

  private static Operator comparing(String symbol, int precedence, BinaryOp op) {
    Described.Builder builder =
        Described.symbol(symbol, 2, precedence)
            .gives(ElementType.BOOL)
            .computes(x -> Constant.of(holds(op, x.get(0), x.get(1))), Arithmetic.binary(op));
    return precedence == Precedence.EQUALITY ? builder.commutative().build() : builder.build();
  }

  private static boolean holds(BinaryOp op, Constant a, Constant b) {
    if (a.type().isFloat()) {
      double x = a.asDouble();
      double y = b.asDouble();
      return switch (op) {
        case LESS -> x < y;
        case LESS_EQUAL -> x <= y;
        case GREATER -> x > y;
        case GREATER_EQUAL -> x >= y;
        case EQUAL -> x == y;
        default -> x != y;
      };
    }
    int order = Long.compare(a.asLong(), b.asLong());
    return switch (op) {
      case LESS -> order < 0;
      case LESS_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_EQUAL -> order >= 0;
      case EQUAL -> order == 0;
      default -> order != 0;
    };
  }
}
