package org.einkorn.operator;

import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.imp.Exp;
import org.einkorn.imp.Imp;
import org.einkorn.imp.ScalarFunction;
import org.einkorn.support.Numbers;

/** The functions of a pocket calculator. Those of {@link Math} are computed in float64. */
public final class Elementary {
  public static final Operator ABS = onAnyNumber("abs", 1).build();

  /** The remainder that has the sign of the divisor; of a division by the integer 0 it is 0. */
  public static final Operator MOD = onAnyNumber("mod", 2).annihilator(0, Constant::zero).build();

  public static final Operator POW =
      onFloats(Math.class, "pow", 2).neutral(1, type -> Constant.of(1L).as(type)).build();

  private static final List<Operator> ALL =
      Stream.concat(
              Stream.of(ABS, MOD, POW, onFloats(Math.class, "atan2", 2).build()),
              Stream.concat(
                      Stream.of("sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin")
                          .map(name -> onFloats(Math.class, name, 1)),
                      Stream.of("acos", "atan", "sinh", "cosh", "tanh", "floor", "ceil")
                          .map(name -> onFloats(Math.class, name, 1)))
                  .map(Described.Builder::build))
          .toList();

  private Elementary() {}

  public static List<Operator> all() {
    return ALL;
  }

  /** Integers stay integers. */
  private static Described.Builder onAnyNumber(String name, int arity) {
    ScalarFunction floats = function(Numbers.class, name, double.class, arity);
    ScalarFunction integers = function(Numbers.class, name, long.class, arity);
    return Described.function(name, arity)
        .computes(
            x ->
                x.get(0).type().isFloat()
                    ? value(floats, x)
                    : Constant.of((long) integers.call(x.stream().map(Constant::asLong).toList())),
            x ->
                x.get(0).type().element().isFloat()
                    ? code(floats, x)
                    : new Exp.Invoke(integers, x));
  }

  private static Described.Builder onFloats(Class<?> owner, String name, int arity) {
    ScalarFunction function = function(owner, name, double.class, arity);
    return Described.function(name, arity)
        .on(Arithmetic::floating)
        .computes(x -> value(function, x), x -> code(function, x));
  }

  private static ScalarFunction function(Class<?> owner, String name, Class<?> type, int arity) {
    List<Class<?>> parameters = new ArrayList<>(Collections.nCopies(arity, type));
    return ScalarFunction.of(owner, name, MethodType.methodType(type, parameters));
  }

  private static Constant value(ScalarFunction function, List<Constant> x) {
    return Constant.of((double) function.call(x.stream().map(Constant::asDouble).toList()))
        .as(x.get(0).type());
  }

  private static Exp code(ScalarFunction function, List<Exp> x) {
    ElementType type = x.get(0).type().element();
    Exp value =
        new Exp.Invoke(
            function,
            x.stream()
                .map(e -> type == ElementType.FLOAT64 ? e : Imp.cast(ElementType.FLOAT64, e))
                .toList());
    return type == ElementType.FLOAT64 ? value : Imp.cast(type, value);
  }
}
