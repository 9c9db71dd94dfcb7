package org.einkorn.notation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;
import org.einkorn.storage.CoordinateList;

/**
 * What a statement means, computed as slowly and as obviously as possible: for each coordinate of
 * the left side evaluate the right side, and for a reduction evaluate its body at every value of
 * its variable. Nothing is skipped because it is zero. All that is compiled is compared with this.
 */
public final class Interpreter {
  /**
   * An expression made ready. A point holds the current value of every variable, each at its place.
   */
  private interface Value {
    Constant at(int[] point);
  }

  private final Map<String, Entries> tensors = new HashMap<>();
  private final Map<IndexVariable, Integer> sizes;
  private final List<IndexVariable> places;

  private Interpreter(Map<IndexVariable, Integer> sizes) {
    this.sizes = sizes;
    this.places = List.copyOf(sizes.keySet());
  }

  /** Evaluates with fill 0 for every tensor. */
  public static Result evaluate(
      Assignment assignment,
      Map<String, CoordinateList> inputs,
      Map<IndexVariable, Integer> sizes) {
    return evaluate(assignment, inputs, Map.of(), sizes);
  }

  /**
   * The values the target has after the statement.
   *
   * @param inputs what the right side reads, and the target's old values where it has any;
   *     duplicates add up
   * @param fills the values of tensors where they have no entry; 0 where none is given
   * @param sizes of variables; those that index an input may be left out
   */
  public static Result evaluate(
      Assignment assignment,
      Map<String, CoordinateList> inputs,
      Map<String, Constant> fills,
      Map<IndexVariable, Integer> sizes) {
    Map<String, int[]> dimensions = new HashMap<>();
    inputs.forEach((name, list) -> dimensions.put(name, list.dimensions()));
    Map<String, Integer> given = new HashMap<>();
    sizes.forEach((variable, size) -> given.put(variable.name(), size));
    Interpreter interpreter = new Interpreter(Sizes.infer(assignment, dimensions, given));
    inputs.forEach(
        (name, list) -> interpreter.tensors.put(name, new Entries(list, fillOf(name, fills))));
    return interpreter.run(
        Reductions.bind(assignment), fillOf(assignment.target().tensor(), fills));
  }

  private static Constant fillOf(String tensor, Map<String, Constant> fills) {
    return fills.getOrDefault(tensor, Constant.of(0L));
  }

  private Result run(Assignment assignment, Constant fill) {
    Access target = assignment.target();
    int[] dimensions = target.indices().stream().mapToInt(sizes::get).toArray();
    ElementType type = typeOf(assignment.value());
    Entries old =
        Optional.ofNullable(tensors.get(target.tensor()))
            .orElseGet(() -> new Entries(type, dimensions, fill));
    Value value = compile(assignment.value());
    int[] indices = placesOf(target.indices());
    int[] loops = placesOf(List.copyOf(new LinkedHashSet<>(target.indices())));
    int[] point = new int[places.size()];
    if (assignment.accumulate().isEmpty()) {
      // A coordinate that no point reaches, off the diagonal of A(i,i), has the fill.
      Result result = new Result(new Entries(type, dimensions, fill));
      forEachPoint(loops, 0, point, () -> result.entries.put(point, indices, value.at(point)));
      return result;
    }
    Operator operator = assignment.accumulate().get();
    Result result =
        new Result(old.as(operator.resultType(operator.operandType(List.of(old.type, type)))));
    forEachPoint(
        loops,
        0,
        point,
        () ->
            result.entries.put(
                point, indices, combine(operator, old.get(point, indices), value.at(point))));
    return result;
  }

  private void forEachPoint(int[] loops, int depth, int[] point, Runnable action) {
    if (depth == loops.length) {
      action.run();
      return;
    }
    int size = sizes.get(places.get(loops[depth]));
    for (int i = 0; i < size; i++) {
      point[loops[depth]] = i;
      forEachPoint(loops, depth + 1, point, action);
    }
  }

