package org.einkorn.operator;

import java.util.List;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;

/**
 * {@code present(A(i,j))}: whether the tensor has an entry there, whatever its value. It asks for a
 * place and not for a value, so it is gone before code is written: the tensor's pattern is read
 * instead.
 */
public enum Presence implements Operator {
  PRESENT;

  @Override
  public String symbol() {
    return "present";
  }

  @Override
  public int arity() {
    return 1;
  }

  @Override
  public ElementType operandType(List<ElementType> arguments) {
    return arguments.getFirst();
  }

  @Override
  public ElementType resultType(List<ElementType> operandTypes) {
    return ElementType.BOOL;
  }

  /** The values that are known beforehand are those of absent entries. */
  @Override
  public Constant apply(List<Constant> arguments) {
    return Constant.of(false);
  }

  @Override
  public Exp emit(List<Exp> arguments) {
    throw new IllegalStateException("a pattern is read instead");
  }

  /** How it is written. */
  @Override
  public String toString() {
    return symbol();
  }
}
