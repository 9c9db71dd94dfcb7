package org.einkorn.operator;

import java.util.Arrays;
import java.util.List;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;

/** {@code int64(x)}: a value as another type, as Java converts it; any number but 0 is true. */
public record Cast(ElementType target) implements Operator {
  public static List<Operator> all() {
    return Arrays.stream(ElementType.values()).<Operator>map(Cast::new).toList();
  }

  @Override
  public String symbol() {
    return target.toString();
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
    return target;
  }

  @Override
  public Constant apply(List<Constant> x) {
    return x.getFirst().as(target);
  }

  @Override
  public Exp emit(List<Exp> x) {
    return x.getFirst().type().element() == target
        ? x.getFirst()
        : new Exp.Cast(target, x.getFirst());
  }

  /** How it is written. */
  @Override
  public String toString() {
    return symbol();
  }
}
