package org.einkorn.operator;

import java.util.List;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Imp;

/** Operators on truth values. */
public enum Logical implements Operator {
  OR {
    @Override
    public String symbol() {
      return "or";
    }

    @Override
    public Constant apply(List<Constant> x) {
      return Constant.of(x.get(0).asLong() != 0 || x.get(1).asLong() != 0);
    }

    @Override
    public Exp emit(List<Exp> x) {
      return Imp.or(x.get(0), x.get(1));
    }

    @Override
    public Optional<Constant> identity(ElementType type) {
      return Optional.of(Constant.of(false).as(type));
    }

    @Override
    public Optional<Constant> annihilator(int argument, ElementType type) {
      return Optional.of(Constant.of(true).as(type));
    }
  };

  @Override
  public int arity() {
    return 2;
  }

  @Override
  public ElementType operandType(List<ElementType> arguments) {
    return ElementType.BOOL;
  }

  @Override
  public boolean isCommutative() {
    return true;
  }

  @Override
  public boolean isAssociative() {
    return true;
  }
}
