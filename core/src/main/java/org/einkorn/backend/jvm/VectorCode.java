package org.einkorn.backend.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp.BinaryOp;
import org.einkorn.imp.Type;

/** Vectors in class files: calls of the JDK's vector module, which the JIT makes instructions. */
final class VectorCode {
  private static final String PACKAGE = "jdk.incubator.vector.";
  static final String SPECIES = PACKAGE + "VectorSpecies";

  private static final ClassDesc VECTOR = ClassDesc.of(PACKAGE + "Vector");
  private static final ClassDesc SPECIES_TYPE = ClassDesc.of(SPECIES);

  private final CodeBuilder code;
  private final ElementType element;
  private final int lanes;
  private final ClassDesc type;

  VectorCode(CodeBuilder code, Type.Vector vector) {
    this.code = code;
    this.element = vector.element();
    this.lanes = vector.lanes();
    this.type = describe(element);
  }

  static ClassDesc describe(ElementType element) {
    return ClassDesc.of(className(element));
  }

  static String className(ElementType element) {
    return PACKAGE
        + switch (element) {
          case INT32 -> "IntVector";
          case INT64 -> "LongVector";
          case FLOAT32 -> "FloatVector";
          case FLOAT64 -> "DoubleVector";
          case BOOL -> throw new IllegalArgumentException("there are no vectors of bools");
        };
  }

  /** Leaves how wide the vector is, which comes before the other arguments of what makes one. */
  void species() {
    int bits = lanes * element.bytes() * Byte.SIZE;
    code.getstatic(type, "SPECIES_" + bits, SPECIES_TYPE);
  }

  /** The species, an array and an index lie on the stack. */
  void load() {
    code.invokestatic(
        type, "fromArray", MethodTypeDesc.of(type, SPECIES_TYPE, array(), ConstantDescs.CD_int));
  }

  /** The species and a value lie on the stack. */
  void broadcast() {
    code.invokestatic(
        type, "broadcast", MethodTypeDesc.of(type, SPECIES_TYPE, JvmTypes.describe(element)));
  }

  /** The vector, an array and an index lie on the stack. */
  void store() {
    code.invokevirtual(
        type, "intoArray", MethodTypeDesc.of(ConstantDescs.CD_void, array(), ConstantDescs.CD_int));
  }

  /** The vector lies on the stack. */
  void lane(int lane) {
    code.loadConstant(lane)
        .invokevirtual(
            type, "lane", MethodTypeDesc.of(JvmTypes.describe(element), ConstantDescs.CD_int));
  }

  void negate() {
    code.invokevirtual(type, "neg", MethodTypeDesc.of(type));
  }

  /** Both vectors lie on the stack. */
  void operator(BinaryOp op) {
    String name =
        switch (op) {
          case ADD -> "add";
          case SUBTRACT -> "sub";
          case MULTIPLY -> "mul";
          case DIVIDE -> "div";
          case MIN -> "min";
          case MAX -> "max";
          default -> throw new IllegalArgumentException(op.symbol + " on vectors");
        };
    code.invokevirtual(type, name, MethodTypeDesc.of(type, VECTOR));
  }

  private ClassDesc array() {
    return JvmTypes.describe(element).arrayType();
  }
}
