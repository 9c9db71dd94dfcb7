package org.einkorn.backend.x64;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;
import org.einkorn.imp.Stmt;
import org.einkorn.imp.Type;

/**
 * Calls of a function that does nothing, so that the JIT compiles the way to machine code. Until it
 * has, a call takes ten times as long, which counts where chunks are short.
 */
final class CallRehearsal {
  /** This takes some 50 ms; more would gain little. */
  private static final int CALLS = 8_000;

  private static final Set<Integer> DONE = ConcurrentHashMap.newKeySet();

  private CallRehearsal() {}

  /** For functions with as many parameters as this one has; what leads to them is the same. */
  static void of(Function function) {
    int arrays = Arguments.arrays(function).size();
    if (!DONE.contains(ExecutableMemory.arguments(arrays))) {
      List<Variable> parameters = function.parameters();
      Function nothing = new Function("nothing", parameters, List.of(), Stmt.NOTHING);
      Object[] arguments = parameters.stream().map(p -> argument(p.type())).toArray();
      MachineCode.compile(nothing).ifPresent(code -> call(code, arguments));
      DONE.add(ExecutableMemory.arguments(arrays));
    }
  }

  private static void call(CompiledFunction code, Object[] arguments) {
    for (int k = 0; k < CALLS; k++) {
      code.run(arguments);
    }
  }

  private static Object argument(Type type) {
    ElementType element = type.element();
    return type instanceof Type.Array ? element.allocate(0) : Arguments.value(element, 0);
  }
}
