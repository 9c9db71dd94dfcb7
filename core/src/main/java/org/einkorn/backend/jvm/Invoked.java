package org.einkorn.backend.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Function;
import org.einkorn.imp.ScalarFunction;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Walk;

/**
 * The functions of scalars that generated code calls. Their method handles come with the hidden
 * class as its data, and are constants of its code: so the JIT compiles them into the loops, a
 * user's lambda like a method of {@link Math}.
 */
record Invoked(List<ScalarFunction> functions) {
  private static final DirectMethodHandleDesc CLASS_DATA_AT =
      ConstantDescs.ofConstantBootstrap(
          ConstantDescs.CD_MethodHandles,
          "classDataAt",
          ConstantDescs.CD_Object,
          ConstantDescs.CD_int);

  static Invoked by(Function function) {
    Set<ScalarFunction> functions = new LinkedHashSet<>();
    collect(function.body(), functions);
    return new Invoked(new ArrayList<>(functions));
  }

  private static void collect(Stmt s, Set<ScalarFunction> functions) {
    Walk.expressions(s).forEach(e -> collect(e, functions));
    Walk.parts(s).forEach(part -> collect(part, functions));
  }

  private static void collect(Exp e, Set<ScalarFunction> functions) {
    if (e instanceof Exp.Invoke i) {
      functions.add(i.function());
    }
    Walk.children(e).forEach(child -> collect(child, functions));
  }

  /** What the class is defined with. */
  List<MethodHandle> handles() {
    return functions.stream().map(ScalarFunction::handle).toList();
  }

  /** Puts the function on the stack, below the arguments that follow. */
  void load(CodeBuilder code, ScalarFunction function) {
    code.ldc(
        DynamicConstantDesc.ofNamed(
            CLASS_DATA_AT,
            ConstantDescs.DEFAULT_NAME,
            ConstantDescs.CD_MethodHandle,
            functions.indexOf(function)));
  }

  /** Calls the function that lies below its arguments. */
  static void call(CodeBuilder code, ScalarFunction function) {
    ClassDesc owner = ConstantDescs.CD_MethodHandle;
    code.invokevirtual(
        owner, "invokeExact", function.handle().type().describeConstable().orElseThrow());
  }
}
