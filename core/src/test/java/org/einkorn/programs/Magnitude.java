package org.einkorn.programs;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.element.ElementType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Reductions;
import org.einkorn.notation.Types;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Called;
import org.einkorn.operator.Cast;
import org.einkorn.operator.Choice;
import org.einkorn.operator.Elementary;
import org.einkorn.operator.Mask;
import org.einkorn.operator.Operator;
import org.einkorn.programs.Program.Operand;

/**
 * How large the values of an expression can become and how many binary digits they can have after
 * the point: a bound by which a program is known to compute without rounding, in every order.
 */
final class Magnitude {
  /**
   * A bound on absolute values.
   *
   * @param size largest value; infinite if it may be the identity of min or max
   * @param digits after the point
   */
  private record Bound(double size, int digits) {
    boolean fits(ElementType type) {
      return Double.isInfinite(size)
          || size * Math.pow(2, digits) < (type == ElementType.FLOAT32 ? 0x1p24 : 0x1p53);
    }
  }

  /** A value that may not be compared: infinity or an integer's identity met arithmetic. */
  private static final class Inexact extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final Program program;

  private Magnitude(Program program) {
    this.program = program;
  }

  static boolean isExact(Program program) {
    Assignment bound = Reductions.bind(program.statement());
    Magnitude magnitude = new Magnitude(program);
    try {
      Bound value = magnitude.of(bound.value());
      Operand old = program.operands().get(bound.target().tensor());
      if (bound.accumulate().isPresent()) {
        Bound before = magnitude.of(bound.target().tensor());
        ElementType type = magnitude.typeOf(bound.value());
        ElementType combined =
            bound.accumulate().get().operandType(List.of(old == null ? type : old.type(), type));
        Operator operator = bound.accumulate().get();
        value =
            combine(
                operator instanceof Called ? GivenFunctions.larger(operator) : operator,
                before,
                value);
        return value.fits(combined);
      }
      return true;
    } catch (Inexact e) {
      return false;
    }
  }

  private ElementType typeOf(Expression e) {
    return Types.typeOf(e, tensor -> program.operands().get(tensor).type());
  }

  private Bound of(Expression e) {
    Bound bound =
        switch (e) {
          case Literal(var value) -> new Bound(Math.abs(value.asDouble()), 1);
          case IndexValue _ -> new Bound(64, 0);
          case Access a -> of(a.tensor());
          case Apply apply -> apply(apply);
          case Reduce r -> reduce(r, of(r.body()));
        };
    if (!bound.fits(typeOf(e))) {
      throw new Inexact();
    }
    return bound;
  }

  private Bound of(String tensor) {
    Map<List<Integer>, Long> sums = new HashMap<>();
    Operand operand = program.operands().get(tensor);
    if (operand != null) {
      operand.entries().forEach(e -> sums.merge(e.coordinate(), Math.abs(e.value()), Long::sum));
    }
    double fill = Math.abs(program.fills().getOrDefault(tensor, 0.0));
    return new Bound(Math.max(fill, sums.values().stream().mapToLong(v -> v).max().orElse(0)), 0);
  }

  private Bound apply(Apply e) {
    List<Bound> bounds = e.arguments().stream().map(this::of).toList();
    if (e.operator() == Arithmetic.NEGATE
        || e.operator() == Elementary.ABS
        || e.operator() instanceof Cast) {
      // The identities of min and max have no counterpart in other types, or turn over.
      return combine(Arithmetic.ADD, bounds.getFirst(), new Bound(0, 0));
    }
    if (e.operator() instanceof Mask) {
      return bounds.getFirst();
    }
    if (e.operator() == Choice.SELECT) {
      return combine(Arithmetic.MAX, bounds.get(1), bounds.get(2));
    }
    if (typeOf(e) == ElementType.BOOL || e.operator() == Elementary.MOD) {
      bounds.forEach(x -> combine(Arithmetic.ADD, x, x));
      return typeOf(e) == ElementType.BOOL
          ? new Bound(1, 0)
          : combine(Arithmetic.MAX, bounds.getFirst(), bounds.getLast());
    }
    if (e.operator() instanceof Called) {
      Bound two = new Bound(2, 0); // more than any function of one value adds
      return bounds.stream()
          .reduce(
              bounds.size() == 1 ? two : new Bound(1, 0),
              (a, b) -> combine(GivenFunctions.larger(e.operator()), a, b));
    }
    return combine(e.operator(), bounds.get(0), bounds.get(1));
  }

  private static Bound combine(Operator operator, Bound a, Bound b) {
    if (operator == Arithmetic.MIN || operator == Arithmetic.MAX) {
      return new Bound(Math.max(a.size, b.size), Math.max(a.digits, b.digits));
    }
    if (Double.isInfinite(a.size) || Double.isInfinite(b.size)) {
      throw new Inexact();
    }
    if (operator == Arithmetic.MULTIPLY) {
      return new Bound(a.size * b.size, a.digits + b.digits);
    }
    if (operator == Arithmetic.DIVIDE) {
      return new Bound(a.size, a.digits + 2);
    }
    return new Bound(a.size + b.size, Math.max(a.digits, b.digits));
  }

  private Bound reduce(Reduce reduce, Bound body) {
    int size = sizeOf(reduce);
    Operator operator =
        reduce.operator() instanceof Called c ? GivenFunctions.larger(c) : reduce.operator();
    if (operator == Arithmetic.MIN || operator == Arithmetic.MAX) {
      return size == 0 ? new Bound(Double.POSITIVE_INFINITY, 0) : body;
    }
    if (size == 0 || typeOf(reduce) == ElementType.BOOL) {
      return new Bound(1, 0);
    }
    if (Double.isInfinite(body.size)) {
      throw new Inexact();
    }
    return operator == Arithmetic.MULTIPLY
        ? new Bound(Math.pow(Math.max(1, body.size), size), body.digits * size)
        : new Bound(body.size * size, body.digits);
  }

  private int sizeOf(Reduce reduce) {
    // A variable renamed by binding has its own name followed by a number.
    String name = reduce.variable().name().substring(0, 1);
    Integer size = program.sizes().get(name);
    return size != null ? size : indexed(reduce.body(), reduce.variable());
  }

  private int indexed(Expression body, IndexVariable variable) {
    Set<Integer> sizes = new HashSet<>();
    for (Access access : Expressions.accesses(body)) {
      for (int d = 0; d < access.indices().size(); d++) {
        if (access.indices().get(d).equals(variable)) {
          sizes.add(program.operands().get(access.tensor()).dimensions().get(d));
        }
      }
    }
    return sizes.stream().mapToInt(s -> s).max().orElse(6);
  }
}
