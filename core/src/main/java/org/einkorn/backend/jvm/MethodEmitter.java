package org.einkorn.backend.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.einkorn.backend.jvm.Outline.Method;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * The code of one method: what stands around its body, where values come in and go out. All of the
 * code has the shape that javac gives the printed source, which is the shape the JIT knows best.
 */
final class MethodEmitter {
  private final CodeBuilder code;
  private final ClassDesc self;
  private final Outline outline;
  private final Frame frame;

  MethodEmitter(CodeBuilder code, ClassDesc self, Outline outline, Frame frame) {
    this.code = code;
    this.self = self;
    this.outline = outline;
    this.frame = frame;
  }

  /**
   * {@code Object[] run(Object[] arguments)} with all of the function in it. Array parameters
   * become locals only after the declarations at the start, which read them from the arguments:
   * presumably C2 leaves what lives across an allocation on the stack, even in the loops that
   * follow.
   */
  void emitWhole(Function function) {
    Variables variables = Variables.ofRun(code, self, frame, function.parameters());
    Method main = outline.methods().getFirst();
    StatementEmitter statements = statements(variables, main);
    function.parameters().stream().filter(p -> !isArray(p)).forEach(variables::keep);
    // The outermost block stays open: results are read after it.
    List<Stmt> body =
        main.body() instanceof Stmt.Block(List<Stmt> all) ? all : List.of(main.body());
    int first = 0;
    while (first < body.size() && body.get(first) instanceof Stmt.Declare) {
      first++;
    }
    statements.emitAll(body.subList(0, first));
    function.parameters().stream().filter(MethodEmitter::isArray).forEach(variables::keep);
    if (statements.emitAll(body.subList(first, body.size()))) {
      emitResults(function, variables::load);
    }
  }

  private static boolean isArray(Variable variable) {
    return variable.type() instanceof Type.Array;
  }

  /**
   * {@code Object[] run(Object[] arguments)} that makes a frame for this run and calls the first
   * method on it.
   */
  void emitRun(Function function) {
    Variables variables = Variables.ofRun(code, self, frame, function.parameters());
    int owner = variables.newSlot(TypeKind.REFERENCE);
    code.new_(self)
        .dup()
        .invokespecial(self, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
        .astore(owner);
    for (Variable parameter : function.parameters()) {
      variables.assignField(owner, parameter, () -> variables.load(parameter));
    }
    Method main = outline.methods().getFirst();
    code.aload(owner).invokevirtual(self, main.name(), main.descriptor());
    emitResults(function, result -> variables.loadField(owner, result));
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

  /** One method of a split function. */
  void emitPart(Method method) {
    Variables variables = Variables.ofPart(code, self, frame);
    Map<Variable, Boolean> kept = frame.kept(method);
    kept.keySet().forEach(variables::keep);
    if (method.value().isPresent()) {
      Exp value = method.value().get();
      new ExpressionEmitter(code, self, outline, frame.invoked(), variables).emit(value);
      code.return_(JvmTypes.kind(value.type()));
      return;
    }
    StatementEmitter statements = statements(variables, method);
    boolean hasExits = !method.exits().isEmpty();
    boolean completes = statements.emit(method.body());
    if (completes && hasExits) {
      code.iconst_0();
    }
    if (completes || hasExits) {
      code.labelBinding(statements.end());
      kept.forEach(
          (variable, written) -> {
            if (written) {
              variables.writeBack(variable);
            }
          });
      code.return_(hasExits ? TypeKind.INT : TypeKind.VOID);
    }
  }

  private StatementEmitter statements(Variables variables, Method method) {
    ExpressionEmitter expressions =
        new ExpressionEmitter(code, self, outline, frame.invoked(), variables);
    return new StatementEmitter(code, outline, variables, expressions, method.exits());
  }
}
