package org.einkorn.programs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expression.IndexValue;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expression.Reduce;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Cast;
import org.einkorn.operator.Choice;
import org.einkorn.operator.Comparison;
import org.einkorn.operator.Elementary;
import org.einkorn.operator.Logical;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Presence;
import org.einkorn.programs.Program.Operand;

/** Draws expressions, with the variables and the operands that they need. */
final class RandomExpressions {
  private static final int LARGEST_SPACE = 3000;

  private static final List<Operator> UNARY =
      Stream.of(
              List.of(Logical.NOT, Elementary.ABS),
              Cast.all(),
              GivenFunctions.UNARY,
              GivenFunctions.UNARY)
          .flatMap(List::stream)
          .toList();

  private static final List<Operator> TRUTH =
      List.of(
          Comparison.LESS,
          Comparison.LESS_EQUAL,
          Comparison.GREATER,
          Comparison.GREATER_EQUAL,
          Comparison.EQUAL,
          Comparison.NOT_EQUAL,
          Logical.AND,
          Logical.OR);

  private final Chances chances;
  private final RandomGenerator random;
  private final RandomOperands data;
  private final List<IndexVariable> variables = new ArrayList<>();
  private final Map<IndexVariable, Integer> sizes = new LinkedHashMap<>();
  private final Map<String, Operand> operands = new LinkedHashMap<>();
  private List<ElementType> types = List.of(ElementType.FLOAT64);

  RandomExpressions(Chances chances) {
    this.chances = chances;
    this.random = chances.random();
    this.data = new RandomOperands(chances);
  }

  /** Says which element types operands have. */
  void types(List<ElementType> all) {
    types = all;
  }

  /** The sizes of all variables so far. */
  Map<IndexVariable, Integer> sizes() {
    return sizes;
  }

  /** The operands so far, by name. */
  Map<String, Operand> operands() {
    return operands;
  }

  /** An entry of a tensor as a condition, without arithmetic on values that may be infinite. */
  Expression entryOf(Access target) {
    List<IndexVariable> all = new ArrayList<>(variables);
    variables.retainAll(target.indices());
    Expression entry = access();
    variables.clear();
    variables.addAll(all);
    return chances.chance(30) ? new Apply(Logical.NOT, List.of(entry)) : entry;
  }

  /** A condition on the coordinates of the result. */
  Expression condition(Access target) {
    List<IndexVariable> all = new ArrayList<>(variables);
    variables.retainAll(target.indices());
    Expression condition =
        chances.chance(70) ? access() : expression(1 + chances.choose(40, 40, 20), 3);
    if (condition instanceof Access && chances.chance(40)) {
      condition = new Apply(Presence.PRESENT, List.of(condition));
    }
    variables.clear();
    variables.addAll(all);
    Set<IndexVariable> others = Expressions.variables(condition);
    others.removeAll(target.indices());
    for (IndexVariable v : others) {
      condition = new Reduce(Logical.OR, v, condition);
    }
    return chances.chance(30) ? new Apply(Logical.NOT, List.of(condition)) : condition;
  }

  /** Variables that share few sizes, so that one tensor can be accessed in several ways. */
  void chooseVariables(int count) {
    int[] pool = new int[1 + random.nextInt(3)];
    for (int k = 0; k < pool.length; k++) {
      pool[k] =
          chances.chance(3) ? 20 + random.nextInt(40) : chances.choose(4, 7, 22, 27, 20, 12, 8);
    }
    long space;
    do {
      space = 1;
      sizes.clear();
      variables.clear();
      for (int k = 0; k < count; k++) {
        IndexVariable variable = new IndexVariable(String.valueOf("ijklmno".charAt(k)));
        variables.add(variable);
        sizes.put(variable, pool[random.nextInt(pool.length)]);
        space *= Math.max(1, sizes.get(variable));
      }
      if (space > LARGEST_SPACE) {
        int largest = 0;
        for (int k = 1; k < pool.length; k++) {
          largest = pool[k] > pool[largest] ? k : largest;
        }
        pool[largest] -= pool[largest] > 10 ? 5 : 1;
      }
    } while (space > LARGEST_SPACE);
  }

  Access target(int left) {
    List<IndexVariable> indices = new ArrayList<>(variables.subList(0, left));
    if (left > 0 && left < 4 && chances.chance(3)) {
      indices.add(random.nextInt(left + 1), indices.get(random.nextInt(left)));
    }
    return new Access(RandomProgram.RESULT, indices);
  }

  Expression expression(int leaves, int depth) {
    if (depth < 4 && chances.chance(leaves > 1 ? 13 : 6)) {
      return reduction(leaves, depth);
    }
    if (chances.chance(4)) {
      return new Apply(Arithmetic.NEGATE, List.of(expression(leaves, depth + 1)));
    }
    if (chances.chance(5)) {
      Operator operator = UNARY.get(random.nextInt(UNARY.size()));
      return new Apply(operator, List.of(expression(leaves, depth + 1)));
    }
    if (leaves == 1) {
      return leaf();
    }
    if (leaves > 2 && chances.chance(12)) {
      int condition = 1 + random.nextInt(leaves - 2);
      int whenTrue = 1 + random.nextInt(leaves - condition - 1);
      return new Apply(
          Choice.SELECT,
          List.of(
              expression(condition, depth + 1),
              expression(whenTrue, depth + 1),
              expression(leaves - condition - whenTrue, depth + 1)));
    }
    if (leaves > 2 && chances.chance(6)) {
      return new Apply(
          GivenFunctions.MIDDLE,
          List.of(leaf(), expression(leaves - 2, depth + 1), expression(1, depth + 1)));
    }
    if (chances.chance(3)) {
      return new Apply(Elementary.MOD, List.of(expression(leaves - 1, depth + 1), denominator()));
    }
    if (chances.chance(5)) {
      return new Apply(
          Arithmetic.DIVIDE, List.of(expression(leaves - 1, depth + 1), denominator()));
    }
    Operator operator =
        switch (chances.choose(30, 37, 13, 3, 3, 8, 6)) {
          case 0 -> Arithmetic.ADD;
          case 1 -> Arithmetic.MULTIPLY;
          case 2 -> Arithmetic.SUBTRACT;
          case 3 -> Arithmetic.MIN;
          case 4 -> Arithmetic.MAX;
          case 5 -> chances.any(TRUTH);
          default -> chances.any(GivenFunctions.BINARY);
        };
    int first = 1 + random.nextInt(leaves - 1);
    return new Apply(
        operator, List.of(expression(first, depth + 1), expression(leaves - first, depth + 1)));
  }

