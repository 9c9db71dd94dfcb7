package org.einkorn.notation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.einkorn.EinkornException;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Cast;
import org.einkorn.operator.Elementary;
import org.einkorn.operator.Logical;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Presence;
import org.einkorn.operator.Semiring;

/**
 * The names that are functions when a parenthesis follows: some reduce by an operator, some apply
 * one to their arguments, min and max do both. To those that are always there come those that
 * somebody gives with a statement.
 */
public final class Functions {
  private static final Map<String, Operator> REDUCERS = new LinkedHashMap<>();
  private static final Map<String, Operator> ELEMENTWISE = new LinkedHashMap<>();

  static {
    REDUCERS.put("sum", Arithmetic.ADD);
    REDUCERS.put("prod", Arithmetic.MULTIPLY);
    REDUCERS.put("min", Arithmetic.MIN);
    REDUCERS.put("max", Arithmetic.MAX);
    REDUCERS.put("any", Logical.OR);
    REDUCERS.put("all", Logical.AND);
    Stream.of(
            List.of(Arithmetic.MIN, Arithmetic.MAX),
            Elementary.all(),
            List.of(Presence.PRESENT),
            Cast.all(),
            Semiring.picking())
        .flatMap(List::stream)
        .forEach(operator -> ELEMENTWISE.put(operator.symbol(), operator));
  }

  /** Those that are always there. */
  public static final Functions BUILT_IN = new Functions(Map.of());

  private final Map<String, Operator> given;

  private Functions(Map<String, Operator> given) {
    this.given = given;
  }

  /** Those that are always there, and some more. */
  public static Functions with(List<? extends Operator> operators) {
    Map<String, Operator> given = new LinkedHashMap<>();
    for (Operator operator : operators) {
      String name = operator.symbol();
      if (BUILT_IN.isFunction(name)) {
        throw new EinkornException(
            "There is a function '" + name + "' already; give yours another name.");
      }
      Operator other = given.put(name, operator);
      if (other != null && !other.equals(operator)) {
        throw new EinkornException(
            "Two functions are called '" + name + "'; give one of them another name.");
      }
    }
    return new Functions(given);
  }

  boolean isFunction(String name) {
    return REDUCERS.containsKey(name) || ELEMENTWISE.containsKey(name) || isGiven(name);
  }

  /** Whether it is a function that somebody gave. */
  boolean isGiven(String name) {
    return given.containsKey(name);
  }

  /** The operator that the function reduces by, if it does, or would if it were declared to. */
  Optional<Operator> reducer(String function) {
    return Optional.ofNullable(given.get(function))
        .filter(operator -> operator.arity() == 2)
        .or(() -> Optional.ofNullable(REDUCERS.get(function)));
  }

  /** The operator that the function applies element by element, if it does. */
  Optional<Operator> elementwise(String function) {
    return Optional.ofNullable(given.get(function))
        .or(() -> Optional.ofNullable(ELEMENTWISE.get(function)));
  }

  /** The operator of a function that takes one value. */
  public static Operator ofOneValue(String function) {
    return BUILT_IN
        .elementwise(function)
        .filter(operator -> operator.arity() == 1)
        .orElseThrow(
            () -> new EinkornException("There is no function '" + function + "' of one value."));
  }

  /** An operator that is always there, by the symbol or the name it is written with. */
  public static Optional<Operator> builtIn(String symbol) {
    return Stream.concat(REDUCERS.values().stream(), ELEMENTWISE.values().stream())
        .filter(operator -> operator.symbol().equals(symbol))
        .findFirst();
  }

  /** How a reduction by an operator is called in text. */
  static String nameOf(Operator reducer) {
    return REDUCERS.entrySet().stream()
        .filter(entry -> entry.getValue().equals(reducer))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(reducer.symbol());
  }
}
