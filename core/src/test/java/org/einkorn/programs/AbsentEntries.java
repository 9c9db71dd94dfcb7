package org.einkorn.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.TensorType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Reductions;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;
import org.einkorn.runtime.Conversion;
import org.einkorn.runtime.Kernels;
import org.einkorn.storage.Storage;

/**
 * Checks what the oracle cannot know: that an entry which is not stored is left out, and not
 * computed with as a zero. A third of the values become infinite, so that a zero in their place
 * would be seen as NaN; and a sparse product may only store what follows from entries. A sum of
 * nothing that is a factor, or the same for many entries, is a value in some formats and nothing in
 * others; such programs are left out.
 */
final class AbsentEntries {
  private static final Set<Operator> OPERATORS =
      Set.of(Arithmetic.ADD, Arithmetic.SUBTRACT, Arithmetic.MULTIPLY, Arithmetic.NEGATE);

  private final Map<String, Storage> stored = new HashMap<>();
  private final Map<String, Map<List<Integer>, Constant>> entries = new HashMap<>();
  private final Map<IndexVariable, Integer> sizes;
  private final Assignment statement;
  private final Program program;

  private AbsentEntries(Program program) {
    this.program = program;
    statement = program.statement();
    sizes = program.inferredSizes();
    program
        .operands()
        .forEach(
            (name, operand) -> {
              Storage packed = Conversion.pack(operand.list(), operand.format());
              double[] values = (double[]) packed.values();
              for (int k = 0; k < values.length; k++) {
                if (values[k] != 0 && values[k] % 3 == 0) {
                  values[k] = values[k] * Double.POSITIVE_INFINITY;
                }
              }
              stored.put(name, packed);
              entries.put(name, StorageReader.read(packed));
            });
  }

  /** Whether a program consists of sums and products of entries, each stored for itself. */
  static boolean applyTo(Program program) {
    Assignment statement = program.statement();
    return program.fills().isEmpty()
        && statement.accumulate().isEmpty()
        && statement.target().windows().isEmpty()
        && !mayFactor(Reductions.bind(statement).value())
        && isSumOfProducts(Reductions.bind(statement).value(), statement.target().indices())
        && program.operands().values().stream()
            .allMatch(
                o ->
                    o.type() == ElementType.FLOAT64
                        && (!o.format().padsValues() || o.format().isLocated()))
        && Expressions.accesses(statement.value()).stream().allMatch(a -> a.windows().isEmpty());
  }

  private static boolean isSumOfProducts(Expression e, List<IndexVariable> target) {
    return switch (e) {
      case Access _ -> true;
      case Apply a ->
          OPERATORS.contains(a.operator())
              && a.arguments().stream()
                  .allMatch(
                      x ->
                          isSumOfProducts(x, target)
                              && (a.operator() != Arithmetic.MULTIPLY || !hasReduction(x)));
      case Reduce r ->
          r.operator() == Arithmetic.ADD
              && isSumOfProducts(r.body(), target)
              && Expressions.variables(r).containsAll(target);
      default -> false;
    };
  }

  /** Whether a factor can be taken out of a reduction, which changes where infinities meet. */
  private static boolean mayFactor(Expression e) {
    return switch (e) {
      case Apply a -> a.arguments().stream().anyMatch(AbsentEntries::mayFactor);
      case Reduce r ->
          mayFactor(r.body())
              || Expressions.accesses(r.body()).stream()
                  .anyMatch(a -> !a.indices().contains(r.variable()));
      default -> false;
    };
  }

  /** Where operands of a sum are only looked up, it is computed at every coordinate. */
  private static boolean isSum(Expression e) {
    return switch (e) {
      case Apply a ->
          a.operator() != Arithmetic.MULTIPLY
              || a.arguments().stream().anyMatch(AbsentEntries::isSum);
      case Reduce r -> isSum(r.body());
      default -> false;
    };
  }

