package org.einkorn.notation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Cast;
import org.einkorn.operator.Choice;
import org.einkorn.operator.Comparison;
import org.einkorn.operator.Elementary;
import org.einkorn.operator.Logical;
import org.einkorn.operator.Operator;
import org.einkorn.storage.CoordinateList;

/** Random statements over variables i, j, k, l of one size; a tensor's name ends in its order. */
public final class RandomStatements {
  static final int SIZE = 3;
  private static final String VARIABLES = "ijkl";
  private static final List<Operator> OPERATORS =
      List.of(
          Arithmetic.ADD,
          Arithmetic.ADD,
          Arithmetic.SUBTRACT,
          Arithmetic.MULTIPLY,
          Arithmetic.MULTIPLY,
          Arithmetic.DIVIDE,
          Arithmetic.NEGATE,
          Arithmetic.MIN,
          Arithmetic.MAX,
          Comparison.LESS,
          Comparison.GREATER_EQUAL,
          Comparison.EQUAL,
          Logical.AND,
          Logical.OR,
          Logical.NOT,
          Choice.SELECT,
          Elementary.ABS,
          Elementary.MOD,
          new Cast(ElementType.INT64));

  private static final List<Operator> REDUCERS =
      List.of(Arithmetic.ADD, Arithmetic.MULTIPLY, Arithmetic.MIN, Arithmetic.MAX);

  private final Random random;

  public RandomStatements(long seed) {
    this.random = new Random(seed);
  }

  public Assignment next() {
    Access target = access("T");
    Optional<Operator> accumulate = Optional.empty();
    if (random.nextInt(4) == 0) {
      accumulate = Optional.of(REDUCERS.get(random.nextInt(REDUCERS.size())));
    }
    return new Assignment(target, accumulate, expression(random.nextInt(5)));
  }

  private Expression expression(int depth) {
    if (depth == 0) {
      return switch (random.nextInt(8)) {
        case 0 -> new Literal(Constant.of((long) random.nextInt(7) - 3));
        case 1 -> new Literal(Constant.of((random.nextInt(7) - 3) / 2.0));
        default -> access(Character.toString("ABC".charAt(random.nextInt(3))));
      };
    }
    if (random.nextInt(5) == 0) {
      Expression body = expression(depth - 1);
      List<IndexVariable> free = List.copyOf(Expressions.variables(body));
      if (!free.isEmpty()) {
        Operator reducer = REDUCERS.get(random.nextInt(REDUCERS.size()));
        return new Reduce(reducer, free.get(random.nextInt(free.size())), body);
      }
      return body;
    }
    Operator operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
    List<Expression> arguments = new ArrayList<>();
    for (int k = 0; k < operator.arity(); k++) {
      arguments.add(expression(random.nextInt(depth)));
    }
    // A variable as a value, if it surely is an index somewhere.
    List<IndexVariable> free = List.copyOf(Expressions.variables(arguments.getLast()));
    if (operator.arity() == 2 && !free.isEmpty() && random.nextInt(5) == 0) {
      arguments.set(0, new IndexValue(free.get(random.nextInt(free.size()))));
    }
    return new Apply(operator, arguments);
  }

  private Access access(String letter) {
    int order = random.nextInt(3);
    List<IndexVariable> indices = new ArrayList<>();
    for (int d = 0; d < order; d++) {
      indices.add(new IndexVariable(VARIABLES.substring(random.nextInt(4)).substring(0, 1)));
    }
    return new Access(letter + order, indices);
  }

  /** Small whole numbers for every tensor. */
  Map<String, CoordinateList> inputs() {
    Map<String, CoordinateList> inputs = new HashMap<>();
    for (String letter : List.of("A", "B", "C", "T")) {
      for (int order = 0; order < 3; order++) {
        int[] dimensions = new int[order];
        Arrays.fill(dimensions, SIZE);
        CoordinateList list = new CoordinateList(ElementType.INT64, dimensions);
        for (int k = 0; k < 4; k++) {
          int[] coordinate = new int[order];
          Arrays.setAll(coordinate, d -> random.nextInt(SIZE));
          list.add((long) random.nextInt(7) - 3, coordinate);
        }
        inputs.put(letter + order, list);
      }
    }
    return inputs;
  }

  /** The same statement with the operands of sums and products in another order and grouping. */
  Expression shuffled(Expression e) {
    Expression changed = Expressions.mapChildren(e, this::shuffled);
    if (!(changed instanceof Apply(Operator operator, List<Expression> arguments))
        || !operator.isCommutative()) {
      return changed;
    }
    Expression a = arguments.get(0);
    Expression b = arguments.get(1);
    if (operator.isAssociative()
        && random.nextBoolean()
        && b instanceof Apply(Operator same, List<Expression> inner)
        && same.equals(operator)) {
      return new Apply(
          operator, List.of(new Apply(operator, List.of(a, inner.get(0))), inner.get(1)));
    }
    return random.nextBoolean() ? new Apply(operator, List.of(b, a)) : changed;
  }
}
