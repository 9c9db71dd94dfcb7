package org.einkorn.imp;

import static org.einkorn.element.ElementType.INT32;

import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.UnaryOp;

/**
 * What the operators of the imperative language compute, on constants: Java's own arithmetic in the
 * operands' type, so int32 wraps at 32 bits and float32 rounds after every operation. Folding and
 * the evaluator share it.
 */
final class Constants {
  private Constants() {}

  /** Whether the operator throws for some operands of the type: integers do not divide by zero. */
  static boolean mayFail(BinaryOp op, Type type) {
    return (op == BinaryOp.DIVIDE || op == BinaryOp.REMAINDER) && !type.element().isFloat();
  }

  /** The value, or empty where the generated code would throw. */
  static Optional<Constant> apply(BinaryOp op, Constant a, Constant b) {
    ElementType type = a.type();
    if (mayFail(op, Type.of(type)) && b.asLong() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        switch (type) {
          case BOOL -> bool(op, a.asLong() != 0, b.asLong() != 0);
          case INT32, INT64 -> integer(op, type, a.asLong(), b.asLong());
          case FLOAT32, FLOAT64 -> floating(op, type, a.asDouble(), b.asDouble());
        });
  }

  static Constant apply(UnaryOp op, Constant a) {
    return switch (op) {
      case NOT -> Constant.of(a.asLong() == 0);
      case NEGATE ->
          a.type().isFloat()
              ? new Constant(a.type(), -a.asDouble())
              : Constant.of(-a.asLong()).as(a.type());
      case TRAILING_ZEROS -> Constant.of((long) Long.numberOfTrailingZeros(a.asLong()));
    };
  }

  private static Constant bool(BinaryOp op, boolean a, boolean b) {
    return Constant.of(
        switch (op) {
          case AND, MIN -> a && b;
          case OR, MAX -> a || b;
          case EQUAL -> a == b;
          case NOT_EQUAL -> a != b;
          case LESS -> !a && b;
          case LESS_EQUAL -> !a || b;
          case GREATER -> a && !b;
          case GREATER_EQUAL -> a || !b;
          case ADD,
              MULTIPLY,
              SUBTRACT,
              DIVIDE,
              REMAINDER,
              SHIFT_LEFT,
              SHIFT_RIGHT,
              BIT_AND,
              BIT_OR ->
              throw new IllegalArgumentException(op.symbol + " on bool");
        });
  }

  /** int32 operands computed in 64 bits and wrapped are what 32-bit arithmetic gives. */
  private static Constant integer(BinaryOp op, ElementType type, long a, long b) {
    return switch (op) {
      case MULTIPLY -> Constant.of(a * b).as(type);
      case DIVIDE -> Constant.of(a / b).as(type);
      case REMAINDER -> Constant.of(a % b).as(type);
      case ADD -> Constant.of(a + b).as(type);
      case SUBTRACT -> Constant.of(a - b).as(type);
      case MIN -> Constant.of(Math.min(a, b)).as(type);
      case MAX -> Constant.of(Math.max(a, b)).as(type);
      case LESS -> Constant.of(a < b);
      case LESS_EQUAL -> Constant.of(a <= b);
      case GREATER -> Constant.of(a > b);
      case GREATER_EQUAL -> Constant.of(a >= b);
      case EQUAL -> Constant.of(a == b);
      case NOT_EQUAL -> Constant.of(a != b);
      case SHIFT_LEFT -> Constant.of(type == INT32 ? (int) a << b : a << b).as(type);
      case SHIFT_RIGHT -> Constant.of(type == INT32 ? (int) a >>> b : a >>> b).as(type);
      case BIT_AND -> Constant.of(a & b).as(type);
      case BIT_OR -> Constant.of(a | b).as(type);
      case AND, OR -> throw new IllegalArgumentException(op.symbol + " on integers");
    };
  }

  /**
   * A double has more than twice the digits of a float, so rounding the double's result is what
   * float arithmetic gives.
   */
  private static Constant floating(BinaryOp op, ElementType type, double a, double b) {
    return switch (op) {
      case MULTIPLY -> Constant.of(a * b).as(type);
      case DIVIDE -> Constant.of(a / b).as(type);
      case REMAINDER -> Constant.of(a % b).as(type);
      case ADD -> Constant.of(a + b).as(type);
      case SUBTRACT -> Constant.of(a - b).as(type);
      case MIN -> Constant.of(Math.min(a, b)).as(type);
      case MAX -> Constant.of(Math.max(a, b)).as(type);
      case LESS -> Constant.of(a < b);
      case LESS_EQUAL -> Constant.of(a <= b);
      case GREATER -> Constant.of(a > b);
      case GREATER_EQUAL -> Constant.of(a >= b);
      case EQUAL -> Constant.of(a == b);
      case NOT_EQUAL -> Constant.of(a != b);
      case AND, OR, SHIFT_LEFT, SHIFT_RIGHT, BIT_AND, BIT_OR ->
          throw new IllegalArgumentException(op.symbol + " on floats");
    };
  }
}