  private static boolean hasReduction(Expression e) {
    return e instanceof Reduce
        || e instanceof Apply a && a.arguments().stream().anyMatch(AbsentEntries::hasReduction);
  }

  static void check(Program program) {
    new AbsentEntries(program).check();
  }

  private void check() {
    TensorType type = new TensorType(ElementType.FLOAT64, program.result(), Constant.of(0.0));
    Storage result = Kernels.evaluate(statement, stored, sizes, type);
    Map<List<Integer>, Constant> actual = StorageReader.read(result);
    Expression value = Reductions.bind(statement).value();
    Map<List<Integer>, Double> expected = new HashMap<>();
    collect(value, new ArrayList<>(statement.target().indices()), new HashMap<>(), expected);
    boolean pads = program.result().order() == 0 || program.result().padsValues() || isSum(value);
    int[] dimensions = statement.target().indices().stream().mapToInt(sizes::get).toArray();
    Program.forEachCoordinate(
        dimensions,
        coordinate -> {
          List<Integer> at = Arrays.stream(coordinate).boxed().toList();
          double right = expected.getOrDefault(at, 0.0);
          Constant entry = actual.get(at);
          if (entry != null && !expected.containsKey(at) && !pads) {
            throw new AssertionError("stored: " + entry + " at " + at + " follows from no entry");
          }
          double got = entry == null ? 0 : entry.asDouble();
          if (right != got && !(Double.isNaN(right) && Double.isNaN(got))) {
            throw new AssertionError("result: at " + at + " expected " + right + " but got " + got);
          }
        });
  }

  private void collect(
      Expression value,
      List<IndexVariable> free,
      Map<IndexVariable, Integer> point,
      Map<List<Integer>, Double> into) {
    if (free.isEmpty()) {
      evaluate(value, point)
          .ifPresent(v -> into.put(coordinate(statement.target().indices(), point), v));
      return;
    }
    IndexVariable first = free.getFirst();
    List<IndexVariable> rest =
        free.subList(1, free.size()).stream().filter(v -> !v.equals(first)).toList();
    for (int c = 0; c < sizes.get(first); c++) {
      point.put(first, c);
      collect(value, rest, point, into);
    }
  }

  private static List<Integer> coordinate(
      List<IndexVariable> indices, Map<IndexVariable, Integer> point) {
    return indices.stream().map(point::get).toList();
  }

  /** The value of an expression, if it follows from an entry. */
  private OptionalDouble evaluate(Expression e, Map<IndexVariable, Integer> point) {
    return switch (e) {
      case Access a -> {
        Constant entry = entries.get(a.tensor()).get(coordinate(a.indices(), point));
        yield entry == null ? OptionalDouble.empty() : OptionalDouble.of(entry.asDouble());
      }
      case Apply a -> {
        List<OptionalDouble> values = a.arguments().stream().map(x -> evaluate(x, point)).toList();
        boolean all = values.stream().allMatch(OptionalDouble::isPresent);
        boolean any = values.stream().anyMatch(OptionalDouble::isPresent);
        if (a.operator() == Arithmetic.MULTIPLY ? !all : !any) {
          yield OptionalDouble.empty();
        }
        double first = values.getFirst().orElse(0);
        double last = values.getLast().orElse(0);
        yield OptionalDouble.of(
            a.operator() == Arithmetic.MULTIPLY
                ? first * last
                : a.operator() == Arithmetic.ADD
                    ? first + last
                    : a.operator() == Arithmetic.SUBTRACT ? first - last : -first);
      }
      case Reduce r -> {
        OptionalDouble sum = OptionalDouble.empty();
        for (int c = 0; c < sizes.get(r.variable()); c++) {
          point.put(r.variable(), c);
          OptionalDouble next = evaluate(r.body(), point);
          if (next.isPresent()) {
            sum = OptionalDouble.of(sum.orElse(0) + next.getAsDouble());
          }
        }
        point.remove(r.variable());
        yield sum;
      }
      default -> throw new IllegalArgumentException("no sum of products: " + e);
    };
  }
}
