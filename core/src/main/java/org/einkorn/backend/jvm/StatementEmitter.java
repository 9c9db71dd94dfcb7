package org.einkorn.backend.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.backend.jvm.Outline.Method;
import org.einkorn.element.Constant;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Binary;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Exp.Const;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;
import org.einkorn.imp.Walk;

/**
 * Statements: a loop tests at its top and counts with iinc. Each says whether control can come out
 * at its end, so that no dead code is made.
 */
final class StatementEmitter {
  private final CodeBuilder code;
  private final Outline outline;
  private final Variables variables;
  private final ExpressionEmitter expressions;
  private final ConditionEmitter conditions;

  /** The labels around what is being emitted, and those among them that some break goes to. */
  private final Map<String, Label> labels = new HashMap<>();

  private final Set<String> left = new HashSet<>();

  /** The labels outside the method, and where it ends. */
  private final List<String> exits;

  private final Label end;

  StatementEmitter(
      CodeBuilder code,
      Outline outline,
      Variables variables,
      ExpressionEmitter expressions,
      List<String> exits) {
    this.code = code;
    this.outline = outline;
    this.variables = variables;
    this.expressions = expressions;
    this.conditions = expressions.conditions();
    this.exits = exits;
    this.end = code.newLabel();
  }

  /** Where a break to an exit goes, with the exit's number on the stack. */
  Label end() {
    return end;
  }

  /** Gives whether control can come out at the statement's end. */
  boolean emit(Stmt s) {
    Optional<Method> called = outline.called(s);
    if (called.isPresent()) {
      return emitCall(called.get());
    }
    switch (s) {
      case Stmt.Block(List<Stmt> statements) -> {
        Variables.Mark mark = variables.mark();
        boolean completes = emitAll(statements);
        variables.release(mark);
        return completes;
      }
      case Stmt.Declare(Variable variable, Exp value) -> {
        variables.declare(variable);
        variables.assign(variable, () -> expressions.emit(value));
        return true;
      }
      case Stmt.Assign(Variable variable, Exp value) -> {
        Optional<Integer> step = step(variable, value);
        if (step.isPresent() && variables.isLocal(variable)) {
          variables.step(variable, step.get());
        } else {
          variables.assign(variable, () -> expressions.emit(value));
        }
        return true;
      }
      case Stmt.Store(Variable array, Exp index, Exp value, boolean streamed)
          when value.type() instanceof Type.Vector vector -> {
        expressions.emit(value);
        variables.load(array);
        expressions.emit(index);
        new VectorCode(code, vector).store();
        return true;
      }
      case Stmt.Store(Variable array, Exp index, Exp value, boolean streamed) -> {
        variables.load(array);
        expressions.emit(index);
        expressions.emit(value);
        code.arrayStore(JvmTypes.kind(value.type()));
        return true;
      }
      case Stmt.StoreRow t -> throw ExpressionEmitter.inLines(t.rows());
      case Stmt.Update(Variable array, Exp index, BinaryOp op, Exp value) -> {
        variables.load(array);
        expressions.emit(index);
        code.dup2();
        code.arrayLoad(JvmTypes.kind(value.type()));
        expressions.emit(value);
        expressions.emitOperator(op, value.type().element());
        code.arrayStore(JvmTypes.kind(value.type()));
        return true;
      }
      case Stmt.Run(Exp.Call call) -> {
        expressions.emitCall(call);
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
        conditions.jump(condition, false, end);
        if (emit(body)) {
          code.goto_(top);
        }
        code.labelBinding(end);
        return !(condition instanceof Const(Constant value) && value.asLong() != 0);
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
      case Stmt.Prefetch p -> {
        return true; // the JVM has no such instruction
      }
      case Stmt.Comment c -> {
        return true;
      }
    }
  }

  /** What follows a statement that never completes is not made. */
  boolean emitAll(List<Stmt> statements) {
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
      code.loadConstant(exit + 1).goto_(end);
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
      conditions.jump(s.condition(), true, labels.get(label));
      return true;
    }
    Label end = code.newLabel();
    if (nothingElse || isNothing(s.whenTrue())) {
      conditions.jump(s.condition(), !nothingElse, end);
      emit(nothingElse ? s.whenTrue() : s.whenFalse());
      code.labelBinding(end);
      return true;
    }
    Label otherwise = code.newLabel();
    conditions.jump(s.condition(), false, otherwise);
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
    Variables.Mark mark = variables.mark();
    variables.declare(s.variable());
    variables.assign(s.variable(), () -> expressions.emit(s.from()));
    Runnable bound;
    if (s.to() instanceof Const
        || s.to() instanceof Variable v && variables.isLocal(v) && !isAssigned(v, s.body())) {
      bound = () -> expressions.emit(s.to());
    } else {
      int slot = variables.newSlot(TypeKind.INT);
      expressions.emit(s.to());
      code.istore(slot);
      bound = () -> code.iload(slot);
    }
    Label end = code.newLabel();
    Label top = code.newBoundLabel();
    variables.load(s.variable());
    bound.run();
    code.if_icmpge(end);
    if (emit(s.body())) {
      variables.step(s.variable(), 1);
      code.goto_(top);
    }
    code.labelBinding(end);
    variables.release(mark);
    return true;
  }

  private boolean emitCall(Method method) {
    expressions.emitCall(method);
    if (method.exits().isEmpty()) {
      return true;
    }
    Variables.Mark mark = variables.mark();
    int slot = variables.newSlot(TypeKind.INT);
    code.istore(slot);
    for (int k = 0; k < method.exits().size(); k++) {
      Label next = code.newLabel();
      code.iload(slot).loadConstant(k + 1).if_icmpne(next);
      leave(method.exits().get(k));
      code.labelBinding(next);
    }
    variables.release(mark);
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
}
