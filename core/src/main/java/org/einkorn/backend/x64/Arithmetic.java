package org.einkorn.backend.x64;

import java.util.Optional;
import org.einkorn.backend.x64.Operand.Bank;
import org.einkorn.backend.x64.Operand.Immediate;
import org.einkorn.backend.x64.Operand.Register;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Imp;
import org.einkorn.imp.Type;

/** Writes code for operators and conversions, with the results that Java gives. */
final class Arithmetic {
  private static final long SIGN_OF_DOUBLE = 1L << 63;
  private static final long SIGN_OF_FLOAT = 1L << 31;

  private final Code code;
  private final Arguments arguments;
  private final Expressions expressions;
  private final Conditions conditions;

  Arithmetic(Code code, Arguments arguments, Expressions expressions, Conditions conditions) {
    this.code = code;
    this.arguments = arguments;
    this.expressions = expressions;
    this.conditions = conditions;
  }

  void unary(Exp.Unary u, Register target) {
    if (u.op() == UnaryOp.NOT) {
      conditions.bool(u, target);
      return;
    }
    if (u.op() == UnaryOp.TRAILING_ZEROS) {
      code.add(Opcode.TZCNT, 8, target, expressions.value(u.operand()));
      return;
    }
    if (target.bank() == Bank.GENERAL) {
      code.copy(target, expressions.value(u.operand()), 8);
      code.add(Opcode.NEG, wide(u.type()), target);
      wrap(u.type(), target);
      return;
    }
    Register sign = sign(u.type());
    int bytes = Expressions.bytes(u.type());
    code.add(Opcode.VPXOR, bytes, target, expressions.value(u.operand()), sign);
  }

  /** The bit that makes a floating-point number negative, in every lane. */
  private Register sign(Type type) {
    boolean isDouble = type.element() == ElementType.FLOAT64;
    Register sign = arguments.constant(isDouble ? SIGN_OF_DOUBLE : SIGN_OF_FLOAT);
    if (!(type instanceof Type.Vector)) {
      return sign;
    }
    int bytes = Expressions.bytes(type);
    Register signs = code.vector();
    Opcode all =
        !isDouble ? Opcode.VBROADCASTSS : bytes == 16 ? Opcode.VMOVDDUP : Opcode.VBROADCASTSD;
    code.add(all, bytes, signs, sign);
    return signs;
  }

  private static int wide(Type type) {
    return type.equals(Type.INT32) ? 4 : 8;
  }

  /** An int that was computed with four bytes gets its sign in the others. */
  private void wrap(Type type, Register target) {
    if (type.equals(Type.INT32)) {
      code.add(Opcode.MOVSXD, 8, target, target);
    }
  }

  void binary(Binary b, Register target) {
    if (b.op().isComparison() || b.op().isLogical()) {
      conditions.bool(b, target);
    } else if (target.bank() == Bank.VECTOR) {
      inVector(b.op(), b.type(), expressions.value(b.left()), b.right(), target);
    } else {
      integer(b.op(), b.type(), expressions.value(b.left()), b.right(), target);
    }
  }

  /** Combines a value with another; both may be in the target. */
  void combine(BinaryOp op, Type type, Register left, Exp right, Register target) {
    if (target.bank() == Bank.VECTOR) {
      inVector(op, type, left, right, target);
    } else if (op.isLogical()) {
      code.copy(target, left, 8);
      code.add(op == BinaryOp.AND ? Opcode.AND : Opcode.OR, 8, target, expressions.value(right));
    } else {
      integer(op, type, left, right, target);
    }
  }

  private void inVector(BinaryOp op, Type type, Register left, Exp right, Register target) {
    switch (op) {
      case MIN -> smaller(type, left, expressions.value(right), target);
      case MAX -> {
        // Of the opposites it is the smaller one.
        int bytes = Expressions.bytes(type);
        Register sign = sign(type);
        Register other = code.vector();
        Register result = code.vector();
        code.add(Opcode.VPXOR, bytes, other, expressions.value(right), sign);
        code.add(Opcode.VPXOR, bytes, result, left, sign);
        smaller(type, result, other, result);
        code.add(Opcode.VPXOR, bytes, target, result, sign);
      }
      default ->
          code.add(
              vectorOpcode(op, type),
              Expressions.bytes(type),
              target,
              left,
              expressions.operand(right));
    }
  }

