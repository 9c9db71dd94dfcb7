package org.einkorn.operator;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;

/**
 * An operator of index notation as data: how it computes, how it is written, and the algebra from
 * which the compiler derives which coordinates matter. Nothing in the compiler asks which operator
 * it has before it; it asks what the operator declares.
 */
public interface Operator {
  /** How it is called in text: a symbol for infix and prefix operators, else a function's name. */
  String symbol();

  int arity();

  /** How tightly it binds in text; empty: written as a call, {@code symbol(a, b)}. */
  default Optional<Integer> precedence() {
    return Optional.empty();
  }

  /**
   * The type its operands are converted to before it computes, where they all get the same; so it
   * is with every reducer.
   */
  ElementType operandType(List<ElementType> arguments);

  /** The type that each operand is converted to before it computes. */
  default List<ElementType> operandTypes(List<ElementType> arguments) {
    return Collections.nCopies(arguments.size(), operandType(arguments));
  }

  /** The type of its value, given the types its operands were converted to. */
  ElementType resultType(List<ElementType> operandTypes);

  /** Computes on constants of the operand types; the oracle and constant folding use it. */
  Constant apply(List<Constant> arguments);

  /** The same as code, on operands of the operand types. */
  Exp emit(List<Exp> arguments);

  /** The value e with op(e, x) = op(x, e) = x, which an empty reduction gives. */
  default Optional<Constant> identity(ElementType type) {
    return Optional.empty();
  }

  /**
   * The value e with op(x, e) = x for the given argument place; for a commutative operator the
   * identity.
   */
  default Optional<Constant> neutral(int argument, ElementType type) {
    return identity(type);
  }

  /** The value z of the given argument that makes the result z whatever the others are. */
  default Optional<Constant> annihilator(int argument, ElementType type) {
    return Optional.empty();
  }

  /** The result, whatever the other arguments are, if the given one has this value. */
  default Optional<Constant> absorbed(int argument, Constant value) {
    return annihilator(argument, value.type()).filter(value::sameValue);
  }

  /**
   * The argument that is the result, whatever the others are, if the given one has this value: with
   * {@code false ? a : b} it is b.
   */
  default Optional<Integer> chosen(int argument, Constant value) {
    return Optional.empty();
  }

  /** The result where only some arguments are known, if these decide it together. */
  default Optional<Constant> settled(List<Optional<Constant>> arguments) {
    return Optional.empty();
  }

  /**
   * The value of a reduction that nothing further changes, where it is worth looking for it while
   * the reduction runs.
   */
  default Optional<Constant> terminal(ElementType type) {
    return Optional.empty();
  }

  default boolean isCommutative() {
    return false;
  }

  default boolean isAssociative() {
    return false;
  }

  /**
   * Whether a reduction with {@code reducer} may move inside argument {@code argument} when no
   * other one uses its variable.
   */
  default boolean distributesOver(Operator reducer, int argument) {
    return false;
  }

  /** Whether op(Σf, Σg) = Σ op(f, g): a sum goes into each argument by itself. */
  default boolean isAdditive() {
    return false;
  }

  /** Whether it may reduce: associative, commutative and with an identity. */
  default boolean isReducer() {
    return isAssociative() && isCommutative() && identity(ElementType.INT64).isPresent();
  }
}
