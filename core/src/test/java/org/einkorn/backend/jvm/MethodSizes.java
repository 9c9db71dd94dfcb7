package org.einkorn.backend.jvm;

import org.einkorn.imp.Function;

/** What tests of other packages may know about the classes that functions become. */
public final class MethodSizes {
  private MethodSizes() {}

  /** Whether the JIT would compile every method of the function's class. */
  public static boolean allCompile(Function function) {
    return JvmCompiler.largestMethod(JvmCompiler.generate(function)) <= JvmCompiler.LARGEST_METHOD;
  }
}
