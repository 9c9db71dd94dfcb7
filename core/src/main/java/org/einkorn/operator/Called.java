package org.einkorn.operator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.ScalarFunction;

/**
 * An operator that calls a function which somebody wrote, with what they declared of it. Two are
 * equal if they call the same function, not one that is called the same, and declare the same.
 *
 * @param neutrals for an argument of two, the value with which the result is the other one
 * @param annihilators for an argument, the value that makes the result that value
 * @param distributed the arguments that a reduction by an operator may move into
 */
public record Called(
    ScalarFunction function,
    boolean isCommutative,
    boolean isAssociative,
    Map<Integer, Constant> neutrals,
    Map<Integer, Constant> annihilators,
    Map<Operator, Set<Integer>> distributed)
    implements Operator {
  public Called {
    neutrals = Map.copyOf(neutrals);
    annihilators = Map.copyOf(annihilators);
    distributed = Map.copyOf(distributed);
  }

  /** A function of which nothing is known. */
  public Called(ScalarFunction function) {
    this(function, false, false, Map.of(), Map.of(), Map.of());
  }

  public Called commutative() {
    return new Called(function, true, isAssociative, neutrals, annihilators, distributed);
  }

  public Called associative() {
    return new Called(function, isCommutative, true, neutrals, annihilators, distributed);
  }

  public Called neutral(int argument, Constant value) {
    return new Called(
        function,
        isCommutative,
        isAssociative,
        with(neutrals, argument, value.as(function.parameters().get(argument))),
        annihilators,
        distributed);
  }

  public Called annihilator(int argument, Constant value) {
    return new Called(
        function,
        isCommutative,
        isAssociative,
        neutrals,
        with(annihilators, argument, value.as(function.parameters().get(argument))),
        distributed);
  }

  public Called distributesOver(Operator reducer, Set<Integer> arguments) {
    return new Called(
        function,
        isCommutative,
        isAssociative,
        neutrals,
        annihilators,
        with(distributed, reducer, arguments));
  }

  private static <K, V> Map<K, V> with(Map<K, V> map, K key, V value) {
    Map<K, V> more = new HashMap<>(map);
    more.put(key, value);
    return more;
  }

  @Override
  public String symbol() {
    return function.name();
  }

  @Override
  public int arity() {
    return function.parameters().size();
  }

  @Override
  public ElementType operandType(List<ElementType> arguments) {
    return function.parameters().getFirst();
  }

  @Override
  public List<ElementType> operandTypes(List<ElementType> arguments) {
    return function.parameters();
  }

  @Override
  public ElementType resultType(List<ElementType> operandTypes) {
    return function.result();
  }

  @Override
  public Constant apply(List<Constant> arguments) {
    try {
      return Constant.unboxed(
          function.result(), function.call(arguments.stream().map(Constant::boxed).toList()));
    } catch (RuntimeException e) {
      throw new EinkornException(
          symbol()
              + " fails for "
              + (arguments.size() == 1 ? arguments.getFirst() : arguments)
              + " with "
              + e
              + "; a function is also asked for its value where nothing is stored, so let it give"
              + " one there, or give the tensor another fill value with filled.",
          e);
    }
  }

  @Override
  public Exp emit(List<Exp> arguments) {
    return new Exp.Invoke(function, arguments);
  }

  @Override
  public Optional<Constant> identity(ElementType type) {
    return neutrals.size() == 2 && neutrals.get(0).sameValue(neutrals.get(1))
        ? Optional.of(neutrals.get(0))
        : Optional.empty();
  }

  @Override
  public Optional<Constant> neutral(int argument, ElementType type) {
    return Optional.ofNullable(neutrals.get(argument));
  }

  @Override
  public Optional<Constant> annihilator(int argument, ElementType type) {
    return Optional.ofNullable(annihilators.get(argument));
  }

  @Override
  public Optional<Constant> terminal(ElementType type) {
    return annihilator(0, type);
  }

  @Override
  public boolean distributesOver(Operator reducer, int argument) {
    return distributed.getOrDefault(reducer, Set.of()).contains(argument);
  }

  @Override
  public boolean isReducer() {
    return hasOneType() && Operator.super.isReducer();
  }

  private boolean hasOneType() {
    return function.parameters().stream().allMatch(t -> t == function.result());
  }

  /** How it is written. */
  @Override
  public String toString() {
    return symbol();
  }
}
