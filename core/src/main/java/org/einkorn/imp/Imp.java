package org.einkorn.imp;

import java.util.ArrayList;
import java.util.List;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Call;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Unary;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Stmt.Block;

/**
 * Builds fragments of the imperative language. Only what keeps the built code readable is folded
 * here, so that a caller may write {@code add(multiply(p, size), i)} without asking whether p is 0
 * or size is 1; {@link Simplifier} does the rest.
 */
public final class Imp {
  private Imp() {}

  public static Exp constant(int value) {
    return new Const(new Constant(ElementType.INT32, (long) value));
  }

  public static Exp constant(long value) {
    return new Const(new Constant(ElementType.INT64, value));
  }

  public static Exp constant(Constant value) {
    return new Const(value);
  }

  public static Exp constant(boolean value) {
    return new Const(Constant.of(value));
  }

  public static Variable variable(String name, Type type) {
    return new Variable(name, type);
  }

  public static Exp add(Exp a, Exp b) {
    if (isInteger(a, 0)) {
      return b; // 0 + b → b
    }
    if (isInteger(b, 0)) {
      return a; // a + 0 → a
    }
    return fold(BinaryOp.ADD, a, b);
  }

  public static Exp subtract(Exp a, Exp b) {
    if (isInteger(b, 0)) {
      return a; // a - 0 → a
    }
    return fold(BinaryOp.SUBTRACT, a, b);
  }

  public static Exp multiply(Exp a, Exp b) {
    if (isInteger(a, 1)) {
      return b; // 1 * b → b
    }
    if (isInteger(b, 1)) {
      return a; // a * 1 → a
    }
    if (isInteger(a, 0) && isPure(b)) {
      return a; // 0 * b → 0
    }
    if (isInteger(b, 0) && isPure(a)) {
      return b; // a * 0 → 0
    }
    return fold(BinaryOp.MULTIPLY, a, b);
  }

  public static Exp divide(Exp a, Exp b) {
    return isInteger(b, 1) ? a : fold(BinaryOp.DIVIDE, a, b); // a / 1 → a
  }

  public static Exp remainder(Exp a, Exp b) {
    return fold(BinaryOp.REMAINDER, a, b);
  }

  public static Exp min(Exp a, Exp b) {
    return a.equals(b) && isPure(a) ? a : fold(BinaryOp.MIN, a, b); // min(a, a) → a
  }

  public static Exp max(Exp a, Exp b) {
    return a.equals(b) && isPure(a) ? a : fold(BinaryOp.MAX, a, b); // max(a, a) → a
  }

  public static Exp negate(Exp a) {
    return new Unary(UnaryOp.NEGATE, a);
  }

  public static Exp shiftLeft(Exp a, Exp b) {
    return fold(BinaryOp.SHIFT_LEFT, a, b);
  }

  /** Zeros come in from the left. */
  public static Exp shiftRight(Exp a, Exp b) {
    return fold(BinaryOp.SHIFT_RIGHT, a, b);
  }

  public static Exp bitAnd(Exp a, Exp b) {
    return fold(BinaryOp.BIT_AND, a, b);
  }

  public static Exp bitOr(Exp a, Exp b) {
    return fold(BinaryOp.BIT_OR, a, b);
  }

  public static Exp trailingZeros(Exp a) {
    return new Unary(UnaryOp.TRAILING_ZEROS, a);
  }

  public static Exp less(Exp a, Exp b) {
    return fold(BinaryOp.LESS, a, b);
  }

  public static Exp lessEqual(Exp a, Exp b) {
    return fold(BinaryOp.LESS_EQUAL, a, b);
  }

  public static Exp equal(Exp a, Exp b) {
    return fold(BinaryOp.EQUAL, a, b);
  }

  public static Exp and(Exp a, Exp b) {
    if (a instanceof Const c) {
      return isTrue(c) ? b : a; // true && b → b; false && b → false
    }
    return isTrue(b) ? a : new Binary(BinaryOp.AND, a, b); // a && true → a
  }

  public static Exp or(Exp a, Exp b) {
    if (a instanceof Const c) {
      return isTrue(c) ? a : b; // true || b → true; false || b → b
    }
    return isFalse(b) ? a : new Binary(BinaryOp.OR, a, b); // a || false → a
  }

  public static Exp not(Exp a) {
    return switch (a) {
      case Const c -> constant(!isTrue(c)); // !true → false
      case Unary(UnaryOp op, Exp operand) when op == UnaryOp.NOT -> operand; // !!a → a
      default -> new Unary(UnaryOp.NOT, a);
    };
  }

  public static Exp load(Variable array, Exp index) {
    return new Exp.Load(array, index);
  }

  public static Exp length(Variable array) {
    return new Exp.Length(array);
  }

  public static Exp allocate(ElementType element, Exp length) {
    return new Exp.Allocate(element, length);
  }

  public static Exp select(Exp condition, Exp whenTrue, Exp whenFalse) {
    if (condition instanceof Const c) {
      return isTrue(c) ? whenTrue : whenFalse; // true ? a : b → a; false ? a : b → b
    }
    return new Exp.Select(condition, whenTrue, whenFalse);
  }

  public static Exp cast(ElementType target, Exp operand) {
    if (operand.type().equals(Type.of(target))) {
      return operand; // (T) a → a for a T
    }
    return operand instanceof Const(Constant value)
        ? constant(value.as(target))
        : new Exp.Cast(target, operand);
  }