  private Value compile(Expression e) {
    return switch (e) {
      case Literal(Constant value) -> _ -> value;
      case IndexValue(IndexVariable variable) -> {
        int place = places.indexOf(variable);
        yield point -> Constant.of((long) point[place]);
      }
      case Access(String tensor, List<IndexVariable> variables) -> {
        Entries entries = tensors.get(tensor);
        int[] indices = placesOf(variables);
        yield point -> entries.get(point, indices);
      }
      case Apply(Operator operator, List<Expression> arguments) -> {
        Value[] values = arguments.stream().map(this::compile).toArray(Value[]::new);
        ElementType type = operator.operandType(arguments.stream().map(this::typeOf).toList());
        yield point -> {
          Constant[] constants = new Constant[values.length];
          for (int k = 0; k < values.length; k++) {
            constants[k] = values[k].at(point).as(type);
          }
          return operator.apply(List.of(constants));
        };
      }
      case Reduce(Operator operator, IndexVariable variable, Expression body) -> {
        Value value = compile(body);
        ElementType type = typeOf(e);
        Constant identity = operator.identity(type).orElseThrow();
        int place = places.indexOf(variable);
        int size = sizes.get(variable);
        yield point -> {
          Constant result = identity;
          for (int i = 0; i < size; i++) {
            point[place] = i;
            result = operator.apply(List.of(result, value.at(point).as(type)));
          }
          return result;
        };
      }
    };
  }

  private int[] placesOf(List<IndexVariable> variables) {
    return variables.stream().mapToInt(places::indexOf).toArray();
  }

  private ElementType typeOf(Expression e) {
    return Types.typeOf(e, tensor -> tensors.get(tensor).type);
  }

  private static Constant combine(Operator operator, Constant a, Constant b) {
    ElementType type = operator.operandType(List.of(a.type(), b.type()));
    return operator.apply(List.of(a.as(type), b.as(type)));
  }

  /**
   * The values of a tensor: those that are there, by the number of their coordinate in row-major
   * order, and the fill.
   */
  private static final class Entries {
    private final ElementType type;
    private final int[] dimensions;
    private final Constant fill;
    private final Map<Long, Constant> values = new HashMap<>();

    Entries(ElementType type, int[] dimensions, Constant fill) {
      this.type = type;
      this.dimensions = dimensions;
      this.fill = fill.as(type);
    }

    Entries(CoordinateList list, Constant fill) {
      this(list.type(), list.dimensions(), fill);
      int[] coordinate = new int[list.order()];
      for (int k = 0; k < list.count(); k++) {
        for (int d = 0; d < coordinate.length; d++) {
          coordinate[d] = list.coordinates(d)[k];
        }
        values.merge(
            number(coordinate, allOf(coordinate)),
            type.get(list.values(), k),
            (a, b) -> combine(Arithmetic.ADD, a, b).as(type));
      }
    }

    /** The same values in another type. */
    Entries as(ElementType other) {
      Entries result = new Entries(other, dimensions, fill);
      values.forEach((number, value) -> result.values.put(number, value.as(other)));
      return result;
    }

    Constant get(int[] point, int[] places) {
      return values.getOrDefault(number(point, places), fill);
    }

    void put(int[] point, int[] places, Constant value) {
      values.put(number(point, places), value.as(type));
    }

    private long number(int[] point, int[] places) {
      long number = 0;
      for (int d = 0; d < dimensions.length; d++) {
        number =
            Math.addExact(
                Math.multiplyExact(number, (long) dimensions[d]), (long) point[places[d]]);
      }
      return number;
    }
  }

  private static int[] allOf(int[] coordinate) {
    int[] places = new int[coordinate.length];
    Arrays.setAll(places, d -> d);
    return places;
  }

  /** The values of the target at every coordinate. */
  public static final class Result {
    private final Entries entries;

    private Result(Entries entries) {
      this.entries = entries;
    }

    public ElementType type() {
      return entries.type;
    }

    public int[] dimensions() {
      return entries.dimensions.clone();
    }

    public Constant get(int... coordinate) {
      if (coordinate.length != entries.dimensions.length) {
        throw new IllegalArgumentException(
            "A result of order "
                + entries.dimensions.length
                + " has no "
                + Arrays.toString(coordinate));
      }
      for (int d = 0; d < coordinate.length; d++) {
        Objects.checkIndex(coordinate[d], entries.dimensions[d]);
      }
      return entries.get(coordinate, allOf(coordinate));
    }
  }
}
