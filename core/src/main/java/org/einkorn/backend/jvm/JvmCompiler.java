package org.einkorn.backend.jvm;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.util.Optional;
import org.einkorn.backend.CompiledFunction;
import org.einkorn.backend.jvm.Outline.Method;
import org.einkorn.imp.Exp.Variable;
import org.einkorn.imp.Function;

/**
 * Compiles a function into a hidden class. A method of more than 8000 bytes of code would never be
 * compiled by the JIT, so a large function becomes several methods.
 */
public final class JvmCompiler {
  /** HotSpot's limit, with something to spare. */
  static final int LARGEST_METHOD = 7900;

  /**
   * Beyond this estimate it is not worth trying whether the whole function fits into one method.
   */
  private static final int WORTH_TRYING = 12_000;

  private static final int FIRST_LIMIT = 6000;
  private static final int LAST_LIMIT = 500;

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final String RUN = "run";
  private static final MethodTypeDesc RUN_TYPE =
      MethodTypeDesc.of(ConstantDescs.CD_Object.arrayType(), ConstantDescs.CD_Object.arrayType());

  private JvmCompiler() {}

  public static CompiledFunction compile(Function function) {
    return load(generate(function), Invoked.by(function));
  }

  /** The function in one method, if it is not too large for one: in several, vectors are slow. */
  public static Optional<CompiledFunction> compileWhole(Function function) {
    byte[] whole = generate(function, Splitter.whole(function.body()));
    return largestMethod(whole) <= LARGEST_METHOD
        ? Optional.of(load(whole, Invoked.by(function)))
        : Optional.empty();
  }

  /** An instance of the class of a function that calls these. */
  static CompiledFunction load(byte[] classFile, Invoked invoked) {
    try {
      MethodHandles.Lookup hidden =
          LOOKUP.defineHiddenClassWithClassData(classFile, invoked.handles(), true);
      return (CompiledFunction)
          hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class)).invoke();
    } catch (Throwable e) {
      throw new IllegalStateException("generated code does not load", e);
    }
  }

  /** The class file. */
  static byte[] generate(Function function) {
    CodeSize size = new CodeSize();
    if (size.of(function.body()) <= WORTH_TRYING) {
      byte[] whole = generate(function, Splitter.whole(function.body()));
      if (largestMethod(whole) <= LARGEST_METHOD) {
        return whole;
      }
    }
    int limit = FIRST_LIMIT;
    while (true) {
      byte[] split = generate(function, Splitter.split(function.body(), limit, size));
      // Sizes are bounded node by node, so the first limit does in practice; the measure decides.
      if (largestMethod(split) <= LARGEST_METHOD || limit / 2 < LAST_LIMIT) {
        return split;
      }
      limit /= 2;
    }
  }

  /** The class file of a function divided in this way. */
  static byte[] generate(Function function, Outline outline) {
    Frame frame = Frame.of(function, outline);
    ClassDesc self = ClassDesc.of(JvmCompiler.class.getPackageName(), className(function));
    return ClassFile.of()
        .build(
            self,
            type -> {
              type.withFlags(AccessFlag.FINAL, AccessFlag.SYNTHETIC);
              type.withInterfaceSymbols(CompiledFunction.class.describeConstable().orElseThrow());
              type.withMethodBody(
                  ConstantDescs.INIT_NAME,
                  ConstantDescs.MTD_void,
                  0,
                  code ->
                      code.aload(0)
                          .invokespecial(
                              ConstantDescs.CD_Object,
                              ConstantDescs.INIT_NAME,
                              ConstantDescs.MTD_void)
                          .return_());
              type.withMethodBody(
                  RUN,
                  RUN_TYPE,
                  ClassFile.ACC_PUBLIC,
                  code -> {
                    MethodEmitter emitter = new MethodEmitter(code, self, outline, frame);
                    if (outline.isWhole()) {
                      emitter.emitWhole(function);
                    } else {
                      emitter.emitRun(function);
                    }
                  });
              if (outline.isWhole()) {
                return;
              }
              for (Variable variable : frame.fields().keySet()) {
                type.withField(frame.fields().get(variable), JvmTypes.describe(variable.type()), 0);
              }
              for (Method method : outline.methods()) {
                type.withMethodBody(
                    method.name(),
                    method.descriptor(),
                    ClassFile.ACC_PRIVATE,
                    code -> new MethodEmitter(code, self, outline, frame).emitPart(method));
              }
            });
  }

  /** The bytes of code of the largest method. */
  static int largestMethod(byte[] classFile) {
    int largest = 0;
    for (MethodModel method : ClassFile.of().parse(classFile).methods()) {
      largest =
          Math.max(
              largest,
              method.findAttribute(Attributes.code()).map(code -> code.codeLength()).orElse(0));
    }
    return largest;
  }

  private static String className(Function function) {
    return function.name().replaceAll("[^A-Za-z0-9_$]", "_") + "_kernel";
  }
}
