package org.einkorn.backend.jvm;

import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Stmt;

/**
 * A function divided into methods that call each other as a tree, the first one outermost. Where a
 * subtree was taken out, an empty block or a nameless variable stands for the call; {@code calls}
 * knows them by identity.
 */
record Outline(List<Method> methods, Map<Object, Method> calls) {
  /**
   * One method: a statement, or an expression whose value it returns. If control can leave the
   * statement by breaks to labels outside it, the method returns 0 when it completes normally and k
   * + 1 for a break to {@code exits.get(k)}.
   */
  record Method(int number, Optional<Exp> value, Stmt body, List<String> exits) {
    String name() {
      return "part" + number;
    }

    MethodTypeDesc descriptor() {
      return MethodTypeDesc.of(
          value
              .map(e -> JvmTypes.describe(e.type()))
              .orElse(exits.isEmpty() ? ConstantDescs.CD_void : ConstantDescs.CD_int));
    }

    /** Its identity is its number: comparing bodies would walk all of them. */
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return number;
    }
  }

  Optional<Method> called(Object node) {
    return Optional.ofNullable(calls.get(node));
  }

  boolean isWhole() {
    return methods.size() == 1;
  }
}
