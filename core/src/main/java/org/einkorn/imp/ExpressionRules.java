package org.einkorn.imp;

import static org.einkorn.imp.Effects.canGo;
import static org.einkorn.imp.Effects.isRepeatable;
import static org.einkorn.imp.Imp.constant;
import static org.einkorn.imp.Imp.isFalse;
import static org.einkorn.imp.Imp.isTrue;

import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Unary;
import org.einkorn.imp.Exp.UnaryOp;

/**
 * The algebra of expressions. Each rule looks at one node whose operands are simple already, and
 * holds to the bit for every value of the type; what no rule fits is returned as it is.
 */
final class ExpressionRules {
  private ExpressionRules() {}

  static Exp not(Exp e) {
    return reduce(new Unary(UnaryOp.NOT, e));
  }

  static Exp reduce(Unary e) {
    return switch (e.op()) {
      case NOT -> reduceNot(e, e.operand());
      case NEGATE -> reduceNegate(e, e.operand());
      case TRAILING_ZEROS ->
          e.operand() instanceof Const(Constant c) ? constant(Constants.apply(e.op(), c)) : e;
    };
  }

  private static Exp reduceNot(Exp whole, Exp e) {
    return switch (e) {
      case Const c -> constant(isFalse(c)); // !true → false
      case Unary u -> u.operand(); // !!a → a
      // !(a == b) → a != b; !(a < b) → a >= b for integers: with a NaN neither of these holds.
      case Binary(BinaryOp op, Exp a, Exp b)
          when op == BinaryOp.EQUAL
              || op == BinaryOp.NOT_EQUAL
              || op.isComparison() && !a.type().element().isFloat() ->
          new Binary(op.negated(), a, b);
      default -> whole;
    };
  }

  private static Exp reduceNegate(Exp whole, Exp e) {
    return switch (e) {
      case Const(Constant c) -> constant(Constants.apply(UnaryOp.NEGATE, c)); // -(1) → -1
      case Unary(UnaryOp op, Exp a) when op == UnaryOp.NEGATE -> a; // --a → a
      default -> whole;
    };
  }

  static Exp reduce(Exp.Cast whole) {
    ElementType target = whole.target();
    Exp e = whole.operand();
    if (e.type().element() == target) {
      return e; // (T) a → a, for a T
    }
    if (e instanceof Const(Constant c)) {
      return constant(c.as(target)); // (double) 1 → 1.0
    }
    // (int) (long) a → a, (boolean) (T) a → a
    return e instanceof Exp.Cast(ElementType between, Exp a)
            && a.type().element() == target
            && (target == ElementType.BOOL
                || target == ElementType.INT32
                    && (between == ElementType.INT64 || between == ElementType.FLOAT64)
                || target == ElementType.FLOAT32 && between == ElementType.FLOAT64)
        ? a
        : whole;
  }

  static Exp reduce(Exp.Select s) {
    Exp c = s.condition();
    Exp a = s.whenTrue();
    Exp b = s.whenFalse();
    if (isTrue(c)) {
      return a; // true ? a : b → a
    }
    if (isFalse(c)) {
      return b; // false ? a : b → b
    }
    if (a.equals(b) && canGo(c)) {
      return a; // c ? a : a → a
    }
    if (isTrue(a) && isFalse(b)) {
      return c; // c ? true : false → c
    }
    if (isFalse(a) && isTrue(b)) {
      return not(c); // c ? false : true → !c
    }
    return c instanceof Unary(UnaryOp op, Exp e) && op == UnaryOp.NOT
        ? new Exp.Select(e, b, a)
        : s; // !c ? a : b → c ? b : a
  }

  static Exp reduce(Binary e) {
    Exp a = e.left();
    Exp b = e.right();
    BinaryOp op = e.op();
    if (a instanceof Const(Constant x) && b instanceof Const(Constant y)) {
      return Constants.apply(op, x, y).map(Imp::constant).orElse(e); // 1 + 2 → 3
    }
    if (op.isLogical()) {
      return reduceLogical(e, a, b, op == BinaryOp.OR);
    }
    if (a.type().equals(Type.BOOL)) {
      return reduceBool(e, op, a, b);
    }
    if (a.type().element().isFloat()) {
      return reduceFloat(e, op, a, b);
    }
    return reduceInteger(e, op, a, b);
  }

  /** Written for &&, with {@code absorbing} false; || is its mirror image. */
  private static Exp reduceLogical(Exp whole, Exp a, Exp b, boolean absorbing) {
    if (a instanceof Const c) {
      return isTrue(c) == absorbing ? a : b; // false && b → false; true && b → b
    }
    if (b instanceof Const c) {
      return isTrue(c) != absorbing ? a : canGo(a) ? b : whole; // a && true → a; a && false → false
    }
    return a.equals(b) && isRepeatable(a) ? a : whole; // a && a → a
  }

