package org.einkorn.backend.x64;

import org.einkorn.backend.x64.Line.Condition;
import org.einkorn.backend.x64.Line.Label;
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

/** Writes code for conditions: they become jumps, and bools only where somebody keeps them. */
final class Conditions {
  private final Code code;
  private final Expressions expressions;

  Conditions(Code code, Expressions expressions) {
    this.code = code;
    this.expressions = expressions;
  }

  /** Writes 1 to a register if the condition holds, else 0. */
  void bool(Exp condition, Register target) {
    Register result = code.general();
    Label end = code.label("decided");
    code.add(Opcode.MOV, 8, result, new Immediate(0));
    jump(condition, false, end);
    code.add(Opcode.MOV, 8, result, new Immediate(1));
    code.add(end);
    code.copy(target, result, 8);
  }

  /** Goes to the target if the condition is {@code when}, else on. */
  void jump(Exp condition, boolean when, Label target) {
    switch (condition) {
      case Exp.Const(Constant value) -> {
        if (value.asLong() != 0 == when) {
          code.jump(Condition.ALWAYS, target);
        }
      }
      case Exp.Unary(UnaryOp op, Exp operand) when op == UnaryOp.NOT ->
          jump(operand, !when, target);
      case Binary(BinaryOp op, Exp left, Exp right) when op.isLogical() -> {
        // a && b is false, and a || b is true, as soon as a is.
        if (op == BinaryOp.OR == when) {
          jump(left, when, target);
          expressions.conditional(() -> jump(right, when, target));
        } else {
          Label next = code.label("next");
          jump(left, !when, next);
          expressions.conditional(() -> jump(right, when, target));
          code.add(next);
        }
      }
      case Binary(BinaryOp op, Exp left, Exp right) when op.isComparison() -> {
        if (left.type().element().isFloat()) {
          compareFloats(op, left, right, when, target);
        } else {
          compareIntegers(op, left, right, when, target);
        }
      }
      case Exp.Cast(ElementType to, Exp operand)
          when to == ElementType.BOOL && !operand.type().equals(Type.BOOL) ->
          jump(
              new Binary(
                  BinaryOp.NOT_EQUAL,
                  operand,
                  new Exp.Const(Constant.zero(operand.type().element()))),
              when,
              target);
      default -> {
        Register value = expressions.value(condition);
        code.add(Opcode.TEST, 4, value, value);
        code.jump(when ? Condition.NOT_EQUAL : Condition.EQUAL, target);
      }
    }
  }

  private void compareIntegers(BinaryOp op, Exp left, Exp right, boolean when, Label target) {
    if (left instanceof Binary(BinaryOp and, Exp bits, Exp mask)
        && and == BinaryOp.BIT_AND
        && Arithmetic.onlyBit(mask).isPresent()
        && Imp.isInteger(right, 0)
        && (op == BinaryOp.EQUAL || op == BinaryOp.NOT_EQUAL)) {
      Register word = expressions.value(bits);
      code.add(Opcode.BT, 8, word, expressions.value(Arithmetic.onlyBit(mask).get()));
      boolean isSet = (op == BinaryOp.NOT_EQUAL) == when;
      code.jump(isSet ? Condition.BELOW : Condition.ABOVE_EQUAL, target);
      return;
    }
    Register first = expressions.value(left);
    Operand second =
        right instanceof Exp.Const(Constant c) && c.asLong() == (int) c.asLong()
            ? new Immediate(c.asLong())
            : expressions.value(right);
    code.add(Opcode.CMP, 8, first, second);
    code.jump(
        switch (when ? op : op.negated()) {
          case LESS -> Condition.LESS;
          case LESS_EQUAL -> Condition.LESS_EQUAL;
          case GREATER -> Condition.GREATER;
          case GREATER_EQUAL -> Condition.GREATER_EQUAL;
          case EQUAL -> Condition.EQUAL;
          default -> Condition.NOT_EQUAL;
        },
        target);
  }

  /** With a NaN every comparison but {@code !=} is false. */
  private void compareFloats(BinaryOp op, Exp left, Exp right, boolean when, Label target) {
    Opcode compare =
        left.type().element() == ElementType.FLOAT64 ? Opcode.VUCOMISD : Opcode.VUCOMISS;
    boolean swapped = op == BinaryOp.LESS || op == BinaryOp.LESS_EQUAL; // a < b → b > a
    Register first = expressions.value(left);
    Register second = expressions.value(right);
    code.add(compare, 16, swapped ? second : first, swapped ? first : second);
    switch (op) {
      case LESS, GREATER -> code.jump(when ? Condition.ABOVE : Condition.BELOW_EQUAL, target);
      case LESS_EQUAL, GREATER_EQUAL ->
          code.jump(when ? Condition.ABOVE_EQUAL : Condition.BELOW, target);
      default -> {
        if ((op == BinaryOp.EQUAL) == when) {
          Label unordered = code.label("unordered");
          code.jump(Condition.PARITY, unordered);
          code.jump(Condition.EQUAL, target);
          code.add(unordered);
        } else {
          code.jump(Condition.PARITY, target);
          code.jump(Condition.NOT_EQUAL, target);
        }
      }
    }
  }
}