  private Expression reduction(int leaves, int depth) {
    if (variables.size() < 6 && chances.chance(50)) {
      IndexVariable fresh = new IndexVariable(String.valueOf("pqrstuvw".charAt(random.nextInt(8))));
      if (!sizes.containsKey(fresh) && space() <= LARGEST_SPACE / 3) {
        variables.add(fresh);
        sizes.put(fresh, 1 + random.nextInt(3));
      }
    }
    Expression body = expression(leaves, depth + 1);
    if (variables.isEmpty()) {
      return body;
    }
    List<IndexVariable> free = new ArrayList<>(Expressions.variables(body));
    IndexVariable variable =
        free.isEmpty() || chances.chance(4)
            ? chances.any(variables)
            : free.get(random.nextInt(free.size()));
    Operator reducer =
        switch (chances.choose(32, 14, 14, 10, 10, 12, 8)) {
          case 0 -> Arithmetic.ADD;
          case 1 -> Arithmetic.MIN;
          case 2 -> Arithmetic.MAX;
          case 3 -> Logical.OR;
          case 4 -> Logical.AND;
          case 5 -> Arithmetic.MULTIPLY;
          default -> chances.any(GivenFunctions.REDUCERS);
        };
    // In text, a min over a variable that its body does not use is the smaller of two values.
    boolean needsUse = reducer.precedence().isEmpty();
    return needsUse && !free.contains(variable) ? body : new Reduce(reducer, variable, body);
  }

  private long space() {
    return sizes.values().stream().mapToLong(s -> Math.max(1, s)).reduce(1, (a, b) -> a * b);
  }

  private Expression leaf() {
    return switch (chances.choose(88, 4, 3, variables.isEmpty() ? 0 : 5)) {
      case 0 -> access();
      case 1 -> new Literal(Constant.of((long) random.nextInt(7) - 3));
      case 2 -> new Literal(Constant.of((random.nextInt(9) - 4) / 2.0));
      default -> new IndexValue(chances.any(variables));
    };
  }

  private Expression denominator() {
    if (chances.chance(50)) {
      return new Literal(
          chances.chance(50)
              ? Constant.of(1L << random.nextInt(3))
              : Constant.of((double) (1 << random.nextInt(3))));
    }
    List<IndexVariable> indices = indices(Math.min(variables.size(), chances.choose(10, 50, 40)));
    String name = "N" + operands.size();
    operands.put(name, data.denominator(type(), dimensions(indices)));
    return new Access(name, indices);
  }

  Access access() {
    Set<Integer> available = new HashSet<>(variables.stream().map(sizes::get).toList());
    List<String> known =
        operands.keySet().stream()
            .filter(name -> !name.startsWith("N"))
            .filter(name -> available.containsAll(operands.get(name).dimensions()))
            .toList();
    if (!known.isEmpty() && chances.chance(22)) {
      String name = known.get(random.nextInt(known.size()));
      List<IndexVariable> indices = new ArrayList<>();
      for (int size : operands.get(name).dimensions()) {
        List<IndexVariable> fitting = variables.stream().filter(v -> sizes.get(v) == size).toList();
        indices.add(chances.any(fitting));
      }
      return new Access(name, indices);
    }
    List<IndexVariable> indices = indices(chances.choose(9, 27, 38, 19, 7));
    String name = String.valueOf((char) ('A' + operands.size()));
    if (chances.chance(8)) {
      RandomWindows windows = new RandomWindows(random, sizes, indices);
      Access access = windows.access(name);
      operands.put(name, operandOf(windows.dimensions()));
      return access;
    }
    operands.put(name, operand(indices));
    return new Access(name, indices);
  }

  private List<IndexVariable> indices(int order) {
    List<IndexVariable> rest = new ArrayList<>(variables);
    List<IndexVariable> indices = new ArrayList<>();
    for (int d = 0; d < order && !variables.isEmpty(); d++) {
      if (!indices.isEmpty() && chances.chance(4)) {
        indices.add(chances.any(indices));
      } else if (!rest.isEmpty()) {
        indices.add(rest.remove(random.nextInt(rest.size())));
      }
    }
    return indices;
  }

  /** An operand that is indexed by these variables. */
  Operand operand(List<IndexVariable> indices) {
    return operandOf(dimensions(indices));
  }

  Operand operandOf(List<Integer> dimensions) {
    return data.operand(type(), dimensions);
  }

  private List<Integer> dimensions(List<IndexVariable> indices) {
    return indices.stream().map(sizes::get).toList();
  }

  private ElementType type() {
    return types.get(random.nextInt(types.size()));
  }
}