  private static Exp reduceBool(Exp whole, BinaryOp op, Exp a, Exp b) {
    if (op == BinaryOp.EQUAL || op == BinaryOp.NOT_EQUAL) {
      boolean equal = op == BinaryOp.EQUAL;
      if (b instanceof Const c) {
        return isTrue(c) == equal ? a : not(a); // a == true → a; a == false → !a
      }
      if (a instanceof Const c) {
        return isTrue(c) == equal ? b : not(b); // true == b → b; false == b → !b
      }
    }
    return whole;
  }

  /**
   * Exact for every float: x + 0.0 is missing because it makes 0.0 of -0.0, and 0.0 * x because of
   * NaN and signs.
   */
  private static Exp reduceFloat(Exp whole, BinaryOp op, Exp a, Exp b) {
    return switch (op) {
      case MULTIPLY ->
          isNumber(b, 1.0) ? a : isNumber(a, 1.0) ? b : whole; // a * 1.0 → a; 1.0 * b → b
      case DIVIDE -> isNumber(b, 1.0) ? a : whole; // a / 1.0 → a
      case ADD ->
          isNumber(b, -0.0) ? a : isNumber(a, -0.0) ? b : whole; // a + -0.0 → a; -0.0 + b → b
      case SUBTRACT -> isNumber(b, 0.0) ? a : whole; // a - 0.0 → a
      case MIN, MAX -> a.equals(b) && isRepeatable(a) ? a : whole; // min(a, a) → a
      default -> whole;
    };
  }

  private static Exp reduceInteger(Exp whole, BinaryOp op, Exp a, Exp b) {
    boolean same = a.equals(b) && isRepeatable(a);
    Exp zero = constant(Constant.zero(a.type().element()));
    return switch (op) {
      case ADD -> {
        if (Imp.isInteger(b, 0)) {
          yield a; // a + 0 → a
        }
        if (Imp.isInteger(a, 0)) {
          yield b; // 0 + b → b
        }
        yield b instanceof Binary(BinaryOp inner, Exp x, Exp y) && inner == BinaryOp.ADD
            ? reduce(new Binary(op, reduce(new Binary(op, a, x)), y)) // a + (x + y) → a + x + y
            : mergeConstants(whole, op, a, b);
      }
      case SUBTRACT -> {
        if (Imp.isInteger(b, 0)) {
          yield a; // a - 0 → a
        }
        if (Imp.isInteger(a, 0)) {
          yield new Unary(UnaryOp.NEGATE, b); // 0 - b → -b
        }
        yield same ? zero : mergeConstants(whole, op, a, b); // a - a → 0
      }
      case MULTIPLY -> {
        if (Imp.isInteger(b, 1)) {
          yield a; // a * 1 → a
        }
        if (Imp.isInteger(a, 1)) {
          yield b; // 1 * b → b
        }
        yield Imp.isInteger(b, 0) && canGo(a) || Imp.isInteger(a, 0) && canGo(b)
            ? zero
            : whole; // a * 0 → 0; 0 * b → 0
      }
      case DIVIDE -> Imp.isInteger(b, 1) ? a : whole; // a / 1 → a
      case REMAINDER -> Imp.isInteger(b, 1) && canGo(a) ? zero : whole; // a % 1 → 0
      case MIN, MAX -> same ? a : whole; // min(a, a) → a
      case LESS, GREATER, NOT_EQUAL -> same ? constant(false) : whole; // a < a → false
      case LESS_EQUAL, GREATER_EQUAL, EQUAL -> same ? constant(true) : whole; // a <= a → true
      case SHIFT_LEFT, SHIFT_RIGHT -> Imp.isInteger(b, 0) ? a : whole; // a << 0 → a
      case BIT_AND, BIT_OR -> same ? a : whole; // a & a → a
      case AND, OR -> whole;
    };
  }

  /** (a ± c) ± d → a + e: integers wrap, so sums of constants may be taken first. */
  private static Exp mergeConstants(Exp whole, BinaryOp outer, Exp a, Exp b) {
    if (b instanceof Const(Constant d)
        && a instanceof Binary(BinaryOp inner, Exp x, Exp y)
        && y instanceof Const(Constant c)
        && (inner == BinaryOp.ADD || inner == BinaryOp.SUBTRACT)) {
      long sum =
          (inner == BinaryOp.ADD ? c.asLong() : -c.asLong())
              + (outer == BinaryOp.ADD ? d.asLong() : -d.asLong());
      Constant merged = Constant.of(sum).as(c.type());
      return merged.asLong() == 0 ? x : new Binary(BinaryOp.ADD, x, constant(merged));
    }
    return whole;
  }

  private static boolean isNumber(Exp e, double value) {
    return e instanceof Const(Constant c) && Double.valueOf(value).equals(c.value());
  }
}