  /**
   * The smaller of two numbers as Java has it: not a number if one is not, and -0.0 rather than
   * 0.0. The instruction gives the second where one is not a number, or both are zero; so both ways
   * round give either, and the bits of both together are right.
   */
  private void smaller(Type type, Register left, Register right, Register target) {
    int bytes = Expressions.bytes(type);
    boolean isVector = type instanceof Type.Vector;
    Opcode least =
        type.element() == ElementType.FLOAT64
            ? isVector ? Opcode.VMINPD : Opcode.VMINSD
            : isVector ? Opcode.VMINPS : Opcode.VMINSS;
    Register one = code.vector();
    Register other = code.vector();
    code.add(least, bytes, one, left, right);
    code.add(least, bytes, other, right, left);
    code.add(Opcode.VPOR, bytes, target, one, other);
  }

  private void integer(BinaryOp op, Type type, Register left, Exp right, Register target) {
    int bytes = wide(type);
    if (op == BinaryOp.DIVIDE || op == BinaryOp.REMAINDER) {
      divide(op, left, ((Exp.Const) right).value().asLong(), target);
      return;
    }
    if (op == BinaryOp.MULTIPLY) {
      multiplyInteger(bytes, left, right, target);
      wrap(type, target);
      return;
    }
    if (op == BinaryOp.SHIFT_LEFT || op == BinaryOp.SHIFT_RIGHT) {
      shift(op, type, left, right, target);
      return;
    }
    if (op == BinaryOp.BIT_OR && onlyBit(right).isPresent()) {
      Register number = expressions.value(onlyBit(right).get());
      Register result = code.general();
      code.copy(result, left, 8);
      code.add(Opcode.BTS, 8, result, number);
      code.copy(target, result, 8);
      return;
    }
    Operand other =
        right instanceof Exp.Const(Constant c) && c.asLong() == (int) c.asLong() && !isMinMax(op)
            ? new Immediate(c.asLong())
            : expressions.value(right);
    Register result = target.equals(other) && !left.equals(target) ? code.general() : target;
    code.copy(result, left, 8);
    switch (op) {
      case ADD -> code.add(Opcode.ADD, bytes, result, other);
      case SUBTRACT -> code.add(Opcode.SUB, bytes, result, other);
      // Ints have their sign in all bytes above, which has the same operator.
      case BIT_AND -> code.add(Opcode.AND, 8, result, other);
      case BIT_OR -> code.add(Opcode.OR, 8, result, other);
      case MIN, MAX -> {
        code.add(Opcode.CMP, 8, result, other);
        code.add(op == BinaryOp.MIN ? Opcode.CMOVG : Opcode.CMOVL, 8, result, other);
      }
      default -> throw new IllegalStateException("no machine code for " + op);
    }
    if (op == BinaryOp.ADD || op == BinaryOp.SUBTRACT) {
      wrap(type, result);
    }
    code.copy(target, result, 8);
  }

  /** The number of the bit, for a long that has but one: 1L shifted to the left. */
  static Optional<Exp> onlyBit(Exp e) {
    return e instanceof Binary(BinaryOp op, Exp one, Exp number)
            && op == BinaryOp.SHIFT_LEFT
            && e.type().equals(Type.INT64)
            && Imp.isInteger(one, 1)
        ? Optional.of(number)
        : Optional.empty();
  }

  /** By a constant, or as far as another integer says. */
  private void shift(BinaryOp op, Type type, Register left, Exp right, Register target) {
    int bytes = wide(type);
    if (!(right instanceof Exp.Const(Constant c))) {
      Opcode shift = op == BinaryOp.SHIFT_LEFT ? Opcode.SHLX : Opcode.SHRX;
      code.add(shift, bytes, target, left, expressions.value(right));
      wrap(type, target);
      return;
    }
    long distance = c.asLong() & (8L * bytes - 1);
    Register result = code.general();
    code.copy(result, left, 8);
    if (distance > 0) {
      Opcode shift = op == BinaryOp.SHIFT_LEFT ? Opcode.SHL : Opcode.SHR;
      code.add(shift, bytes, result, new Immediate(distance));
    }
    if (op == BinaryOp.SHIFT_LEFT) {
      wrap(type, result); // to the right at least one zero comes in, and so no sign
    }
    code.copy(target, result, 8);
  }

