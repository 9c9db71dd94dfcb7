package org.einkorn.backend.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
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
import org.einkorn.imp.Function;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/**
 * The code of one method. It has the shape that javac gives the printed source, which is the shape
 * the JIT knows best: conditions are jumps, a loop tests at its top and counts with iinc, and a
 * value stays on the stack until it is used.
 */
final class MethodEmitter {
  private final CodeBuilder code;
  private final ClassDesc self;
  private final Outline outline;
  private final Frame frame;
  private final Map<Variable, Integer> locals = new HashMap<>();

  /** Parameters that are still only in the array of arguments, and where. */
  private final Map<Variable, Integer> arguments = new LinkedHashMap<>();

  private final Map<String, Label> labels = new HashMap<>();
  private final Set<String> left = new HashSet<>();
  private final List<Variable> scope = new ArrayList<>();
  private List<String> exits = List.of();
  private Optional<Label> epilogue = Optional.empty();
  private int nextSlot;

  MethodEmitter(CodeBuilder code, ClassDesc self, Outline outline, Frame frame, int firstSlot) {
    this.code = code;
    this.self = self;
    this.outline = outline;
    this.frame = frame;
    this.nextSlot = firstSlot;
  }

  /**
   * {@code Object[] run(Object[] arguments)} with all of the function in it. Array parameters
   * become locals only after the declarations at the start, which read them from the arguments:
   * presumably C2 leaves what lives across an allocation on the stack, even in the loops that
   * follow.
   */
  void emitWhole(Function function) {
    for (Variable parameter : function.parameters()) {
      if (parameter.type() instanceof Type.Array) {
        arguments.put(parameter, function.parameters().indexOf(parameter));
      } else {
        emitParameter(parameter, function);
      }
    }
    Stmt body = outline.methods().getFirst().body();
    // The outermost block stays open: results are read after it.
    List<Stmt> statements = body instanceof Stmt.Block(List<Stmt> all) ? all : List.of(body);
    int first = 0;
    while (first < statements.size() && statements.get(first) instanceof Stmt.Declare) {
      first++;
    }
    emitAll(statements.subList(0, first));
    List.copyOf(arguments.keySet()).forEach(parameter -> emitParameter(parameter, function));
    arguments.clear();
    if (emitAll(statements.subList(first, statements.size()))) {
      emitResults(function, this::load);
    }
  }

  private void emitParameter(Variable parameter, Function function) {
    loadArgument(parameter, function.parameters().indexOf(parameter));
    newLocal(parameter);
    code.storeLocal(JvmTypes.kind(parameter.type()), locals.get(parameter));
  }

  private void loadArgument(Variable parameter, int index) {
    code.aload(1).loadConstant(index).aaload();
    JvmTypes.unbox(code, parameter.type());
  }

