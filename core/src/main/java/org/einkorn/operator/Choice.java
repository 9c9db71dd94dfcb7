package org.einkorn.operator;

import java.util.List;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;

/** {@code condition ? a : b}. */
public enum Choice implements Operator {
  SELECT;

  @Override
  public String symbol() {
    return "?";
  }

  @Override
  public int arity() {
    return 3;
  }

  @Override
  public Optional<Integer> precedence() {
    return Optional.of(Precedence.CHOICE);
  }

  @Override
  public ElementType operandType(List<ElementType> arguments) {
    throw new IllegalStateException("a choice does not reduce");
  }

  @Override
  public List<ElementType> operandTypes(List<ElementType> arguments) {
    ElementType common = ElementType.common(arguments.get(1), arguments.get(2));
    return List.of(ElementType.BOOL, common, common);
  }

  @Override
  public ElementType resultType(List<ElementType> operandTypes) {
    return operandTypes.getLast();
  }

  @Override
  public Constant apply(List<Constant> x) {
    return Logical.isTrue(x.get(0)) ? x.get(1) : x.get(2);
  }

  @Override
  public Exp emit(List<Exp> x) {
    return new Exp.Select(x.get(0), x.get(1), x.get(2));
  }

  @Override
  public Optional<Integer> chosen(int argument, Constant value) {
    return argument == 0 ? Optional.of(Logical.isTrue(value) ? 1 : 2) : Optional.empty();
  }

  /** Between two that are the same there is no choice. */
  @Override
  public Optional<Constant> settled(List<Optional<Constant>> x) {
    return x.get(1).filter(a -> x.get(2).filter(a::sameValue).isPresent());
  }

  /** How it is written. */
  @Override
  public String toString() {
    return symbol();
  }
}
