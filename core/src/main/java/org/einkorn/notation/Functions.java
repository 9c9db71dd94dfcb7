package org.einkorn.notation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;

/** The names that are functions when a parenthesis follows: each reduces by an operator. */
final class Functions {
  private static final Map<String, Operator> REDUCERS = new LinkedHashMap<>();

  static {
    REDUCERS.put("sum", Arithmetic.ADD);
    REDUCERS.put("prod", Arithmetic.MULTIPLY);
    REDUCERS.put("min", Arithmetic.MIN);
    REDUCERS.put("max", Arithmetic.MAX);
  }

  private Functions() {}

  static boolean isFunction(String name) {
    return REDUCERS.containsKey(name);
  }

  static Operator reducer(String function) {
    return REDUCERS.get(function);
  }

  /**
   * The operator that the function applies element by element; none where that operator is written
   * between its operands.
   */
  static Optional<Operator> elementwise(String function) {
    return Optional.of(reducer(function)).filter(operator -> operator.precedence().isEmpty());
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