  /**
   * Divides by a power of two, towards zero; or gives what is left over. A negative number is made
   * larger first by what is lost, as a shift rounds down.
   */
  private void divide(BinaryOp op, Register left, long divisor, Register target) {
    Register quotient = code.general();
    code.copy(quotient, left, 8);
    code.add(Opcode.SAR, 8, quotient, new Immediate(63));
    code.add(Opcode.AND, 8, quotient, new Immediate(divisor - 1));
    code.add(Opcode.ADD, 8, quotient, left);
    if (op == BinaryOp.DIVIDE) {
      code.add(Opcode.SAR, 8, quotient, new Immediate(Long.numberOfTrailingZeros(divisor)));
      code.copy(target, quotient, 8);
      return;
    }
    code.add(Opcode.AND, 8, quotient, new Immediate(-divisor));
    Register rest = code.general();
    code.copy(rest, left, 8);
    code.add(Opcode.SUB, 8, rest, quotient);
    code.copy(target, rest, 8);
  }

  private void multiplyInteger(int bytes, Register left, Exp right, Register target) {
    if (right instanceof Exp.Const) {
      expressions.multiply(bytes, left, right, target);
    } else {
      expressions.product(bytes, left, expressions.value(right), target);
    }
  }

  private static boolean isMinMax(BinaryOp op) {
    return op == BinaryOp.MIN || op == BinaryOp.MAX;
  }

  private static Opcode vectorOpcode(BinaryOp op, Type type) {
    boolean isVector = type instanceof Type.Vector;
    return switch (type.element()) {
      case FLOAT64 ->
          switch (op) {
            case ADD -> isVector ? Opcode.VADDPD : Opcode.VADDSD;
            case SUBTRACT -> isVector ? Opcode.VSUBPD : Opcode.VSUBSD;
            case MULTIPLY -> isVector ? Opcode.VMULPD : Opcode.VMULSD;
            case DIVIDE -> isVector ? Opcode.VDIVPD : Opcode.VDIVSD;
            default -> throw new IllegalStateException("no machine code for " + op);
          };
      case FLOAT32 ->
          switch (op) {
            case ADD -> isVector ? Opcode.VADDPS : Opcode.VADDSS;
            case SUBTRACT -> isVector ? Opcode.VSUBPS : Opcode.VSUBSS;
            case MULTIPLY -> isVector ? Opcode.VMULPS : Opcode.VMULSS;
            case DIVIDE -> isVector ? Opcode.VDIVPS : Opcode.VDIVSS;
            default -> throw new IllegalStateException("no machine code for " + op);
          };
      case INT64 ->
          switch (op) {
            case ADD -> Opcode.VPADDQ;
            case SUBTRACT -> Opcode.VPSUBQ;
            case MULTIPLY -> Opcode.VPMULLQ;
            default -> throw new IllegalStateException("no machine code for " + op);
          };
      case INT32, BOOL ->
          switch (op) {
            case ADD -> Opcode.VPADDD;
            case SUBTRACT -> Opcode.VPSUBD;
            case MULTIPLY -> Opcode.VPMULLD;
            default -> throw new IllegalStateException("no machine code for " + op);
          };
    };
  }

  void cast(Exp.Cast c, Register target) {
    ElementType from = c.operand().type().element();
    if (c.target() == ElementType.BOOL && from != ElementType.BOOL) {
      conditions.bool(c, target);
      return;
    }
    Register value = expressions.value(c.operand());
    switch (c.target()) {
      case BOOL, INT64 -> code.copy(target, value, 8);
      case INT32 -> narrow(c.operand(), value, target);
      case FLOAT32 -> toFloat(from, Opcode.VCVTSI2SS, Opcode.VCVTSD2SS, value, target);
      case FLOAT64 -> toFloat(from, Opcode.VCVTSI2SD, Opcode.VCVTSS2SD, value, target);
    }
  }

  private void narrow(Exp operand, Register value, Register target) {
    if (operand instanceof Exp.Unary u && u.op() == UnaryOp.TRAILING_ZEROS) {
      code.copy(target, value, 8); // 64 at most
    } else {
      code.add(Opcode.MOVSXD, 8, target, value);
    }
  }

  private void toFloat(
      ElementType from, Opcode ofInteger, Opcode ofOther, Register value, Register target) {
    if (value.bank() == Bank.GENERAL) {
      // The rest of the target is taken from another register, which nobody should wait for.
      Register nothing = code.vector();
      code.add(Opcode.VPXOR, 16, nothing, nothing, nothing);
      code.add(ofInteger, 8, target, nothing, value);
    } else if ((from == ElementType.FLOAT32) == (ofOther == Opcode.VCVTSS2SD)) {
      code.add(ofOther, 16, target, value, value);
    } else {
      code.copy(target, value, 16);
    }
  }
}
