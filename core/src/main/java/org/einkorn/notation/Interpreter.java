package org.einkorn.notation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Presence;
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
    ElementType type = typeOf(assignment.value());
    Optional<Entries> old = Optional.ofNullable(tensors.get(target.tensor()));
    int[] dimensions =
        target.windows().isEmpty()
            ? target.indices().stream().mapToInt(sizes::get).toArray()
            : old.orElseThrow().dimensions;
    Masked masked = Masked.of(assignment.value());
    Value value = compile(masked.value());
    Value condition = compile(masked.condition().orElse(new Literal(Constant.of(true))));
    int[] indices = placesOf(target.indices());
    int[] loops = placesOf(List.copyOf(new LinkedHashSet<>(target.indices())));
    int[] point = new int[places.size()];
    Optional<Operator> operator = assignment.accumulate();
    Literal nothing = (Literal) assignment.old(false, this::typeOf);
    Entries before =
        old.orElseGet(() -> new Entries(nothing.value().type(), dimensions, nothing.value()));
    ElementType resultType =
        operator
            .map(op -> op.resultType(op.operandTypes(List.of(before.type, type))))
            .orElse(target.windows().isEmpty() ? type : ElementType.common(before.type, type));
    // A coordinate that no point reaches, off the diagonal of A(i,i), has the fill; outside of a
    // window, and with an operator, it keeps its old value.
    boolean keeps = operator.isPresent() || !target.windows().isEmpty();
    Entries after = keeps ? before.as(resultType) : new Entries(type, dimensions, fill);
    forEachPoint(
        loops,
        0,
        point,
        () -> {
          long[] at = coordinate(target, indices, point);
          if (condition.at(point).asDouble() != 0) {
            after.put(
                at,
                operator
                    .map(op -> combine(op, before.at(at), value.at(point)))
                    .orElseGet(() -> value.at(point)));
          } else if (operator.isEmpty()) {
            after.put(at, after.fill);
          }
        });
    return new Result(after);
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
      case Access access -> {
        Entries entries = tensors.get(access.tensor());
        int[] indices = placesOf(access.indices());
        yield point -> entries.at(coordinate(access, indices, point));
      }
      case Apply(Operator operator, List<Expression> arguments)
          when operator == Presence.PRESENT -> {
        Access access = (Access) arguments.getFirst();
        Entries entries = tensors.get(access.tensor());
        int[] indices = placesOf(access.indices());
        yield point -> Constant.of(entries.has(coordinate(access, indices, point)));
      }
      case Apply(Operator operator, List<Expression> arguments) -> {
        Value[] values = arguments.stream().map(this::compile).toArray(Value[]::new);
        List<ElementType> types =
            operator.operandTypes(arguments.stream().map(this::typeOf).toList());
        yield point -> {
          Constant[] constants = new Constant[values.length];
          for (int k = 0; k < values.length; k++) {
            constants[k] = values[k].at(point).as(types.get(k));
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

  /** The coordinate of a tensor that an access means at a point. */
  private static long[] coordinate(Access access, int[] places, int[] point) {
    int[] values = new int[places.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = point[places[k]];
    }
    List<Window> windows = access.windows();
    long[] coordinate = new long[windows.isEmpty() ? values.length : windows.size()];
    for (int k = 0; k < coordinate.length; k++) {
      coordinate[k] = windows.isEmpty() ? values[k] : windows.get(k).at(values);
    }
    return coordinate;
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
      long[] coordinate = new long[list.order()];
      for (int k = 0; k < list.count(); k++) {
        for (int d = 0; d < coordinate.length; d++) {
          coordinate[d] = list.coordinates(d)[k];
        }
        values.merge(
            number(coordinate),
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

    /** The value at a coordinate; outside of the tensor it is the fill. */
    Constant at(long[] coordinate) {
      return isInside(coordinate) ? values.getOrDefault(number(coordinate), fill) : fill;
    }

    /** Whether there is an entry; a scalar is always there. */
    boolean has(long[] coordinate) {
      return isInside(coordinate)
          && (dimensions.length == 0 || values.containsKey(number(coordinate)));
    }

    private boolean isInside(long[] coordinate) {
      for (int d = 0; d < dimensions.length; d++) {
        if (coordinate[d] < 0 || coordinate[d] >= dimensions[d]) {
          return false;
        }
      }
      return true;
    }

    void put(long[] coordinate, Constant value) {
      values.put(number(coordinate), value.as(type));
    }

    private long number(long[] coordinate) {
      long number = 0;
      for (int d = 0; d < dimensions.length; d++) {
        number = Math.addExact(Math.multiplyExact(number, (long) dimensions[d]), coordinate[d]);
      }
      return number;
    }
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
      return entries.at(IntStream.of(coordinate).asLongStream().toArray());
    }
  }
}
