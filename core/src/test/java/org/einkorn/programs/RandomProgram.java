package org.einkorn.programs;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.Printer;
import org.einkorn.operator.Arithmetic;
import org.einkorn.operator.Logical;
import org.einkorn.operator.Mask;
import org.einkorn.operator.Operator;
import org.einkorn.operator.Semiring;

/**
 * Random programs: expression × formats × element types × data, a function of the seed alone. All
 * arithmetic in them is exact, so that the order of operations cannot matter.
 */
final class RandomProgram {
  static final String RESULT = "T";

  /** The oracle visits every point. */
  private static final double MOST_POINTS = 1e7;

  private final Chances chances;
  private final RandomExpressions expressions;

  private RandomProgram(RandomGenerator random) {
    this.chances = new Chances(random);
    this.expressions = new RandomExpressions(chances);
  }

  /** The program of a seed. */
  static Program of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    while (true) {
      try {
        Optional<Program> program = new RandomProgram(random.split()).attempt();
        if (program.isPresent() && program.get().points() <= MOST_POINTS) {
          return program.get();
        }
      } catch (EinkornException e) {
        // Not a statement: an index variable that indexes nothing is a scalar in text.
      }
    }
  }

  private Optional<Program> attempt() {
    return chances.chance(6) ? overSemiring() : general();
  }

  private Optional<Program> general() {
    List<ElementType> types = chooseTypes();
    expressions.types(types);
    int left = chances.choose(8, 32, 40, 14, 6);
    int summed = chances.choose(30, 45, 18, 7);
    expressions.chooseVariables(left + summed);
    Access target = expressions.target(left);
    Optional<Operator> accumulate = Optional.empty();
    if (chances.chance(12)) {
      accumulate =
          Optional.of(
              switch (chances.choose(60, 10, 10, 4, 4, 8, 4)) {
                case 0 -> Arithmetic.ADD;
                case 1 -> Arithmetic.MIN;
                case 2 -> Arithmetic.MAX;
                case 3 -> Logical.OR;
                case 4 -> Logical.AND;
                case 5 -> Arithmetic.MULTIPLY;
                default -> chances.any(GivenFunctions.REDUCERS);
              });
    }
    boolean distinct = new HashSet<>(target.indices()).size() == target.indices().size();
    if (chances.chance(5) && distinct && left > 0) {
      RandomWindows windows =
          new RandomWindows(chances.random(), expressions.sizes(), target.indices());
      target = windows.target(RESULT);
      expressions.operands().put(RESULT, expressions.operandOf(windows.dimensions()));
    } else if (accumulate.isPresent() && !chances.chance(8) || chances.chance(4)) {
      expressions.operands().put(RESULT, expressions.operand(target.indices()));
    }
    Expression value = expressions.expression(1 + chances.choose(12, 34, 27, 14, 8, 3, 2), 0);
    if (chances.chance(10)) {
      value = new Apply(Mask.WRITTEN, List.of(value, expressions.condition(target)));
    }
    String text = Printer.print(new Assignment(target, accumulate, value));
    Assignment statement = Program.parse(text);
    expressions.operands().keySet().retainAll(used(statement));
    Set<String> read = new HashSet<>();
    Expressions.accesses(statement.value()).forEach(a -> read.add(a.tensor()));
    if (!expressions.operands().keySet().containsAll(read)) {
      return Optional.empty(); // A scalar that was meant as an index variable.
    }
    Map<String, Integer> given = new LinkedHashMap<>();
    expressions
        .sizes()
        .forEach(
            (variable, size) -> {
              if (text.matches(".*\\b" + variable + "\\b.*")) {
                given.put(variable.name(), size);
              }
            });
    Program program =
        new Program(
            text,
            new LinkedHashMap<>(expressions.operands()),
            given,
            RandomFormats.random(chances.random(), target.order()),
            Map.of());
    if (chances.chance(8)) {
      for (String name : used(statement)) {
        // What is kept of a tensor of truth values cannot have another fill in another type.
        boolean fixed = name.equals(RESULT) && !target.windows().isEmpty();
        if (chances.chance(50) && !name.startsWith("N") && !fixed) {
          program = program.fill(name, chances.random().nextInt(5) - 2);
        }
      }
    }
    return Magnitude.isExact(program) ? Optional.of(program) : Optional.empty();
  }

  /** A product, perhaps with something added, over a semiring whose zero is what is not stored. */
  private Optional<Program> overSemiring() {
    Semiring semiring = Semiring.all().get(chances.random().nextInt(Semiring.all().size()));
    List<ElementType> types =
        List.of(chances.chance(70) ? ElementType.FLOAT64 : ElementType.FLOAT32);
    expressions.types(types);
    int left = chances.choose(8, 32, 50, 10);
    expressions.chooseVariables(left + chances.choose(15, 60, 25));
    Access target = expressions.target(left);
    Expression value = expressions.access();
    for (int k = chances.choose(10, 60, 30); k > 0; k--) {
      value = new Apply(Arithmetic.MULTIPLY, List.of(value, expressions.access()));
    }
    if (chances.chance(25)) {
      value = new Apply(Arithmetic.ADD, List.of(value, expressions.access()));
    }
    if (chances.chance(20)) {
      value = new Apply(Mask.WRITTEN, List.of(value, expressions.entryOf(target)));
    }
    Optional<Operator> accumulate =
        chances.chance(25) ? Optional.of(Arithmetic.ADD) : Optional.empty();
    if (accumulate.isPresent()) {
      expressions.operands().put(RESULT, expressions.operand(target.indices()));
    }
    String text =
        Printer.print(new Assignment(target, accumulate, value)) + " over " + semiring.name();
    Assignment statement = Program.parse(text);
    expressions.operands().keySet().retainAll(used(statement));
    if (!used(statement).stream()
        .allMatch(n -> n.equals(RESULT) || expressions.operands().containsKey(n))) {
      return Optional.empty();
    }
    Map<String, Integer> given = new LinkedHashMap<>();
    expressions.sizes().forEach((variable, size) -> given.put(variable.name(), size));
    given.keySet().removeIf(name -> !text.matches(".*\\b" + name + "\\b.*"));
    Program program =
        new Program(
            text,
            new LinkedHashMap<>(expressions.operands()),
            given,
            RandomFormats.random(chances.random(), target.indices().size()),
            Map.of());
    // Where what is not stored is the end of every reduction, loops are left early.
    Constant fill =
        semiring
            .add()
            .terminal(types.getFirst())
            .filter(_ -> chances.chance(15))
            .orElseGet(() -> semiring.add().identity(types.getFirst()).get());
    for (String name : used(statement)) {
      if (chances.chance(90)) {
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
    return switch (chances.choose(50, 10, 5, 9, 4, 22)) {
      case 0 -> List.of(ElementType.FLOAT64);
      case 1 -> List.of(ElementType.INT64);
      case 2 -> List.of(ElementType.INT32);
      case 3 -> List.of(ElementType.FLOAT32);
      case 4 -> List.of(ElementType.BOOL);
      default -> List.of(ElementType.values());
    };
  }
}
