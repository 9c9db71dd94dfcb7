package org.einkorn.operator;

import java.util.List;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.UnaryOp;

/** The operators of arithmetic. Integers compute in int64; a quotient is always a float. */
public enum Arithmetic implements Operator {
  ADD("+", 2, 1) {
    @Override
    public Constant apply(List<Constant> x) {
      return isFloat(x)
          ? floating(x, x.get(0).asDouble() + x.get(1).asDouble())
          : integer(l(x, 0) + l(x, 1));
    }

    @Override
    public Exp emit(List<Exp> x) {
      return new Exp.Binary(BinaryOp.ADD, x.get(0), x.get(1));
    }

    @Override
    public Optional<Constant> identity(ElementType type) {
      return Optional.of(Constant.zero(type));
    }

    @Override
    public boolean isCommutative() {
      return true;
    }

    @Override
    public boolean isAssociative() {
      return true;
    }

    @Override
    public boolean isAdditive() {
      return true;
    }
  },
  SUBTRACT("-", 2, 1) {
    @Override
    public Constant apply(List<Constant> x) {
      return isFloat(x)
          ? floating(x, x.get(0).asDouble() - x.get(1).asDouble())
          : integer(l(x, 0) - l(x, 1));
    }

    @Override
    public Exp emit(List<Exp> x) {
      return new Exp.Binary(BinaryOp.SUBTRACT, x.get(0), x.get(1));
    }

    @Override
    public Optional<Constant> neutral(int argument, ElementType type) {
      return argument == 1 ? Optional.of(Constant.zero(type)) : Optional.empty();
    }

    @Override
    public boolean isAdditive() {
      return true;
    }
  },
  MULTIPLY("*", 2, 2) {
    @Override
    public Constant apply(List<Constant> x) {
      return isFloat(x)
          ? floating(x, x.get(0).asDouble() * x.get(1).asDouble())
          : integer(l(x, 0) * l(x, 1));
    }

    @Override
    public Exp emit(List<Exp> x) {
      return new Exp.Binary(BinaryOp.MULTIPLY, x.get(0), x.get(1));
    }

    @Override
    public Optional<Constant> identity(ElementType type) {
      return Optional.of(Constant.of(1L).as(type));
    }

    @Override
    public Optional<Constant> annihilator(int argument, ElementType type) {
      return Optional.of(Constant.zero(type));
    }

    @Override
    public boolean isCommutative() {
      return true;
    }

    @Override
    public boolean isAssociative() {
      return true;
    }

    @Override
    public boolean distributesOver(Operator reducer, int argument) {
      return reducer == ADD;
    }
  },
  DIVIDE("/", 2, 2) {
    @Override
    public ElementType operandType(List<ElementType> arguments) {
      ElementType common = super.operandType(arguments);
      return common.isFloat() ? common : ElementType.FLOAT64;
    }

    @Override
    public Constant apply(List<Constant> x) {
      return floating(x, x.get(0).asDouble() / x.get(1).asDouble());
    }

    @Override
    public Exp emit(List<Exp> x) {
      return new Exp.Binary(BinaryOp.DIVIDE, x.get(0), x.get(1));
    }

    @Override
    public Optional<Constant> neutral(int argument, ElementType type) {
      return argument == 1 ? Optional.of(Constant.of(1L).as(type)) : Optional.empty();
    }

    /** An absent numerator gives zero, whatever it is divided by. */
    @Override
    public Optional<Constant> annihilator(int argument, ElementType type) {
      return argument == 0 ? Optional.of(Constant.zero(type)) : Optional.empty();
    }

    @Override
    public boolean distributesOver(Operator reducer, int argument) {
      return reducer == ADD && argument == 0;
    }
  },
  NEGATE("-", 1, 3) {
    @Override
    public Constant apply(List<Constant> x) {
      return isFloat(x) ? floating(x, -x.get(0).asDouble()) : integer(-l(x, 0));
    }

    @Override
    public Exp emit(List<Exp> x) {
      return new Exp.Unary(UnaryOp.NEGATE, x.get(0));
    }

    @Override
    public boolean distributesOver(Operator reducer, int argument) {
      return reducer == ADD;
    }

    @Override
    public boolean isAdditive() {
      return true;
    }
  },
  MIN("min", 2, 0) {
    @Override
    public Constant apply(List<Constant> x) {
      return isFloat(x)
          ? floating(x, Math.min(x.get(0).asDouble(), x.get(1).asDouble()))
          : integer(Math.min(l(x, 0), l(x, 1)));
    }

    @Override
    public Exp emit(List<Exp> x) {
      return new Exp.Binary(BinaryOp.MIN, x.get(0), x.get(1));
    }

    @Override
    public Optional<Constant> identity(ElementType type) {
      return Optional.of(extreme(type, true));
    }

    @Override
    public Optional<Constant> annihilator(int argument, ElementType type) {
      return Optional.of(extreme(type, false));
    }

    @Override
    public boolean isCommutative() {
      return true;
    }

    @Override
    public boolean isAssociative() {
      return true;
    }
  },
  MAX("max", 2, 0) {
    @Override
    public Constant apply(List<Constant> x) {
      return isFloat(x)
          ? floating(x, Math.max(x.get(0).asDouble(), x.get(1).asDouble()))
          : integer(Math.max(l(x, 0), l(x, 1)));
    }

    @Override
    public Exp emit(List<Exp> x) {
      return new Exp.Binary(BinaryOp.MAX, x.get(0), x.get(1));
    }

    @Override
    public Optional<Constant> identity(ElementType type) {
      return Optional.of(extreme(type, false));
    }

    @Override
    public Optional<Constant> annihilator(int argument, ElementType type) {
      return Optional.of(extreme(type, true));
    }

    @Override
    public boolean isCommutative() {
      return true;
    }

    @Override
    public boolean isAssociative() {
      return true;
    }
  };

  private final String text;
  private final int arity;
  private final int precedence;

  Arithmetic(String text, int arity, int precedence) {
    this.text = text;
    this.arity = arity;
    this.precedence = precedence;
  }

  @Override
  public String symbol() {
    return text;
  }

  @Override
  public int arity() {
    return arity;
  }

  @Override
  public Optional<Integer> precedence() {
    return precedence == 0 ? Optional.empty() : Optional.of(precedence);
  }

  @Override
  public ElementType operandType(List<ElementType> arguments) {
    return arguments.stream().reduce(ElementType.BOOL, ElementType::promote);
  }

  /** The symbol or function name in text. */
  @Override
  public String toString() {
    return text;
  }

  private static boolean isFloat(List<Constant> x) {
    return x.get(0).type().isFloat();
  }

  private static long l(List<Constant> x, int k) {
    return x.get(k).asLong();
  }

  private static Constant floating(List<Constant> x, double value) {
    return Constant.of(value).as(x.get(0).type().isFloat() ? x.get(0).type() : ElementType.FLOAT64);
  }

  private static Constant integer(long value) {
    return Constant.of(value);
  }

  private static Constant extreme(ElementType type, boolean largest) {
    return type.isFloat()
        ? Constant.of(largest ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY).as(type)
        : Constant.of(largest ? Long.MAX_VALUE : Long.MIN_VALUE).as(ElementType.INT64);
  }
}
