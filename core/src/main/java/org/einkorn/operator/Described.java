package org.einkorn.operator;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;

/** An operator that is nothing but a description of itself. */
public final class Described implements Operator {
  private enum Property {
    COMMUTATIVE,
    ASSOCIATIVE,
    ADDITIVE
  }

  private final String symbol;
  private final int arity;
  private final Optional<Integer> precedence;
  private final Function<List<ElementType>, ElementType> operandType;
  private final Optional<ElementType> result;
  private final Function<List<Constant>, Constant> value;
  private final Function<List<Exp>, Exp> code;
  private final Map<Integer, Function<ElementType, Constant>> neutrals;
  private final Map<Integer, Function<ElementType, Constant>> annihilators;
  private final Predicate<Constant> absorbing;
  private final Predicate<ElementType> terminal;
  private final Set<Property> properties;
  private final Map<Operator, Set<Integer>> distributed;

  private Described(Builder b) {
    this.symbol = b.symbol;
    this.arity = b.arity;
    this.precedence = b.precedence;
    this.operandType = b.operandType;
    this.result = b.result;
    this.value = b.value;
    this.code = b.code;
    this.neutrals = Map.copyOf(b.neutrals);
    this.annihilators = Map.copyOf(b.annihilators);
    this.absorbing = b.absorbing;
    this.terminal = b.terminal;
    this.properties = Set.copyOf(b.properties);
    this.distributed = Map.copyOf(b.distributed);
  }

  /** Begins the description of an operator that is written as a call, {@code name(a, b)}. */
  public static Builder function(String name, int arity) {
    return new Builder(name, arity, Optional.empty());
  }

  /** Begins the description of one that is written before its operand, or between its two. */
  static Builder symbol(String symbol, int arity, int precedence) {
    return new Builder(symbol, arity, Optional.of(precedence));
  }

  @Override
  public String symbol() {
    return symbol;
  }

  @Override
  public int arity() {
    return arity;
  }

  @Override
  public Optional<Integer> precedence() {
    return precedence;
  }

  @Override
  public ElementType operandType(List<ElementType> arguments) {
    return operandType.apply(arguments);
  }

  @Override
  public ElementType resultType(List<ElementType> operandTypes) {
    return result.orElse(operandTypes.getLast());
  }

  @Override
  public Constant apply(List<Constant> arguments) {
    return value.apply(arguments);
  }

  @Override
  public Exp emit(List<Exp> arguments) {
    return code.apply(arguments);
  }

  @Override
  public Optional<Constant> identity(ElementType type) {
    return arity == 2 && neutrals.size() == 2 ? neutral(0, type) : Optional.empty();
  }

  @Override
  public Optional<Constant> neutral(int argument, ElementType type) {
    return Optional.ofNullable(neutrals.get(argument)).map(f -> f.apply(type));
  }

  @Override
  public Optional<Constant> annihilator(int argument, ElementType type) {
    return Optional.ofNullable(annihilators.get(argument)).map(f -> f.apply(type));
  }

  @Override
  public Optional<Constant> absorbed(int argument, Constant value) {
    return absorbing.test(value) ? Optional.of(value) : Operator.super.absorbed(argument, value);
  }

  @Override
  public Optional<Constant> terminal(ElementType type) {
    return terminal.test(type) ? annihilator(0, type) : Optional.empty();
  }

  @Override
  public boolean isCommutative() {
    return properties.contains(Property.COMMUTATIVE);
  }

  @Override
  public boolean isAssociative() {
    return properties.contains(Property.ASSOCIATIVE);
  }

  @Override
  public boolean isAdditive() {
    return properties.contains(Property.ADDITIVE);
  }

  @Override
  public boolean distributesOver(Operator reducer, int argument) {
    return distributed.getOrDefault(reducer, Set.of()).contains(argument);
  }

  /** How it is written. */
  @Override
  public String toString() {
    return symbol;
  }

  /** Collects what is known about an operator; what is not said does not hold. */
  public static final class Builder {
    private final String symbol;
    private final int arity;
    private final Optional<Integer> precedence;
    private Function<List<ElementType>, ElementType> operandType = Builder::common;
    private Optional<ElementType> result = Optional.empty();
    private Function<List<Constant>, Constant> value;
    private Function<List<Exp>, Exp> code;
    private final Map<Integer, Function<ElementType, Constant>> neutrals = new HashMap<>();
    private final Map<Integer, Function<ElementType, Constant>> annihilators = new HashMap<>();
    private Predicate<Constant> absorbing = _ -> false;
    private Predicate<ElementType> terminal = _ -> false;
    private final Set<Property> properties = EnumSet.noneOf(Property.class);
    private final Map<Operator, Set<Integer>> distributed = new HashMap<>();

    private Builder(String symbol, int arity, Optional<Integer> precedence) {
      this.symbol = symbol;
      this.arity = arity;
      this.precedence = precedence;
    }

    private static ElementType common(List<ElementType> types) {
      ElementType common = ElementType.BOOL;
      for (ElementType type : types) {
        common = ElementType.promote(common, type);
      }
      return common;
    }

    /** The type that operands are converted to; the common one of arithmetic if it is not said. */
    Builder on(Function<List<ElementType>, ElementType> type) {
      this.operandType = type;
      return this;
    }

    Builder on(ElementType type) {
      return on(_ -> type);
    }

    /** The type of the value; that of the operands if it is not said. */
    Builder gives(ElementType type) {
      this.result = Optional.of(type);
      return this;
    }

    /** What it computes on constants and in code. */
    Builder computes(
        Function<List<Constant>, Constant> onConstants, Function<List<Exp>, Exp> code) {
      this.value = onConstants;
      this.code = code;
      return this;
    }

    /** op(e, x) = op(x, e) = x. */
    Builder identity(Function<ElementType, Constant> e) {
      return neutral(0, e).neutral(1, e);
    }

    /** The value of an argument with which the result is the other argument. */
    Builder neutral(int argument, Function<ElementType, Constant> e) {
      neutrals.put(argument, e);
      return this;
    }

    /** op(z, x) = op(x, z) = z. */
    Builder annihilator(Function<ElementType, Constant> z) {
      return annihilator(0, z).annihilator(1, z);
    }

    Builder annihilator(int argument, Function<ElementType, Constant> z) {
      annihilators.put(argument, z);
      return this;
    }

    /** Values z with op(z, x) = op(x, z) = z, where there are several. */
    Builder absorbing(Predicate<Constant> values) {
      this.absorbing = values;
      return this;
    }

    /** For which types a reduction may stop at the annihilator. */
    Builder terminal(Predicate<ElementType> types) {
      this.terminal = types;
      return this;
    }

    Builder commutative() {
      properties.add(Property.COMMUTATIVE);
      return this;
    }

    Builder associative() {
      properties.add(Property.ASSOCIATIVE);
      return this;
    }

    Builder additive() {
      properties.add(Property.ADDITIVE);
      return this;
    }

    Builder distributesOver(Operator reducer, Integer... arguments) {
      distributed.put(reducer, Set.of(arguments));
      return this;
    }

    Operator build() {
      return new Described(this);
    }
  }
}