  /**
   * {@code Object[] run(Object[] arguments)} that makes a frame for this run and calls the first
   * method on it.
   */
  void emitRun(Function function) {
    int frameSlot = nextSlot;
    code.new_(self)
        .dup()
        .invokespecial(self, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
        .astore(frameSlot);
    for (int k = 0; k < function.parameters().size(); k++) {
      Variable parameter = function.parameters().get(k);
      code.aload(frameSlot).aload(1).loadConstant(k).aaload();
      JvmTypes.unbox(code, parameter.type());
      code.putfield(self, frame.fields().get(parameter), JvmTypes.describe(parameter.type()));
    }
    Method main = outline.methods().getFirst();
    code.aload(frameSlot).invokevirtual(self, main.name(), descriptor(main));
    emitResults(
        function,
        result ->
            code.aload(frameSlot)
                .getfield(self, frame.fields().get(result), JvmTypes.describe(result.type())));
  }

  private void emitResults(Function function, Consumer<Variable> load) {
    code.loadConstant(function.results().size()).anewarray(ConstantDescs.CD_Object);
    for (int k = 0; k < function.results().size(); k++) {
      code.dup().loadConstant(k);
      load.accept(function.results().get(k));
      JvmTypes.box(code, function.results().get(k).type());
      code.aastore();
    }
    code.areturn();
  }

  static MethodTypeDesc descriptor(Method method) {
    if (method.value().isPresent()) {
      return MethodTypeDesc.of(JvmTypes.describe(method.value().get().type()));
    }
    return method.exits().isEmpty()
        ? ConstantDescs.MTD_void
        : MethodTypeDesc.of(ConstantDescs.CD_int);
  }

  /** One method of a split function. */
  void emitPart(Method method) {
    Map<Variable, Boolean> kept = frame.kept(method);
    for (Variable variable : kept.keySet()) {
      code.aload(0)
          .getfield(self, frame.fields().get(variable), JvmTypes.describe(variable.type()));
      newLocal(variable);
      code.storeLocal(JvmTypes.kind(variable.type()), locals.get(variable));
    }
    if (method.value().isPresent()) {
      emit(method.value().get());
      code.return_(JvmTypes.kind(method.value().get().type()));
      return;
    }
    exits = method.exits();
    Label end = code.newLabel();
    epilogue = Optional.of(end);
    boolean completes = emit(method.body());
    if (completes && !exits.isEmpty()) {
      code.iconst_0();
    }
    if (completes || !exits.isEmpty()) {
      code.labelBinding(end);
      kept.forEach(
          (variable, written) -> {
            if (written) {
              code.aload(0);
              load(variable);
              code.putfield(self, frame.fields().get(variable), JvmTypes.describe(variable.type()));
            }
          });
      code.return_(exits.isEmpty() ? TypeKind.VOID : TypeKind.INT);
    }
  }

  // Variables

  /** Gives a variable that begins to live here a local, unless it is a field. */
  private void declare(Variable variable) {
    if (!locals.containsKey(variable) && !frame.fields().containsKey(variable)) {
      newLocal(variable);
    }
  }

  private void newLocal(Variable variable) {
    locals.put(variable, newSlot(variable.type()));
    scope.add(variable);
  }

  private int newSlot(Type type) {
    int slot = nextSlot;
    nextSlot += JvmTypes.slots(type);
    return slot;
  }

  private void load(Variable variable) {
    Integer slot = locals.get(variable);
    if (arguments.containsKey(variable)) {
      loadArgument(variable, arguments.get(variable));
    } else if (slot != null) {
      code.loadLocal(JvmTypes.kind(variable.type()), slot);
    } else {
      code.aload(0).getfield(self, field(variable), JvmTypes.describe(variable.type()));
    }
  }

  private void assign(Variable variable, Runnable value) {
    Integer slot = locals.get(variable);
    if (slot != null) {
      value.run();
      code.storeLocal(JvmTypes.kind(variable.type()), slot);
    } else {
      code.aload(0);
      value.run();
      code.putfield(self, field(variable), JvmTypes.describe(variable.type()));
    }
  }

  private String field(Variable variable) {
    String field = frame.fields().get(variable);
    if (field == null) {
      throw new IllegalStateException("variable " + variable + " is not declared here");
    }
    return field;
  }

  // Statements: each gives whether control can come out at its end, so that no dead code is made.

  private boolean emit(Stmt s) {
    Optional<Method> called = outline.called(s);
    if (called.isPresent()) {
      return emitCall(called.get());
    }
    switch (s) {
      case Stmt.Block(List<Stmt> statements) -> {
        int mark = scope.size();
        int slot = nextSlot;
        boolean completes = emitAll(statements);
        nextSlot = slot;
        while (scope.size() > mark) {
          locals.remove(scope.removeLast());
        }
        return completes;
      }
      case Stmt.Declare(Variable variable, Exp value) -> {
        declare(variable);
        assign(variable, () -> emit(value));
        return true;
      }
      case Stmt.Assign(Variable variable, Exp value) -> {
        Optional<Integer> step = step(variable, value);
        if (step.isPresent() && locals.containsKey(variable)) {
          code.iinc(locals.get(variable), step.get());
        } else {
          assign(variable, () -> emit(value));
        }
        return true;
      }
      case Stmt.Store(Variable array, Exp index, Exp value) -> {
        load(array);
        emit(index);
        emit(value);
        code.arrayStore(JvmTypes.kind(value.type()));
        return true;
      }
      case Stmt.Update(Variable array, Exp index, BinaryOp op, Exp value) -> {
        load(array);
        emit(index);
        code.dup2();
        code.arrayLoad(JvmTypes.kind(value.type()));
        emit(value);
        emitOperator(op, value.type().element());
        code.arrayStore(JvmTypes.kind(value.type()));
        return true;
      }
      case Stmt.Run(Exp.Call call) -> {
        emitCall(call);
        if (call.function().result() != RuntimeFunction.Result.NOTHING) {
          code.pop();
        }
        return true;
      }
      case Stmt.If i -> {
        return emitIf(i);
      }
      case Stmt.While(Exp condition, Stmt body) -> {
        Label top = code.newBoundLabel();
        Label end = code.newLabel();
        jump(condition, false, end);
        if (emit(body)) {
          code.goto_(top);
        }
        code.labelBinding(end);
        return !isConstant(condition, true);
      }
      case Stmt.For f -> {
        return emitFor(f);
      }
      case Stmt.Labelled(String label, Stmt body) -> {
        Label outer = labels.put(label, code.newLabel());
        boolean completes = emit(body);
        code.labelBinding(labels.get(label));
        if (outer != null) {
          labels.put(label, outer);
        } else {
          labels.remove(label);
        }
        return left.remove(label) || completes;
      }
      case Stmt.Break(String label) -> {
        leave(label);
        return false;
      }
      case Stmt.Comment c -> {
        return true;
      }
    }
  }

  /** What follows a statement that never completes is not made. */
  private boolean emitAll(List<Stmt> statements) {
    for (Stmt statement : statements) {
      if (!emit(statement)) {
        return false;
      }
    }
    return true;
  }

  private void leave(String label) {
    Label target = labels.get(label);
    if (target != null) {
      left.add(label);
      code.goto_(target);
    } else {
      int exit = exits.indexOf(label);
      if (exit < 0) {
        throw new IllegalStateException("no statement around is labelled " + label);
      }
      code.loadConstant(exit + 1).goto_(epilogue.orElseThrow());
    }
  }

  private boolean emitIf(Stmt.If s) {
    if (s.condition() instanceof Const(Constant value)) {
      return emit(value.asLong() != 0 ? s.whenTrue() : s.whenFalse());
    }
    boolean nothingElse = isNothing(s.whenFalse());
    if (nothingElse
        && s.whenTrue() instanceof Stmt.Break(String label)
        && labels.containsKey(label)) {
      left.add(label);
      jump(s.condition(), true, labels.get(label));
      return true;
    }
    Label end = code.newLabel();
    if (nothingElse || isNothing(s.whenTrue())) {
      jump(s.condition(), !nothingElse, end);
      emit(nothingElse ? s.whenTrue() : s.whenFalse());
      code.labelBinding(end);
      return true;
    }
    Label otherwise = code.newLabel();
    jump(s.condition(), false, otherwise);
    boolean first = emit(s.whenTrue());
    if (first) {
      code.goto_(end);
    }
    code.labelBinding(otherwise);
    boolean second = emit(s.whenFalse());
    code.labelBinding(end);
    return first || second;
  }

  /** The bound is read anew only if it is a constant or a local that the body leaves alone. */
  private boolean emitFor(Stmt.For s) {
    int mark = nextSlot;
    boolean isKept = locals.containsKey(s.variable());
    declare(s.variable());
    assign(s.variable(), () -> emit(s.from()));
    Runnable bound;
    if (s.to() instanceof Const
        || s.to() instanceof Variable v && locals.containsKey(v) && !isAssigned(v, s.body())) {
      bound = () -> emit(s.to());
    } else {
      int slot = newSlot(Type.INT32);
      emit(s.to());
      code.istore(slot);
      bound = () -> code.iload(slot);
    }
    Label end = code.newLabel();
    Label top = code.newBoundLabel();
    load(s.variable());
    bound.run();
    code.if_icmpge(end);
    if (emit(s.body())) {
      Integer slot = locals.get(s.variable());
      if (slot != null) {
        code.iinc(slot, 1);
      } else {
        assign(
            s.variable(),
            () -> {
              load(s.variable());
              code.iconst_1().iadd();
            });
      }
      code.goto_(top);
    }
    code.labelBinding(end);
    nextSlot = mark;
    if (!isKept && locals.remove(s.variable()) != null) {
      scope.removeLast();
    }
    return true;
  }

  private boolean emitCall(Method method) {
    code.aload(0).invokevirtual(self, method.name(), descriptor(method));
    if (method.exits().isEmpty()) {
      return true;
    }
    int mark = nextSlot;
    int slot = newSlot(Type.INT32);
    code.istore(slot);
    for (int k = 0; k < method.exits().size(); k++) {
      Label next = code.newLabel();
      code.iload(slot).loadConstant(k + 1).if_icmpne(next);
      leave(method.exits().get(k));
      code.labelBinding(next);
    }
    nextSlot = mark;
    return true;
  }

  private boolean isNothing(Stmt s) {
    return s instanceof Stmt.Comment
        || s instanceof Stmt.Block(List<Stmt> statements)
            && outline.called(s).isEmpty()
            && statements.stream().allMatch(this::isNothing);
  }

  /**
   * Whether the statement may assign the local; what other methods do to fields is no matter here.
   */
  private static boolean isAssigned(Variable variable, Stmt s) {
    if (s instanceof Stmt.Assign a && a.variable().equals(variable)) {
      return true;
    }
    for (Stmt part : Walk.parts(s)) {
      if (isAssigned(variable, part)) {
        return true;
      }
    }
    return false;
  }

  /** {@code x = x + c}, {@code x = c + x} and {@code x = x - c} step x by c, if iinc can. */
  private static Optional<Integer> step(Variable variable, Exp value) {
    if (!variable.type().equals(Type.INT32)
        || !(value instanceof Binary(BinaryOp op, Exp a, Exp b))) {
      return Optional.empty();
    }
    long step;
    if (op == BinaryOp.ADD && a.equals(variable) && b instanceof Const(Constant c)) {
      step = c.asLong();
    } else if (op == BinaryOp.ADD && b.equals(variable) && a instanceof Const(Constant c)) {
      step = c.asLong();
    } else if (op == BinaryOp.SUBTRACT && a.equals(variable) && b instanceof Const(Constant c)) {
      step = -c.asLong();
    } else {
      return Optional.empty();
    }
    return step == (short) step ? Optional.of((int) step) : Optional.empty();
  }

  // Expressions: each leaves its value on the stack.

  private void emit(Exp e) {
    Optional<Method> called = outline.called(e);
    if (called.isPresent()) {
      code.aload(0).invokevirtual(self, called.get().name(), descriptor(called.get()));
      return;
    }
    switch (e) {
      case Const(Constant value) -> emitConstant(value);
      case Variable v -> load(v);
      case Exp.Load(Variable array, Exp index) -> {
        load(array);
        emit(index);
        code.arrayLoad(JvmTypes.kind(e.type()));
      }
      case Exp.Length(Variable array) -> {
        load(array);
        code.arraylength();
      }
      case Exp.Allocate(ElementType element, Exp length) -> {
        emit(length);
        code.newarray(TypeKind.from(element.javaType()));
      }
      case Unary(UnaryOp op, Exp operand) -> {
        switch (op) {
          case NOT -> emitCondition(e);
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
        jump(condition, false, otherwise);
        emit(whenTrue);
        code.goto_(end).labelBinding(otherwise);
        emit(whenFalse);
        code.labelBinding(end);
      }
      case Exp.Call call -> emitCall(call);
    }
  }

  private void emitConstant(Constant value) {
    switch (value.type()) {
      case BOOL, INT32 -> code.loadConstant((int) value.asLong());
      case INT64 -> code.loadConstant(value.asLong());
      case FLOAT32 -> code.loadConstant((float) value.asDouble());
      case FLOAT64 -> code.loadConstant(value.asDouble());
    }
  }

  private void emitCall(Exp.Call call) {
    call.arguments().forEach(this::emit);
    RuntimeFunction function = call.function();
    code.invokestatic(JvmTypes.SUPPORT, function.toString(), JvmTypes.describe(function));
    if (function.result() == RuntimeFunction.Result.FIRST_ARGUMENT) {
      code.checkcast(JvmTypes.describe(call.type()));
    }
  }

  /** Both operands lie on the stack. */
  private void emitOperator(BinaryOp op, ElementType type) {
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
    Opcode int32 =
        switch (op) {
          case MULTIPLY -> Opcode.IMUL;
          case DIVIDE -> Opcode.IDIV;
          case REMAINDER -> Opcode.IREM;
          case ADD -> Opcode.IADD;
          case SUBTRACT -> Opcode.ISUB;
          case AND -> Opcode.IAND;
          case OR -> Opcode.IOR;
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
    jump(e, false, otherwise);
    code.iconst_1().goto_(end).labelBinding(otherwise).iconst_0().labelBinding(end);
  }

  // Conditions

  /** Goes to the target if the condition is {@code when}, else on. */
  private void jump(Exp condition, boolean when, Label target) {
    if (outline.called(condition).isPresent()) {
      emit(condition);
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
        emit(condition);
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
          emit(left);
          emit(right);
          code.branch(
              switch (when ? op : negated(op)) {
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
        emit(left);
        emit(right);
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
        code.branch(sign(when ? op : negated(op)), target);
      }
    }
  }

  private void compareWithZero(BinaryOp op, Exp e, boolean when, Label target) {
    emit(e);
    code.branch(sign(when ? op : negated(op)), target);
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

  private static BinaryOp negated(BinaryOp op) {
    return switch (op) {
      case LESS -> BinaryOp.GREATER_EQUAL;
      case LESS_EQUAL -> BinaryOp.GREATER;
      case GREATER -> BinaryOp.LESS_EQUAL;
      case GREATER_EQUAL -> BinaryOp.LESS;
      case EQUAL -> BinaryOp.NOT_EQUAL;
      default -> BinaryOp.EQUAL;
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

  private static boolean isConstant(Exp e, boolean value) {
    return e instanceof Const(Constant c) && c.asLong() != 0 == value;
  }
}
