package org.einkorn;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.element.Constant;
import org.einkorn.imp.ScalarFunction;
import org.einkorn.notation.Functions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Called;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Reducers;

/**
 * A function of your own for use in statements, with what is known about it. It never changes:
 * every method gives a new one.
 *
 * <pre>{@code
 * ScalarOperator clip = ScalarOperator.of("clip", x -> Math.min(x, 1));
 * Tensor y = Einkorn.expression("y(i) = clip(A(i,j))", clip).with("A", a).evaluate();
 * }</pre>
 *
 * The same arguments must always give the same value; how often the function is called, for which
 * arguments, in which order and by how many threads at once is open. What is not declared does not
 * hold, and what is declared is believed.
 */
public final class ScalarOperator {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

  /** A function of three values. */
  @FunctionalInterface
  public interface DoubleTernaryOperator {
    double applyAsDouble(double first, double second, double third);
  }

  private final Operator operator;

  private ScalarOperator(Operator operator) {
    this.operator = operator;
  }

  public static ScalarOperator of(String name, DoubleUnaryOperator function) {
    return of(name, DoubleUnaryOperator.class, "applyAsDouble", function);
  }

  public static ScalarOperator of(String name, DoubleBinaryOperator function) {
    return of(name, DoubleBinaryOperator.class, "applyAsDouble", function);
  }

  public static ScalarOperator of(String name, DoubleTernaryOperator function) {
    return of(name, DoubleTernaryOperator.class, "applyAsDouble", function);
  }

  public static ScalarOperator ofLongs(String name, LongUnaryOperator function) {
    return of(name, LongUnaryOperator.class, "applyAsLong", function);
  }

  public static ScalarOperator ofLongs(String name, LongBinaryOperator function) {
    return of(name, LongBinaryOperator.class, "applyAsLong", function);
  }

  /** A function that gives a bool. */
  public static ScalarOperator predicate(String name, DoublePredicate function) {
    return of(name, DoublePredicate.class, "test", function);
  }

  private static <F> ScalarOperator of(String name, Class<F> type, String method, F function) {
    Objects.requireNonNull(function, () -> "the function " + name + " is null");
    MethodType signature =
        Arrays.stream(type.getMethods())
            .filter(m -> m.getName().equals(method))
            .map(m -> MethodType.methodType(m.getReturnType(), m.getParameterTypes()))
            .findFirst()
            .orElseThrow();
    try {
      return of(name, LOOKUP.findVirtual(type, method, signature).bindTo(function));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " has no " + method, e);
    }
  }

  /**
   * Any function from primitives to a primitive: double, float, long, int or boolean. Arguments are
   * converted to what it takes.
   */
  public static ScalarOperator of(String name, MethodHandle function) {
    Objects.requireNonNull(name, "a function has a name, not null");
    Objects.requireNonNull(function, () -> "the function " + name + " is null");
    if (!IndexVariable.isName(name)) {
      throw new EinkornException(
          "'" + name + "' cannot be the name of a function; write for example clip or f2.");
    }
    Set<Class<?>> scalars = Set.of(double.class, float.class, long.class, int.class, boolean.class);
    MethodType type = function.type();
    if (type.parameterCount() == 0
        || !scalars.contains(type.returnType())
        || !scalars.containsAll(type.parameterList())) {
      throw new EinkornException(
          name
              + " is "
              + type
              + ", but a function takes at least one double, float, long, int or boolean and gives"
              + " one.");
    }
    return new ScalarOperator(new Called(new ScalarFunction(name, function, true)));
  }

  /** An operator that text has anyway, as {@code "+"}, {@code "min"} or {@code "||"}. */
  public static ScalarOperator named(String symbol) {
    return new ScalarOperator(
        Functions.builtIn(symbol)
            .orElseThrow(
                () ->
                    new EinkornException(
                        "There is no operator '"
                            + symbol
                            + "'; name one as it is written in a statement, as +, min or ||.")));
  }

  /** Declares f(a, b) = f(b, a). */
  public ScalarOperator commutative() {
    return new ScalarOperator(called(2).commutative());
  }

  /** Declares f(f(a, b), c) = f(a, f(b, c)). */
  public ScalarOperator associative() {
    return new ScalarOperator(called(2).associative());
  }

  /** Declares f(e, a) = f(a, e) = a; a reduction of nothing gives e. */
  public ScalarOperator identity(double e) {
    return neutral(0, e).neutral(1, e);
  }

  /** Declares f(…, e, …) = a, where a is the other argument of two. */
  public ScalarOperator neutral(int argument, double e) {
    return new ScalarOperator(called(2).neutral(checked(argument), constant(e, argument)));
  }

  /**
   * Declares that the result is z where any argument is: where nothing is stored and the fill value
   * is z, nothing is computed, and a reduction that has reached z is over.
   */
  public ScalarOperator annihilator(double z) {
    ScalarOperator all = this;
    for (int k = 0; k < operator.arity(); k++) {
      all = all.annihilator(k, z);
    }
    return all;
  }

  /** The same for one argument, counted from 0. */
  public ScalarOperator annihilator(int argument, double z) {
    return new ScalarOperator(called(1).annihilator(checked(argument), constant(z, argument)));
  }

  /** Declares f(g(a, b), c) = g(f(a, c), f(b, c)) for a reducer g, in every argument. */
  public ScalarOperator distributesOver(ScalarOperator reducer) {
    return new ScalarOperator(
        called(1)
            .distributesOver(
                reducer.operator,
                IntStream.range(0, operator.arity()).boxed().collect(Collectors.toSet())));
  }

  private Called called(int leastArity) {
    if (!(operator instanceof Called called)) {
      throw new EinkornException(
          "What holds for '" + operator.symbol() + "' is known; it need not be declared.");
    }
    if (called.arity() < leastArity) {
      throw new EinkornException(
          operator.symbol()
              + " takes "
              + Reducers.count(called.arity())
              + "; this can hold only for a function of two.");
    }
    return called;
  }

  private int checked(int argument) {
    if (argument < 0 || argument >= operator.arity()) {
      throw new EinkornException(
          operator.symbol()
              + " takes "
              + Reducers.count(operator.arity())
              + ", so there is no argument "
              + argument
              + ", counted from 0.");
    }
    return argument;
  }

  private Constant constant(double value, int argument) {
    Constant exact = Constant.of(value);
    Constant converted = exact.as(called(1).function().parameters().get(argument));
    if (!converted.sameValue(exact)) {
      throw new EinkornException(
          operator.symbol()
              + " takes values of "
              + converted.type()
              + ", and "
              + value
              + " is none.");
    }
    return converted;
  }

  Operator operator() {
    return operator;
  }

  /** The operator, if it reduces. */
  Operator reducer() {
    Reducers.refusal(operator)
        .ifPresent(
            reason -> {
              throw new EinkornException(reason);
            });
    return operator;
  }

  /** These besides the functions that text has anyway. */
  static Functions functions(ScalarOperator... operators) {
    return Functions.with(List.of(operators).stream().map(ScalarOperator::operator).toList());
  }

  /** How it is called in text. */
  public String name() {
    return operator.symbol();
  }

  /** Whether both call the same function and declare the same of it. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ScalarOperator o && operator.equals(o.operator);
  }

  @Override
  public int hashCode() {
    return operator.hashCode();
  }

  @Override
  public String toString() {
    return name();
  }
}
