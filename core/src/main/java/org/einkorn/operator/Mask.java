package org.einkorn.operator;

import java.util.List;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;

/**
 * {@code value where condition}: the value as far as the condition selects it.
 *
 * @param otherwise what is left where it does not; empty as long as that is not settled, for it
 *     depends on what the value is assigned to
 */
public record Mask(Optional<Constant> otherwise) implements Operator {
  /** As it is written. */
  public static final Mask WRITTEN = new Mask(Optional.empty());

  public static Mask otherwise(Constant value) {
    return new Mask(Optional.of(value));
  }

  @Override
  public String symbol() {
    return "where";
  }

  @Override
  public int arity() {
    return 2;
  }

  @Override
  public Optional<Integer> precedence() {
    return Optional.of(Precedence.WHERE);
  }

  @Override
  public ElementType operandType(List<ElementType> arguments) {
    throw new IllegalStateException("a mask does not reduce");
  }

  @Override
  public List<ElementType> operandTypes(List<ElementType> arguments) {
    return List.of(arguments.getFirst(), ElementType.BOOL);
  }

  @Override
  public ElementType resultType(List<ElementType> operandTypes) {
    return operandTypes.getFirst();
  }

  @Override
  public Constant apply(List<Constant> x) {
    return Logical.isTrue(x.get(1)) ? x.get(0) : unselected(x.get(0).type());
  }

  @Override
  public Exp emit(List<Exp> x) {
    Exp.Const unselected = new Exp.Const(unselected(x.get(0).type().element()));
    return new Exp.Select(x.get(1), x.get(0), unselected);
  }

  private Constant unselected(ElementType type) {
    return otherwise.orElseThrow().as(type);
  }

  @Override
  public Optional<Constant> absorbed(int argument, Constant value) {
    boolean absorbs =
        argument == 0 ? otherwise.orElseThrow().sameValue(value) : !Logical.isTrue(value);
    return absorbs ? otherwise : Optional.empty();
  }

  @Override
  public Optional<Integer> chosen(int argument, Constant value) {
    return argument == 1 && Logical.isTrue(value) ? Optional.of(0) : Optional.empty();
  }

  @Override
  public boolean distributesOver(Operator reducer, int argument) {
    return argument == 0
        && otherwise
            .filter(c -> reducer.identity(c.type()).filter(c::sameValue).isPresent())
            .isPresent();
  }

  /** How it is written. */
  @Override
  public String toString() {
    return symbol();
  }
}
