package org.einkorn.backend.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Unary;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Type;

/**
 * Conditions become jumps, never bools on the stack: a comparison and the branch on it are one
 * instruction, and {@code &&}, {@code ||} and {@code !} cost nothing but where to go.
 */
final class ConditionEmitter {
  private final CodeBuilder code;
  private final Outline outline;
  private final ExpressionEmitter expressions;

  ConditionEmitter(CodeBuilder code, Outline outline, ExpressionEmitter expressions) {
    this.code = code;
    this.outline = outline;
    this.expressions = expressions;
  }

  /** Goes to the target if the condition is {@code when}, else on. */
  void jump(Exp condition, boolean when, Label target) {
    if (outline.called(condition).isPresent()) {
      expressions.emit(condition);
      code.branch(when ? Opcode.IFNE : Opcode.IFEQ, target);
      return;
    }
    switch (condition) {
      case Const(Constant value) -> {
        if (value.asLong() != 0 == when) {
          code.goto_(target);
        }
      }
      case Unary(UnaryOp op, Exp operand) when op == UnaryOp.NOT -> jump(operand, !when, target);
      case Binary(BinaryOp op, Exp left, Exp right) when op.isLogical() -> {
        // a && b is false, and a || b is true, as soon as a is.
        if (op == BinaryOp.OR == when) {
          jump(left, when, target);
          jump(right, when, target);
        } else {
          Label next = code.newLabel();
          jump(left, !when, next);
          jump(right, when, target);
          code.labelBinding(next);
        }
      }
      case Binary(BinaryOp op, Exp left, Exp right) when op.isComparison() ->
          compare(op, left, right, when, target);
      case Exp.Cast(ElementType to, Exp operand)
          when to == ElementType.BOOL && !operand.type().equals(Type.BOOL) ->
          compare(
              BinaryOp.NOT_EQUAL,
              operand,
              new Const(Constant.zero(operand.type().element())),
              when,
              target);
      default -> {
        expressions.emit(condition);
        code.branch(when ? Opcode.IFNE : Opcode.IFEQ, target);
      }
    }
  }

  private void compare(BinaryOp op, Exp left, Exp right, boolean when, Label target) {
    ElementType type = left.type().element();
    switch (type) {
      case BOOL, INT32 -> {
        if (isZero(left)) {
          compareWithZero(mirrored(op), right, when, target); // 0 < a → a > 0
        } else if (isZero(right)) {
          compareWithZero(op, left, when, target);
        } else {
          expressions.emit(left);
          expressions.emit(right);
          code.branch(
              switch (when ? op : op.negated()) {
                case LESS -> Opcode.IF_ICMPLT;
                case LESS_EQUAL -> Opcode.IF_ICMPLE;
                case GREATER -> Opcode.IF_ICMPGT;
                case GREATER_EQUAL -> Opcode.IF_ICMPGE;
                case EQUAL -> Opcode.IF_ICMPEQ;
                default -> Opcode.IF_ICMPNE;
              },
              target);
        }
      }
      case INT64, FLOAT32, FLOAT64 -> {
        expressions.emit(left);
        expressions.emit(right);
        // NaN must make every comparison but != false, so it counts as large for < and as small for
        // >.
        boolean nanIsLarge = op == BinaryOp.LESS || op == BinaryOp.LESS_EQUAL;
        switch (type) {
          case FLOAT32 -> {
            if (nanIsLarge) {
              code.fcmpg();
            } else {
              code.fcmpl();
            }
          }
          case FLOAT64 -> {
            if (nanIsLarge) {
              code.dcmpg();
            } else {
              code.dcmpl();
            }
          }
          case BOOL, INT32, INT64 -> code.lcmp();
        }
        code.branch(sign(when ? op : op.negated()), target);
      }
    }
  }

  private void compareWithZero(BinaryOp op, Exp e, boolean when, Label target) {
    expressions.emit(e);
    code.branch(sign(when ? op : op.negated()), target);
  }

  private static Opcode sign(BinaryOp op) {
    return switch (op) {
      case LESS -> Opcode.IFLT;
      case LESS_EQUAL -> Opcode.IFLE;
      case GREATER -> Opcode.IFGT;
      case GREATER_EQUAL -> Opcode.IFGE;
      case EQUAL -> Opcode.IFEQ;
      default -> Opcode.IFNE;
    };
  }

  private static BinaryOp mirrored(BinaryOp op) {
    return switch (op) {
      case LESS -> BinaryOp.GREATER;
      case LESS_EQUAL -> BinaryOp.GREATER_EQUAL;
      case GREATER -> BinaryOp.LESS;
      case GREATER_EQUAL -> BinaryOp.LESS_EQUAL;
      default -> op;
    };
  }

  private static boolean isZero(Exp e) {
    return e instanceof Const(Constant value) && value.asLong() == 0;
  }
}
