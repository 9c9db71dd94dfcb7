package org.einkorn.programs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
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
import org.einkorn.notation.Printer;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Cast;
import org.einkorn.operator.Choice;
import org.einkorn.operator.Comparison;
import org.einkorn.operator.Elementary;
import org.einkorn.operator.Logical;
import org.einkorn.operator.Mask;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Presence;
import org.einkorn.operator.Semiring;
import org.einkorn.programs.Program.Entry;
import org.einkorn.programs.Program.Operand;

/**
 * Random programs: expression × formats × element types × data, a function of the seed alone. All
 * arithmetic in them is exact, so that the order of operations cannot matter.
 */
final class RandomProgram {
  private static final String RESULT = "T";
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

  private final RandomGenerator random;
  private final List<IndexVariable> variables = new ArrayList<>();
  private final Map<IndexVariable, Integer> sizes = new LinkedHashMap<>();
  private final Map<String, Operand> operands = new LinkedHashMap<>();
  private List<ElementType> types = List.of(ElementType.FLOAT64);

  private RandomProgram(RandomGenerator random) {
    this.random = random;
  }

  /** The program of a seed. */
  static Program of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    while (true) {
      try {
        Optional<Program> program = new RandomProgram(random.split()).attempt();
        if (program.isPresent()) {
          return program.get();
        }
      } catch (EinkornException e) {
        // Not a statement: an index variable that indexes nothing is a scalar in text.
      }
    }
  }

  private Optional<Program> attempt() {
    return chance(6) ? overSemiring() : general();
  }

  private Optional<Program> general() {
    types = chooseTypes();
    int left = choose(8, 32, 40, 14, 6);
    int summed = choose(30, 45, 18, 7);
    chooseVariables(left + summed);
    Access target = target(left);
    Optional<Operator> accumulate = Optional.empty();
    if (chance(12)) {
      accumulate =
          Optional.of(
              switch (choose(60, 10, 10, 4, 4, 8, 4)) {
                case 0 -> Arithmetic.ADD;
                case 1 -> Arithmetic.MIN;
                case 2 -> Arithmetic.MAX;
                case 3 -> Logical.OR;
                case 4 -> Logical.AND;
                case 5 -> Arithmetic.MULTIPLY;
                default -> any(GivenFunctions.REDUCERS);
              });
    }
    boolean distinct = new HashSet<>(target.indices()).size() == target.indices().size();
    if (chance(5) && distinct && left > 0) {
      RandomWindows windows = new RandomWindows(random, sizes, target.indices());
      target = windows.target(RESULT);
      operands.put(RESULT, operand(windows.dimensions()));
    } else if (accumulate.isPresent() && !chance(8) || chance(4)) {
      operands.put(RESULT, operand(target.indices(), false));
    }
    Expression value = expression(1 + choose(12, 34, 27, 14, 8, 3, 2), 0);
    if (chance(10)) {
      value = new Apply(Mask.WRITTEN, List.of(value, condition(target)));
    }
    String text = Printer.print(new Assignment(target, accumulate, value));
    Assignment statement = Program.parse(text);
    operands.keySet().retainAll(used(statement));
    Set<String> read = new HashSet<>();
    Expressions.accesses(statement.value()).forEach(a -> read.add(a.tensor()));
    if (!operands.keySet().containsAll(read)) {
      return Optional.empty(); // A scalar that was meant as an index variable.
    }
    Map<String, Integer> given = new LinkedHashMap<>();
    sizes.forEach(
        (variable, size) -> {
          if (text.matches(".*\\b" + variable + "\\b.*")) {
            given.put(variable.name(), size);
          }
        });
    Program program =
        new Program(
            text,
            new LinkedHashMap<>(operands),
            given,
            RandomFormats.random(random, target.order()),
            Map.of());
    if (chance(8)) {
      for (String name : used(statement)) {
        // What is kept of a tensor of truth values cannot have another fill in another type.
        boolean fixed = name.equals(RESULT) && !target.windows().isEmpty();
        if (chance(50) && !name.startsWith("N") && !fixed) {
          program = program.fill(name, random.nextInt(5) - 2);
        }
      }
    }
    return Magnitude.isExact(program) ? Optional.of(program) : Optional.empty();
  }

  /** An entry of a tensor as a condition, without arithmetic on values that may be infinite. */
  private Expression entryOf(Access target) {
    List<IndexVariable> all = new ArrayList<>(variables);
    variables.retainAll(target.indices());
    Expression entry = access();
    variables.clear();
    variables.addAll(all);
    return chance(30) ? new Apply(Logical.NOT, List.of(entry)) : entry;
  }

  /** A condition on the coordinates of the result. */
  private Expression condition(Access target) {
    List<IndexVariable> all = new ArrayList<>(variables);
    variables.retainAll(target.indices());
    Expression condition = chance(70) ? access() : expression(1 + choose(40, 40, 20), 3);
    if (condition instanceof Access && chance(40)) {
      condition = new Apply(Presence.PRESENT, List.of(condition));
    }
    variables.clear();
    variables.addAll(all);
    Set<IndexVariable> others = Expressions.variables(condition);
    others.removeAll(target.indices());
    for (IndexVariable v : others) {
      condition = new Reduce(Logical.OR, v, condition);
    }
    return chance(30) ? new Apply(Logical.NOT, List.of(condition)) : condition;
  }

  /** A product, perhaps with something added, over a semiring whose zero is what is not stored. */
  private Optional<Program> overSemiring() {
    Semiring semiring = Semiring.all().get(random.nextInt(Semiring.all().size()));
    types = List.of(chance(70) ? ElementType.FLOAT64 : ElementType.FLOAT32);
    int left = choose(8, 32, 50, 10);
    chooseVariables(left + choose(15, 60, 25));
    Access target = target(left);
    Expression value = access();
    for (int k = choose(10, 60, 30); k > 0; k--) {
      value = new Apply(Arithmetic.MULTIPLY, List.of(value, access()));
    }
    if (chance(25)) {
      value = new Apply(Arithmetic.ADD, List.of(value, access()));
    }
    if (chance(20)) {
      value = new Apply(Mask.WRITTEN, List.of(value, entryOf(target)));
    }
    Optional<Operator> accumulate = chance(25) ? Optional.of(Arithmetic.ADD) : Optional.empty();
    if (accumulate.isPresent()) {
      operands.put(RESULT, operand(target.indices(), false));
    }
    String text =
        Printer.print(new Assignment(target, accumulate, value)) + " over " + semiring.name();
    Assignment statement = Program.parse(text);
    operands.keySet().retainAll(used(statement));
    if (!used(statement).stream().allMatch(n -> n.equals(RESULT) || operands.containsKey(n))) {
      return Optional.empty();
    }
    Map<String, Integer> given = new LinkedHashMap<>();
    sizes.forEach((variable, size) -> given.put(variable.name(), size));
    given.keySet().removeIf(name -> !text.matches(".*\\b" + name + "\\b.*"));
    Program program =
        new Program(
            text,
            new LinkedHashMap<>(operands),
            given,
            RandomFormats.random(random, target.indices().size()),
            Map.of());
    // Where what is not stored is the end of every reduction, loops are left early.
    Constant fill =
        semiring
            .add()
            .terminal(types.getFirst())
            .filter(_ -> chance(15))
            .orElseGet(() -> semiring.add().identity(types.getFirst()).get());
    for (String name : used(statement)) {
      if (chance(90)) {
        program = program.fill(name, fill.asDouble());
      }
    }
    return Optional.of(program);
  }

  private static Set<String> used(Assignment statement) {
    Set<String> used = new LinkedHashSet<>();
    used.add(statement.target().tensor());
    Expressions.accesses(statement.value()).forEach(a -> used.add(a.tensor()));
    return used;
  }

  private List<ElementType> chooseTypes() {
    return switch (choose(50, 10, 5, 9, 4, 22)) {
      case 0 -> List.of(ElementType.FLOAT64);
      case 1 -> List.of(ElementType.INT64);
      case 2 -> List.of(ElementType.INT32);
      case 3 -> List.of(ElementType.FLOAT32);
      case 4 -> List.of(ElementType.BOOL);
      default -> List.of(ElementType.values());
    };
  }

  /** Variables that share few sizes, so that one tensor can be accessed in several ways. */
  private void chooseVariables(int count) {
    int[] pool = new int[1 + random.nextInt(3)];
    for (int k = 0; k < pool.length; k++) {
      pool[k] = chance(3) ? 20 + random.nextInt(40) : choose(4, 7, 22, 27, 20, 12, 8);
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

  private Access target(int left) {
    List<IndexVariable> indices = new ArrayList<>(variables.subList(0, left));
    if (left > 0 && left < 4 && chance(3)) {
      indices.add(random.nextInt(left + 1), indices.get(random.nextInt(left)));
    }
    return new Access(RESULT, indices);
  }

  private Expression expression(int leaves, int depth) {
    if (depth < 4 && chance(leaves > 1 ? 13 : 6)) {
      return reduction(leaves, depth);
    }
    if (chance(4)) {
      return new Apply(Arithmetic.NEGATE, List.of(expression(leaves, depth + 1)));
    }
    if (chance(5)) {
      Operator operator = UNARY.get(random.nextInt(UNARY.size()));
      return new Apply(operator, List.of(expression(leaves, depth + 1)));
    }
    if (leaves == 1) {
      return leaf();
    }
    if (leaves > 2 && chance(12)) {
      int condition = 1 + random.nextInt(leaves - 2);
      int whenTrue = 1 + random.nextInt(leaves - condition - 1);
      return new Apply(
          Choice.SELECT,
          List.of(
              expression(condition, depth + 1),
              expression(whenTrue, depth + 1),
              expression(leaves - condition - whenTrue, depth + 1)));
    }
    if (leaves > 2 && chance(6)) {
      return new Apply(
          GivenFunctions.MIDDLE,
          List.of(leaf(), expression(leaves - 2, depth + 1), expression(1, depth + 1)));
    }
    if (chance(3)) {
      return new Apply(Elementary.MOD, List.of(expression(leaves - 1, depth + 1), denominator()));
    }
    if (chance(5)) {
      return new Apply(
          Arithmetic.DIVIDE, List.of(expression(leaves - 1, depth + 1), denominator()));
    }
    Operator operator =
        switch (choose(30, 37, 13, 3, 3, 8, 6)) {
          case 0 -> Arithmetic.ADD;
          case 1 -> Arithmetic.MULTIPLY;
          case 2 -> Arithmetic.SUBTRACT;
          case 3 -> Arithmetic.MIN;
          case 4 -> Arithmetic.MAX;
          case 5 -> any(TRUTH);
          default -> any(GivenFunctions.BINARY);
        };
    int first = 1 + random.nextInt(leaves - 1);
    return new Apply(
        operator, List.of(expression(first, depth + 1), expression(leaves - first, depth + 1)));
  }

  private Expression reduction(int leaves, int depth) {
    if (variables.size() < 6 && chance(50)) {
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
        free.isEmpty() || chance(4) ? any(variables) : free.get(random.nextInt(free.size()));
    Operator reducer =
        switch (choose(32, 14, 14, 10, 10, 12, 8)) {
          case 0 -> Arithmetic.ADD;
          case 1 -> Arithmetic.MIN;
          case 2 -> Arithmetic.MAX;
          case 3 -> Logical.OR;
          case 4 -> Logical.AND;
          case 5 -> Arithmetic.MULTIPLY;
          default -> any(GivenFunctions.REDUCERS);
        };
    // In text, a min over a variable that its body does not use is the smaller of two values.
    boolean needsUse = reducer.precedence().isEmpty();
    return needsUse && !free.contains(variable) ? body : new Reduce(reducer, variable, body);
  }

  private long space() {
    return sizes.values().stream().mapToLong(s -> Math.max(1, s)).reduce(1, (a, b) -> a * b);
  }

  private Expression leaf() {
    return switch (choose(88, 4, 3, variables.isEmpty() ? 0 : 5)) {
      case 0 -> access();
      case 1 -> new Literal(Constant.of((long) random.nextInt(7) - 3));
      case 2 -> new Literal(Constant.of((random.nextInt(9) - 4) / 2.0));
      default -> new IndexValue(any(variables));
    };
  }

  private Expression denominator() {
    if (chance(50)) {
      return new Literal(
          chance(50)
              ? Constant.of(1L << random.nextInt(3))
              : Constant.of((double) (1 << random.nextInt(3))));
    }
    List<IndexVariable> indices = indices(Math.min(variables.size(), choose(10, 50, 40)));
    String name = "N" + operands.size();
    operands.put(name, operand(indices, true));
    return new Access(name, indices);
  }

  private Access access() {
    Set<Integer> available = new HashSet<>(variables.stream().map(sizes::get).toList());
    List<String> known =
        operands.keySet().stream()
            .filter(name -> !name.startsWith("N"))
            .filter(name -> available.containsAll(operands.get(name).dimensions()))
            .toList();
    if (!known.isEmpty() && chance(22)) {
      String name = known.get(random.nextInt(known.size()));
      List<IndexVariable> indices = new ArrayList<>();
      for (int size : operands.get(name).dimensions()) {
        List<IndexVariable> fitting = variables.stream().filter(v -> sizes.get(v) == size).toList();
        indices.add(any(fitting));
      }
      return new Access(name, indices);
    }
    List<IndexVariable> indices = indices(choose(9, 27, 38, 19, 7));
    String name = String.valueOf((char) ('A' + operands.size()));
    if (chance(8)) {
      RandomWindows windows = new RandomWindows(random, sizes, indices);
      Access access = windows.access(name);
      operands.put(name, operand(windows.dimensions()));
      return access;
    }
    operands.put(name, operand(indices, false));
    return new Access(name, indices);
  }

  private List<IndexVariable> indices(int order) {
    List<IndexVariable> rest = new ArrayList<>(variables);
    List<IndexVariable> indices = new ArrayList<>();
    for (int d = 0; d < order && !variables.isEmpty(); d++) {
      if (!indices.isEmpty() && chance(4)) {
        indices.add(any(indices));
      } else if (!rest.isEmpty()) {
        indices.add(rest.remove(random.nextInt(rest.size())));
      }
    }
    return indices;
  }

  private Operand operand(List<IndexVariable> indices, boolean denominator) {
    return operandOf(indices.stream().map(sizes::get).toList(), denominator);
  }

  private Operand operand(List<Integer> dimensions) {
    return operandOf(dimensions, false);
  }

  private Operand operandOf(List<Integer> dimensions, boolean denominator) {
    ElementType type = types.get(random.nextInt(types.size()));
    List<Entry> entries = new ArrayList<>();
    double density = denominator ? 1 : density();
    Program.forEachCoordinate(
        dimensions.stream().mapToInt(Integer::intValue).toArray(),
        coordinate -> {
          List<Integer> copy = new ArrayList<>();
          for (int c : coordinate) {
            copy.add(c);
          }
          if (random.nextDouble() < density) {
            entries.add(new Entry(copy, denominator ? powerOfTwo(type) : value(type)));
          }
        });
    if (!denominator && chance(20)) {
      for (int k = entries.size() / 3; k > 0; k--) {
        Entry again = entries.get(random.nextInt(entries.size()));
        entries.add(new Entry(again.coordinate(), value(type)));
      }
    }
    for (int k = entries.size(); k > 1; k--) {
      java.util.Collections.swap(entries, k - 1, random.nextInt(k));
    }
    return new Operand(
        type, RandomFormats.random(random, dimensions.size()), dimensions, List.copyOf(entries));
  }

  private double density() {
    return switch (choose(6, 10, 84)) {
      case 0 -> 0;
      case 1 -> 1;
      default -> 0.15 + 0.7 * random.nextDouble();
    };
  }

  private long value(ElementType type) {
    if (type == ElementType.BOOL) {
      return chance(90) ? 1 : 0;
    }
    return chance(4) ? 0 : chance(60) ? 1 + random.nextInt(3) : -1 - random.nextInt(3);
  }

  private long powerOfTwo(ElementType type) {
    return type == ElementType.BOOL ? 1 : (1L << random.nextInt(3)) * (chance(70) ? 1 : -1);
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** A number below the count of weights, each as likely as its weight says. */
  private int choose(int... weights) {
    int sum = 0;
    for (int weight : weights) {
      sum += weight;
    }
    int at = random.nextInt(sum);
    for (int k = 0; ; k++) {
      at -= weights[k];
      if (at < 0) {
        return k;
      }
    }
  }
}
