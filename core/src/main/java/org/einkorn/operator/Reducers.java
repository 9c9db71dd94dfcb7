package org.einkorn.operator;

import java.util.Optional;
import org.einkorn.element.ElementType;

/** What an operator must be to reduce. */
public final class Reducers {
  private Reducers() {}

  /** Why an operator cannot reduce, in a sentence that says what would help; nothing if it can. */
  public static Optional<String> refusal(Operator operator) {
    String f = operator.symbol();
    if (operator.isReducer()) {
      return Optional.empty();
    }
    if (operator.arity() != 2) {
      return Optional.of(
          f + " takes " + Reducers.count(operator.arity()) + ", and what reduces takes two.");
    }
    if (!operator.isAssociative()) {
      return Optional.of(
          missing(f, "is associative", f + "(" + f + "(a, b), c) = " + f + "(a, " + f + "(b, c))")
              + "associative().");
    }
    if (!operator.isCommutative()) {
      return Optional.of(
          missing(f, "is commutative", f + "(a, b) = " + f + "(b, a)") + "commutative().");
    }
    if (operator.identity(ElementType.INT64).isEmpty()) {
      return Optional.of(
          missing(f, "has an identity, which nothing at all reduces to", f + "(e, a) = a")
              + "identity(e).");
    }
    return Optional.of(f + " gives another type than it takes, so it cannot take what it gave.");
  }

  private static String missing(String f, String what, String law) {
    return f
        + " cannot reduce, for it was not declared that it "
        + what
        + "; if "
        + law
        + " for all values, say so with ";
  }

  /** So many values, in words. */
  public static String count(int values) {
    return values == 1 ? "1 value" : values + " values";
  }
}
