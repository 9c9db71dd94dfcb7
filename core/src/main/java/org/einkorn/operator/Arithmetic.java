package org.einkorn.operator;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.UnaryOp;

/** The operators of arithmetic. Integers compute in int64; a quotient is always a float. */
public final class Arithmetic {
  private static final Function<ElementType, Constant> ZERO = Constant::zero;
  private static final Function<ElementType, Constant> ONE = type -> Constant.of(1L).as(type);

  /**
   * What is infinite stays so, whatever is added: a path over an edge that is not there. This is as
   * with a product, which an absent factor makes zero even if the other one is infinite.
   */
  public static final Operator ADD =
      computing(Described.symbol("+", 2, Precedence.SUM), BinaryOp.ADD, Double::sum, Long::sum)
          .identity(ZERO)
          .absorbing(c -> c.type().isFloat() && Double.isInfinite(c.asDouble()))
          .commutative()
          .associative()
          .additive()
          .build();

  public static final Operator SUBTRACT =
      computing(
              Described.symbol("-", 2, Precedence.SUM),
              BinaryOp.SUBTRACT,
              (a, b) -> a - b,
              (a, b) -> a - b)
          .neutral(1, ZERO)
          .additive()
          .build();

  public static final Operator MULTIPLY =
      computing(
              Described.symbol("*", 2, Precedence.PRODUCT),
              BinaryOp.MULTIPLY,
              (a, b) -> a * b,
              (a, b) -> a * b)
          .identity(ONE)
          .annihilator(ZERO)
          .terminal(type -> !type.isFloat()) // after a zero an infinite factor may come
          .commutative()
          .associative()
          .distributesOver(ADD, 0, 1)
          .build();

  /** An absent numerator gives zero, whatever it is divided by. */
  public static final Operator DIVIDE =
      Described.symbol("/", 2, Precedence.PRODUCT)
          .on(Arithmetic::floating)
          .computes(
              x -> Constant.of(d(x, 0) / d(x, 1)).as(x.get(0).type()), binary(BinaryOp.DIVIDE))
          .neutral(1, ONE)
          .annihilator(0, ZERO)
          .distributesOver(ADD, 0)
          .build();

  public static final Operator NEGATE =
      Described.symbol("-", 1, Precedence.PREFIX)
          .computes(
              x ->
                  x.get(0).type().isFloat()
                      ? Constant.of(-d(x, 0)).as(x.get(0).type())
                      : Constant.of(-x.get(0).asLong()),
              x -> new Exp.Unary(UnaryOp.NEGATE, x.get(0)))
          .additive()
          .distributesOver(ADD, 0)
          .build();

  public static final Operator MIN = extreme("min", BinaryOp.MIN, Math::min, Math::min, true);

  public static final Operator MAX = extreme("max", BinaryOp.MAX, Math::max, Math::max, false);

  private Arithmetic() {}

  /**
   * @param fromAbove whether it begins with the largest value of all
   */
  private static Operator extreme(
      String name,
      BinaryOp op,
      DoubleBinaryOperator floats,
      LongBinaryOperator integers,
      boolean fromAbove) {
    return computing(Described.function(name, 2), op, floats, integers)
        .identity(type -> bound(type, fromAbove))
        .annihilator(type -> bound(type, !fromAbove))
        .terminal(ElementType::isFloat) // few have the smallest of all integers
        .commutative()
        .associative()
        .build();
  }

  private static Described.Builder computing(
      Described.Builder builder,
      BinaryOp op,
      DoubleBinaryOperator floats,
      LongBinaryOperator integers) {
    return builder.computes(
        x ->
            x.get(0).type().isFloat()
                ? Constant.of(floats.applyAsDouble(d(x, 0), d(x, 1))).as(x.get(0).type())
                : Constant.of(integers.applyAsLong(x.get(0).asLong(), x.get(1).asLong())),
        binary(op));
  }

  static Function<List<Exp>, Exp> binary(BinaryOp op) {
    return x -> new Exp.Binary(op, x.get(0), x.get(1));
  }

  /** The type of arithmetic that gives fractions. */
  static ElementType floating(List<ElementType> arguments) {
    ElementType common = arguments.stream().reduce(ElementType.BOOL, ElementType::promote);
    return common.isFloat() ? common : ElementType.FLOAT64;
  }

  static double d(List<Constant> x, int k) {
    return x.get(k).asDouble();
  }

  private static Constant bound(ElementType type, boolean largest) {
    return type.isFloat()
        ? Constant.of(largest ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY).as(type)
        : Constant.of(largest ? Long.MAX_VALUE : Long.MIN_VALUE).as(ElementType.INT64);
  }
}
