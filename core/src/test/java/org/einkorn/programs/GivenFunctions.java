package org.einkorn.programs;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.imp.ScalarFunction;
import org.einkorn.notation.Functions;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Called;
import org.einkorn.operator.Operator;

/** Functions that programs may use by their names; whole numbers stay whole. */
final class GivenFunctions {
  private static final Constant ZERO = Constant.of(0L);

  static final Called CLAMP = called("clamp");
  static final Called AFTER = called("after");
  static final Called PARITY = called("parity");
  static final Called GAP = called("gap").commutative();

  /** Visits only what both have. */
  static final Called BOTH =
      called("both")
          .commutative()
          .associative()
          .annihilator(0, ZERO)
          .annihilator(1, ZERO)
          .distributesOver(Arithmetic.ADD, Set.of(0, 1));

  static final Called MIDDLE = called("middle");

  /** Over as soon as all bits are set, as they are in -1. */
  static final Called BITS = reducer("bits", ZERO).annihilator(0, Constant.of(-1L));

  static final Called MOST =
      reducer("most", Constant.of(Double.NEGATIVE_INFINITY))
          .annihilator(0, Constant.of(Double.POSITIVE_INFINITY));

  static final Called EITHER = reducer("either", ZERO).annihilator(0, Constant.of(1L));

  static final List<Operator> UNARY = List.of(CLAMP, AFTER, PARITY);
  static final List<Operator> REDUCERS = List.of(BITS, MOST, EITHER);
  static final List<Operator> BINARY = List.of(GAP, BOTH, BITS, MOST, EITHER);

  static final Functions ALL =
      Functions.with(List.of(CLAMP, AFTER, PARITY, GAP, BOTH, MIDDLE, BITS, MOST, EITHER));

  /** An operator whose values are at least as large, and have as many digits. */
  private static final Map<Operator, Operator> LARGER =
      Map.of(BOTH, Arithmetic.MULTIPLY, MOST, Arithmetic.MAX);

  private GivenFunctions() {}

  static Operator larger(Operator given) {
    return LARGER.getOrDefault(given, Arithmetic.ADD);
  }

  private static Called reducer(String name, Constant identity) {
    return called(name).commutative().associative().neutral(0, identity).neutral(1, identity);
  }

  private static Called called(String name) {
    Method method =
        Arrays.stream(Bodies.class.getMethods())
            .filter(m -> m.getName().equals(name))
            .findFirst()
            .orElseThrow();
    try {
      return new Called(new ScalarFunction(name, MethodHandles.lookup().unreflect(method), true));
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  /** What the functions compute. */
  static final class Bodies {
    private Bodies() {}

    public static double clamp(double x) {
      return Math.max(-2, Math.min(2, x));
    }

    public static double after(double x) {
      return x + 1;
    }

    public static long parity(long x) {
      return x & 1;
    }

    public static double gap(double x, double y) {
      return Math.abs(x - y);
    }

    public static double both(double x, double y) {
      return x * y;
    }

    public static double middle(double x, double y, double z) {
      return Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
    }

    public static long bits(long x, long y) {
      return x | y;
    }

    public static double most(double x, double y) {
      return Math.max(x, y);
    }

    public static boolean either(boolean x, boolean y) {
      return x || y;
    }
  }
}