  public static Exp call(RuntimeFunction function, Exp... arguments) {
    return new Call(function, List.of(arguments));
  }

  public static Stmt run(RuntimeFunction function, Exp... arguments) {
    return new Stmt.Run(new Call(function, List.of(arguments)));
  }

  public static Stmt block(Stmt... statements) {
    return block(List.of(statements));
  }

  /**
   * The statements in sequence; blocks among them that declare nothing of their own are spread out,
   * and one statement stands for itself.
   */
  public static Stmt block(List<? extends Stmt> statements) {
    List<Stmt> flat = new ArrayList<>();
    for (Stmt statement : statements) {
      if (statement instanceof Block(List<Stmt> inner)
          && inner.stream().noneMatch(s -> s instanceof Stmt.Declare)) {
        flat.addAll(inner);
      } else {
        flat.add(statement);
      }
    }
    return flat.size() == 1 && !(flat.getFirst() instanceof Stmt.Declare)
        ? flat.getFirst()
        : new Block(flat);
  }

  public static Stmt declare(Variable variable, Exp value) {
    return new Stmt.Declare(variable, value);
  }

  public static Stmt assign(Variable variable, Exp value) {
    return new Stmt.Assign(variable, value);
  }

  public static Stmt store(Variable array, Exp index, Exp value) {
    return new Stmt.Store(array, index, value);
  }

  /** {@code array[index] = array[index] op value}. */
  public static Stmt update(Variable array, Exp index, BinaryOp op, Exp value) {
    return new Stmt.Update(array, index, op, value);
  }

  public static Stmt ifThen(Exp condition, Stmt whenTrue) {
    return ifElse(condition, whenTrue, Stmt.NOTHING);
  }

  public static Stmt ifElse(Exp condition, Stmt whenTrue, Stmt whenFalse) {
    if (condition instanceof Const c) {
      return isTrue(c) ? whenTrue : whenFalse; // if (true) s else t → s; if (false) s else t → t
    }
    return new Stmt.If(condition, whenTrue, whenFalse);
  }

  public static Stmt whileLoop(Exp condition, Stmt body) {
    return new Stmt.While(condition, body);
  }

  /** {@code for (int variable = from; variable < to; variable++) body}. */
  public static Stmt forLoop(Variable variable, Exp from, Exp to, Stmt body) {
    return new Stmt.For(variable, from, to, body);
  }

  public static Stmt increment(Variable variable) {
    Exp one = constant(Constant.of(1L).as(variable.type().element()));
    return new Stmt.Assign(variable, new Binary(BinaryOp.ADD, variable, one));
  }

  public static Stmt labelled(String label, Stmt body) {
    return new Stmt.Labelled(label, body);
  }

  public static Stmt breakTo(String label) {
    return new Stmt.Break(label);
  }

  /**
   * Whether evaluating the expression may be skipped or repeated: it calls nothing, allocates
   * nothing and cannot fail. A load can fail, and so can an integer division.
   */
  public static boolean isPure(Exp e) {
    return switch (e) {
      case Const c -> true;
      case Variable v -> true;
      case Exp.Length l -> true;
      case Exp.Load l -> false;
      case Exp.LoadVector l -> false;
      case Exp.Broadcast b -> isPure(b.value());
      case Exp.Joined j -> j.numbers().stream().allMatch(Imp::isPure);
      case Exp.Lane l -> isPure(l.vector());
      case Exp.Inside(Exp index) -> isPure(index);
      case Exp.Spread s -> isPure(s.bits()) && isPure(s.vector()) && isPure(s.others());
      case Exp.Allocate a -> false;
      case Exp.Call c -> false;
      case Exp.Invoke i -> false; // a function that somebody wrote may fail
      case Unary u -> isPure(u.operand());
      case Binary b ->
          isPure(b.left())
              && isPure(b.right())
              && (!Constants.mayFail(b.op(), b.type()) || isNonZero(b.right()));
      case Exp.Cast c -> isPure(c.operand());
      case Exp.Select s -> isPure(s.condition()) && isPure(s.whenTrue()) && isPure(s.whenFalse());
    };
  }

  static boolean isTrue(Exp e) {
    return e instanceof Const(Constant c) && c.type() == ElementType.BOOL && c.asLong() != 0;
  }

  static boolean isFalse(Exp e) {
    return e instanceof Const(Constant c) && c.type() == ElementType.BOOL && c.asLong() == 0;
  }

  private static boolean isNonZero(Exp e) {
    return e instanceof Const(Constant value) && value.asLong() != 0;
  }

  /**
   * Whether it is this integer; never for floats, where 0 + x and x may differ in sign and 0 * x
   * may be NaN.
   */
  public static boolean isInteger(Exp e, long value) {
    return e instanceof Const(Constant c)
        && (c.type() == ElementType.INT32 || c.type() == ElementType.INT64)
        && c.asLong() == value;
  }

  private static Exp fold(BinaryOp op, Exp a, Exp b) {
    Binary built = new Binary(op, a, b);
    return a instanceof Const(Constant x) && b instanceof Const(Constant y)
        ? Constants.apply(op, x, y).map(Imp::constant).orElse(built)
        : built;
  }
}
