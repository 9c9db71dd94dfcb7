package org.einkorn.backend.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.einkorn.element.ElementType;
import org.einkorn.imp.RuntimeFunction;
import org.einkorn.imp.Type;
import org.einkorn.support.FunctionFailure;
import org.einkorn.support.IndexTable;
import org.einkorn.support.Support;

/** How types of the imperative language are written in class files. */
final class JvmTypes {
  static final ClassDesc SUPPORT = Support.class.describeConstable().orElseThrow();
  static final ClassDesc FAILURE = FunctionFailure.class.describeConstable().orElseThrow();
  static final ClassDesc MATH = Math.class.describeConstable().orElseThrow();
  private static final ClassDesc TABLE = IndexTable.class.describeConstable().orElseThrow();

  private JvmTypes() {}

  static ClassDesc describe(Type type) {
    return switch (type) {
      case Type.Scalar(ElementType element) -> describe(element);
      case Type.Vector(ElementType element, int lanes) -> VectorCode.describe(element);
      case Type.Array(ElementType element) -> describe(element).arrayType();
      case Type.Table t -> TABLE;
    };
  }

  static ClassDesc describe(ElementType element) {
    return element.javaType().describeConstable().orElseThrow();
  }

  static TypeKind kind(Type type) {
    return TypeKind.from(describe(type));
  }

  static MethodTypeDesc describe(RuntimeFunction function) {
    List<ClassDesc> parameters =
        function.parameters().stream()
            .map(
                parameter ->
                    switch (parameter) {
                      case ARRAY, VECTOR -> ConstantDescs.CD_Object;
                      case INT_ARRAY -> describe(Type.INT32_ARRAY);
                      case LONG_ARRAY -> describe(Type.arrayOf(ElementType.INT64));
                      case INT -> ConstantDescs.CD_int;
                      case LONG -> ConstantDescs.CD_long;
                      case TABLE -> TABLE;
                    })
            .toList();
    ClassDesc result =
        switch (function.result()) {
          case NOTHING -> ConstantDescs.CD_void;
          case INT -> ConstantDescs.CD_int;
          case INT_ARRAY -> describe(Type.INT32_ARRAY);
          case TABLE -> TABLE;
          case FIRST_ARGUMENT -> ConstantDescs.CD_Object;
        };
    return MethodTypeDesc.of(result, parameters);
  }

  /** An Object on the stack becomes a value of the type. */
  static void unbox(CodeBuilder code, Type type) {
    if (type instanceof Type.Scalar(ElementType element)) {
      ClassDesc box = box(element);
      code.checkcast(box);
      code.invokevirtual(
          box, element.javaType().getName() + "Value", MethodTypeDesc.of(describe(element)));
    } else {
      code.checkcast(describe(type));
    }
  }

  /** A value of the type on the stack becomes an Object. */
  static void box(CodeBuilder code, Type type) {
    if (type instanceof Type.Scalar(ElementType element)) {
      ClassDesc box = box(element);
      code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, describe(element)));
    }
  }

  private static ClassDesc box(ElementType element) {
    return switch (element) {
      case BOOL -> ConstantDescs.CD_Boolean;
      case INT32 -> ConstantDescs.CD_Integer;
      case INT64 -> ConstantDescs.CD_Long;
      case FLOAT32 -> ConstantDescs.CD_Float;
      case FLOAT64 -> ConstantDescs.CD_Double;
    };
  }
}
