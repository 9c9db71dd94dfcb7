package org.einkorn.backend.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;
import org.einkorn.backend.jvm.Outline.Method;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Unary;
import org.einkorn.imp.Exp.UnaryOp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Type;

/** Expressions leave their value on the stack, where it stays until it is used. */
final class ExpressionEmitter {
  private static final MethodTypeDesc ZEROS_OF =
      MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long);
  private static final MethodTypeDesc FAILURE_OF =
      MethodTypeDesc.of(
          RuntimeException.class.describeConstable().orElseThrow(),
          ConstantDescs.CD_Throwable,
          ConstantDescs.CD_String,
          ConstantDescs.CD_String.arrayType(),
          ConstantDescs.CD_int.arrayType());

  private final CodeBuilder code;
  private final ClassDesc self;
  private final Outline outline;
  private final Invoked invoked;
  private final Variables variables;
  private final ConditionEmitter conditions;

  ExpressionEmitter(
      CodeBuilder code, ClassDesc self, Outline outline, Invoked invoked, Variables variables) {
    this.invoked = invoked;
    this.code = code;
    this.self = self;
    this.outline = outline;
    this.variables = variables;
    this.conditions = new ConditionEmitter(code, outline, this);
  }

  ConditionEmitter conditions() {
    return conditions;
  }

  static IllegalArgumentException inLines(Exp.LineRows rows) {
    return new IllegalArgumentException(
        "the JVM does not tell where lines of " + rows.array() + " begin");
  }

  void emit(Exp e) {
    Optional<Method> called = outline.called(e);
    if (called.isPresent()) {
      emitCall(called.get());
      return;
    }
    switch (e) {
      case Const(Constant value) -> emitConstant(value);
      case Variable v -> variables.load(v);
      case Exp.Load(Variable array, Exp index) -> {
        variables.load(array);
        emit(index);
        code.arrayLoad(JvmTypes.kind(e.type()));
      }
      case Exp.LoadVector(Variable array, Exp index, int lanes, Optional<Exp.Line> line) -> {
        line.ifPresent(
            part -> {
              throw inLines(part.rows());
            });
        VectorCode vector = vector(e);
        vector.species();
        variables.load(array);
        emit(index);
        vector.load();
      }
      case Exp.Broadcast(Exp value, int lanes) -> {
        VectorCode vector = vector(e);
        vector.species();
        emit(value);
        vector.broadcast();
      }
      case Exp.Joined j ->
          throw new IllegalArgumentException("code of the JVM does not join to " + j.type());
      case Exp.Lane(Exp vector, int lane) -> {
        emit(vector);
        vector(vector).lane(lane);
      }
      case Unary(UnaryOp op, Exp operand) when e.type() instanceof Type.Vector -> {
        emit(operand);
        vector(e).negate();
      }
      case Binary(BinaryOp op, Exp left, Exp right) when e.type() instanceof Type.Vector -> {
        emit(left);
        emit(right);
        vector(e).operator(op);
      }
      case Exp.Spread s ->
          throw new IllegalArgumentException("code of the JVM does not spread " + s.type());
      case Exp.Inside(Exp index) -> emit(index);
      case Exp.Length(Variable array) -> {
        variables.load(array);
        code.arraylength();
      }
      case Exp.Allocate(ElementType element, Exp length) -> {
        emit(length);
        code.newarray(TypeKind.from(element.javaType()));
      }
      case Unary(UnaryOp op, Exp operand) -> {
        switch (op) {
          case NOT -> emitCondition(e);
          case TRAILING_ZEROS -> {
            emit(operand);
            code.invokestatic(ConstantDescs.CD_Long, "numberOfTrailingZeros", ZEROS_OF).i2l();
          }
          case NEGATE -> {
            emit(operand);
            switch (operand.type().element()) {
              case BOOL -> throw new IllegalArgumentException("- on bool");
              case INT32 -> code.ineg();
              case INT64 -> code.lneg();
              case FLOAT32 -> code.fneg();
              case FLOAT64 -> code.dneg();
            }
          }
        }
      }
      case Binary(BinaryOp op, Exp left, Exp right) -> {
        if (op.isComparison() || op.isLogical()) {
          emitCondition(e);
        } else {
          emit(left);
          emit(right);
          emitOperator(op, left.type().element());
        }
      }
      case Exp.Cast(ElementType target, Exp operand) -> {
        ElementType source = operand.type().element();
        if (target == source) {
          emit(operand);
        } else if (target == ElementType.BOOL) {
          emitCondition(e);
        } else {
          emit(operand);
          TypeKind from =
              source == ElementType.BOOL ? TypeKind.INT : TypeKind.from(source.javaType());
          code.conversion(from, TypeKind.from(target.javaType()));
        }
      }
      case Exp.Select(Exp condition, Exp whenTrue, Exp whenFalse) -> {
        Label otherwise = code.newLabel();
        Label end = code.newLabel();
        conditions.jump(condition, false, otherwise);
        emit(whenTrue);
        code.goto_(end).labelBinding(otherwise);
        emit(whenFalse);
        code.labelBinding(end);
      }
      case Exp.Call call -> emitCall(call);
      case Exp.Invoke invoke -> {
        invoked.load(code, invoke.function());
        invoke.arguments().forEach(this::emit);
        if (invoke.function().mayFail()) {
          emitGuarded(invoke);
        } else {
          Invoked.call(code, invoke.function());
        }
      }
    }
  }

  private VectorCode vector(Exp e) {
    return new VectorCode(code, (Type.Vector) e.type());
  }

  /** A call whose failure is told with its coordinates; while there is none, that costs nothing. */
  private void emitGuarded(Exp.Invoke invoke) {
    Label begin = code.newBoundLabel();
    Invoked.call(code, invoke.function());
    Label end = code.newBoundLabel();
    Label after = code.newLabel();
    code.goto_(after);
    Label handler = code.newBoundLabel();
    code.exceptionCatchAll(begin, end, handler);
    List<Exp.Witness> witnesses = invoke.witnesses();
    code.ldc(invoke.function().name());
    code.loadConstant(witnesses.size()).anewarray(ConstantDescs.CD_String);
    for (int k = 0; k < witnesses.size(); k++) {
      code.dup().loadConstant(k).ldc(witnesses.get(k).variable()).aastore();
    }
    code.loadConstant(witnesses.size()).newarray(TypeKind.INT);
    for (int k = 0; k < witnesses.size(); k++) {
      code.dup().loadConstant(k);
      emit(witnesses.get(k).coordinate());
      code.iastore();
    }
    code.invokestatic(JvmTypes.FAILURE, "of", FAILURE_OF).athrow();
    code.labelBinding(after);
  }

  private void emitConstant(Constant value) {
    switch (value.type()) {
      case BOOL, INT32 -> code.loadConstant((int) value.asLong());
      case INT64 -> code.loadConstant(value.asLong());
      case FLOAT32 -> code.loadConstant((float) value.asDouble());
      case FLOAT64 -> code.loadConstant(value.asDouble());
    }
  }

  /** Leaves what the method returns: its value, or by which exit it was left. */
  void emitCall(Method method) {
    code.aload(0).invokevirtual(self, method.name(), method.descriptor());
  }

  void emitCall(Exp.Call call) {
    call.arguments().forEach(this::emit);
    RuntimeFunction function = call.function();
    code.invokestatic(JvmTypes.SUPPORT, function.toString(), JvmTypes.describe(function));
    if (function.result() == RuntimeFunction.Result.FIRST_ARGUMENT) {
      code.checkcast(JvmTypes.describe(call.type()));
    }
  }

  /** Both operands lie on the stack. */
  void emitOperator(BinaryOp op, ElementType type) {
    if (op == BinaryOp.MIN || op == BinaryOp.MAX) {
      if (type == ElementType.BOOL) {
        emitOperator(op == BinaryOp.MIN ? BinaryOp.AND : BinaryOp.OR, type);
      } else {
        ClassDesc described = JvmTypes.describe(type);
        code.invokestatic(
            JvmTypes.MATH, op.symbol, MethodTypeDesc.of(described, described, described));
      }
      return;
    }
    if (type == ElementType.INT64 && (op == BinaryOp.SHIFT_LEFT || op == BinaryOp.SHIFT_RIGHT)) {
      code.l2i(); // the JVM shifts by an int
    }
    Opcode int32 =
        switch (op) {
          case MULTIPLY -> Opcode.IMUL;
          case DIVIDE -> Opcode.IDIV;
          case REMAINDER -> Opcode.IREM;
          case ADD -> Opcode.IADD;
          case SUBTRACT -> Opcode.ISUB;
          case AND -> Opcode.IAND;
          case OR -> Opcode.IOR;
          case SHIFT_LEFT -> Opcode.ISHL;
          case SHIFT_RIGHT -> Opcode.IUSHR;
          case BIT_AND -> Opcode.IAND;
          case BIT_OR -> Opcode.IOR;
          case LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, EQUAL, NOT_EQUAL, MIN, MAX ->
              throw new IllegalArgumentException(op.symbol + " is no operator on the stack");
        };
    code.with(OperatorInstruction.of(forType(int32, type)));
  }

  /** The opcodes of one operation stand in the order int, long, float, double. */
  private static Opcode forType(Opcode int32, ElementType type) {
    int offset =
        switch (type) {
          case BOOL, INT32 -> 0;
          case INT64 -> 1;
          case FLOAT32 -> 2;
          case FLOAT64 -> 3;
        };
    return Opcode.values()[int32.ordinal() + offset];
  }

  /** A bool that is computed by jumps. */
  private void emitCondition(Exp e) {
    Label otherwise = code.newLabel();
    Label end = code.newLabel();
    conditions.jump(e, false, otherwise);
    code.iconst_1().goto_(end).labelBinding(otherwise).iconst_0().labelBinding(end);
  }
}
