package org.einkorn.programs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.einkorn.EinkornException;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Coordinate;
import org.einkorn.format.Format;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.Levels;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.Expression.Literal;
import org.einkorn.notation.Expressions;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.programs.Program.Entry;
import org.einkorn.programs.Program.Operand;

/**
 * Makes a failing program smaller as long as it fails: parts of the expression, dimensions, levels,
 * sizes and entries are dropped one at a time, in rounds, until no single step is left.
 */
final class Shrinker {
  private static final int MOST_ATTEMPTS = 5000;

  private final Predicate<Program> fails;
  private int attempts;

  private Shrinker(Predicate<Program> fails) {
    this.fails = fails;
  }

  /** A smallest program that can be reached and for which the predicate holds. */
  static Program shrink(Program program, Predicate<Program> fails) {
    Shrinker shrinker = new Shrinker(fails);
    Program smallest = program;
    Optional<Program> smaller = Optional.of(program);
    while (smaller.isPresent()) {
      smallest = smaller.get();
      smaller = shrinker.step(smallest);
    }
    return smallest;
  }

  private Optional<Program> step(Program program) {
    int weight = weight(program);
    return Stream.<Supplier<Stream<Program>>>of(
            () -> expressions(program),
            () -> dimensions(program),
            () -> formats(program),
            () -> sizes(program),
            () -> data(program))
        .flatMap(Supplier::get)
        .flatMap(candidate -> tidy(candidate).stream())
        .filter(candidate -> weight(candidate) < weight)
        .filter(candidate -> attempts++ < MOST_ATTEMPTS && isLegal(candidate))
        .filter(fails)
        .findFirst();
  }

  /** What shrinking makes smaller; a step that does not is not taken. */
  private static int weight(Program program) {
    int weight = 20 * program.text().length() + weight(program.result());
    for (Operand operand : program.operands().values()) {
      weight += 10 + weight(operand.format()) + (operand.type() == ElementType.FLOAT64 ? 0 : 3);
      for (Entry entry : operand.entries()) {
        weight += 6 + 2 * Math.toIntExact(Math.abs(entry.value() - 1));
        weight += entry.coordinate().stream().mapToInt(c -> c).sum();
      }
      weight += operand.dimensions().stream().mapToInt(d -> d).sum();
    }
    weight += 15 * program.fills().size();
    return weight + program.sizes().values().stream().mapToInt(s -> 3 + s).sum();
  }

  private static int weight(Format format) {
    int weight = 0;
    for (int l = 0; l < format.depth(); l++) {
      LevelFormat.Properties level = format.level(l).properties();
      Coordinate coordinate = format.coordinates().get(l);
      weight += (level.full() ? 2 : 5) + (level.padded() ? 1 : 0);
      weight += coordinate.plain().isPresent() ? coordinate.plain().get() == l ? 0 : 1 : 3;
      weight += coordinate.text(_ -> "").length();
    }
    return weight;
  }

  private static boolean isLegal(Program program) {
    try {
      program.expected();
      return Magnitude.isExact(program);
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Without operands and sizes that nothing uses; nothing if it is no statement any more. */
  private static Optional<Program> tidy(Program program) {
    Assignment statement;
    try {
      statement = program.statement();
    } catch (EinkornException e) {
      return Optional.empty();
    }
    Set<String> tensors = new HashSet<>(Set.of(statement.target().tensor()));
    Expressions.accesses(statement.value()).forEach(a -> tensors.add(a.tensor()));
    Map<String, Operand> operands = new LinkedHashMap<>(program.operands());
    operands.keySet().retainAll(tensors);
    Map<String, Integer> sizes = new LinkedHashMap<>(program.sizes());
    sizes.keySet().removeIf(v -> !program.text().matches(".*\\b" + v + "\\b.*"));
    return Optional.of(program.with(program.text(), operands, sizes, program.result()));
  }

  private static Stream<Program> expressions(Program program) {
    Assignment statement = program.statement();
    List<Program> candidates = new ArrayList<>();
    replacements(statement.value())
        .forEach(
            value ->
                candidates.add(
                    withStatement(
                        program,
                        new Assignment(statement.target(), statement.accumulate(), value))));
    if (statement.accumulate().isPresent()) {
      candidates.add(
          withStatement(
              program, new Assignment(statement.target(), Optional.empty(), statement.value())));
    }
    return candidates.stream().filter(candidate -> !candidate.text().equals(program.text()));
  }

  private static Program withStatement(Program program, Assignment statement) {
    return program.with(
        Printer.print(statement), program.operands(), program.sizes(), program.result());
  }

  /** The expression with one of its nodes replaced by a child of it or by a number. */
  private static List<Expression> replacements(Expression e) {
    List<Expression> all = new ArrayList<>(Expressions.children(e));
    if (!(e instanceof Literal)) {
      all.add(new Literal(Constant.of(1L)));
      all.add(new Literal(Constant.of(0L)));
    }
    List<Expression> children = Expressions.children(e);
    for (int k = 0; k < children.size(); k++) {
      for (Expression replacement : replacements(children.get(k))) {
        int[] at = {0};
        int place = k;
        all.add(Expressions.mapChildren(e, child -> at[0]++ == place ? replacement : child));
      }
    }
    return all;
  }

  /** One dimension of one tensor less, in every access to it. */
  private static Stream<Program> dimensions(Program program) {
    Assignment statement = program.statement();
    Access target = statement.target();
    List<Program> candidates = new ArrayList<>();
    Set<String> names = new HashSet<>(program.operands().keySet());
    names.add(target.tensor());
    for (String name : names) {
      Operand operand = program.operands().get(name);
      int order = operand == null ? target.indices().size() : operand.dimensions().size();
      for (int dropped = 0; dropped < order; dropped++) {
        int d = dropped;
        Map<String, Operand> operands = new LinkedHashMap<>(program.operands());
        if (operand != null) {
          Map<List<Integer>, Entry> entries = new LinkedHashMap<>();
          operand
              .entries()
              .forEach(
                  e -> {
                    List<Integer> shorter = without(e.coordinate(), d);
                    entries.putIfAbsent(shorter, new Entry(shorter, e.value()));
                  });
          operands.put(
              name,
              new Operand(
                  operand.type(),
                  without(operand.format(), d),
                  without(operand.dimensions(), d),
                  List.copyOf(entries.values())));
        }
        boolean isTarget = name.equals(target.tensor());
        Assignment shorter =
            new Assignment(
                isTarget ? new Access(name, without(target.indices(), d)) : target,
                statement.accumulate(),
                withoutDimension(statement.value(), name, d));
        candidates.add(
            program.with(
                Printer.print(shorter),
                operands,
                program.sizes(),
                isTarget ? without(program.result(), d) : program.result()));
      }
    }
    for (IndexVariable from : variables(statement)) {
      for (IndexVariable to : variables(statement)) {
        if (from.name().compareTo(to.name()) > 0) {
          candidates.add(
              program.with(
                  program.text().replaceAll("\\b" + from + "\\b", to.name()),
                  program.operands(),
                  program.sizes(),
                  program.result()));
        }
      }
    }
    return candidates.stream();
  }

  private static Set<IndexVariable> variables(Assignment statement) {
    Set<IndexVariable> all = new HashSet<>(statement.target().indices());
    Expressions.accesses(statement.value()).forEach(a -> all.addAll(a.indices()));
    return all;
  }

  private static Expression withoutDimension(Expression e, String tensor, int d) {
    return e instanceof Access a && a.tensor().equals(tensor) && a.windows().isEmpty()
        ? new Access(tensor, without(a.indices(), d))
        : Expressions.mapChildren(e, child -> withoutDimension(child, tensor, d));
  }

  private static <T> List<T> without(List<T> list, int place) {
    List<T> shorter = new ArrayList<>(list);
    shorter.remove(place);
    return List.copyOf(shorter);
  }

  /** Without a dimension; if its level cannot simply go, the rest is dense. */
  private static Format without(Format format, int dimension) {
    if (!format.isPlain() || !format.dimensions().contains(dimension)) {
      return dense(format.order() - 1);
    }
    int level = format.dimensions().indexOf(dimension);
    List<Integer> rest =
        without(format.dimensions(), level).stream().map(d -> d > dimension ? d - 1 : d).toList();
    try {
      return Format.plain(without(format.levels(), level), rest);
    } catch (EinkornException e) {
      return dense(rest.size()).storing(rest);
    }
  }

  private static Format dense(int order) {
    return Format.plain(
        IntStream.range(0, order).mapToObj(_ -> Levels.DENSE).toList(),
        IntStream.range(0, order).boxed().toList());
  }

  private static Stream<Program> formats(Program program) {
    List<Program> candidates = new ArrayList<>();
    for (Format format : simpler(program.result())) {
      candidates.add(program.with(program.text(), program.operands(), program.sizes(), format));
    }
    program
        .operands()
        .forEach(
            (name, operand) -> {
              simpler(operand.format())
                  .forEach(format -> candidates.add(program.tensor(name, operand.with(format))));
              candidates.add(program.tensor(name, operand.with(ElementType.FLOAT64)));
            });
    Program doubles = program;
    for (Map.Entry<String, Operand> e : program.operands().entrySet()) {
      doubles = doubles.tensor(e.getKey(), e.getValue().with(ElementType.FLOAT64));
    }
    candidates.addFirst(doubles);
    return candidates.stream();
  }

  private static List<Format> simpler(Format format) {
    List<Integer> natural = IntStream.range(0, format.order()).boxed().toList();
    List<Format> formats = new ArrayList<>();
    formats.add(dense(format.order()));
    formats.addAll(otherLevels(format));
    if (!format.isPlain()) {
      formats.addAll(RandomFormats.natural(format.order()));
      formats.addAll(coarser(format));
      return formats;
    }
    formats.add(dense(format.order()).storing(format.dimensions()));
    formats.add(format.storing(natural));
    for (Format other : RandomFormats.natural(format.order())) {
      formats.add(other.storing(format.dimensions()));
      formats.add(other);
    }
    return formats;
  }

  /** One level dense or compressed instead. */
  private static List<Format> otherLevels(Format format) {
    List<Format> formats = new ArrayList<>();
    for (int l = 0; l < format.depth(); l++) {
      for (LevelFormat level : List.of(Levels.DENSE, Levels.COMPRESSED)) {
        List<LevelFormat> levels = new ArrayList<>(format.levels());
        levels.set(l, level);
        add(formats, levels, format.coordinates());
      }
    }
    return formats;
  }

  /** One level less, where another takes its dimension over, or a dimension that is not split. */
  private static List<Format> coarser(Format format) {
    List<Format> formats = new ArrayList<>();
    for (int l = 0; l < format.depth(); l++) {
      add(formats, without(format.levels(), l), without(format.coordinates(), l));
      for (int d : format.coordinates().get(l).dimensions()) {
        List<LevelFormat> levels = new ArrayList<>();
        List<Coordinate> coordinates = new ArrayList<>();
        for (int k = 0; k < format.depth(); k++) {
          Coordinate c = format.coordinates().get(k);
          if (k == l || !c.dimensions().equals(List.of(d))) {
            levels.add(format.level(k));
            coordinates.add(k == l ? new Coordinate.Dimension(d) : c);
          }
        }
        add(formats, levels, coordinates);
      }
    }
    return formats;
  }

  private static void add(
      List<Format> formats, List<LevelFormat> levels, List<Coordinate> coordinates) {
    try {
      formats.add(new Format(levels, coordinates));
    } catch (EinkornException e) {
      // Not every list of levels is a format.
    }
  }

  /** All dimensions and variables of one size get another. */
  private static Stream<Program> sizes(Program program) {
    Set<Integer> known = new HashSet<>(program.sizes().values());
    program.operands().values().forEach(o -> known.addAll(o.dimensions()));
    List<Program> candidates = new ArrayList<>();
    for (int size : known) {
      for (int smaller = 0; smaller < size; smaller++) {
        int to = smaller;
        Map<String, Integer> sizes = new LinkedHashMap<>(program.sizes());
        sizes.replaceAll((_, s) -> s == size ? to : s);
        Map<String, Operand> operands = new LinkedHashMap<>(program.operands());
        operands.replaceAll((_, operand) -> resized(operand, size, to));
        candidates.add(program.with(program.text(), operands, sizes, program.result()));
      }
    }
    for (String variable : program.sizes().keySet()) {
      Map<String, Integer> sizes = new LinkedHashMap<>(program.sizes());
      sizes.remove(variable);
      candidates.add(program.with(program.text(), program.operands(), sizes, program.result()));
      for (int size = 0; size < program.sizes().get(variable); size++) {
        candidates.add(program.size(variable, size));
      }
    }
    return candidates.stream();
  }

  private static Operand resized(Operand operand, int from, int to) {
    List<Integer> dimensions = operand.dimensions().stream().map(s -> s == from ? to : s).toList();
    List<Entry> inside =
        operand.entries().stream()
            .filter(
                e ->
                    IntStream.range(0, dimensions.size())
                        .allMatch(d -> e.coordinate().get(d) < dimensions.get(d)))
            .toList();
    return new Operand(operand.type(), operand.format(), dimensions, inside);
  }

  private static Stream<Program> data(Program program) {
    List<Program> candidates = new ArrayList<>();
    program.fills().keySet().forEach(name -> candidates.add(program.fill(name, 0)));
    program
        .operands()
        .forEach(
            (name, operand) -> {
              List<Entry> entries = operand.entries();
              int n = entries.size();
              candidates.add(program.tensor(name, operand.with(List.<Entry>of())));
              candidates.add(program.tensor(name, operand.with(entries.subList(0, n / 2))));
              candidates.add(program.tensor(name, operand.with(entries.subList(n / 2, n))));
              for (int k = 0; k < n; k++) {
                candidates.add(program.tensor(name, operand.with(without(entries, k))));
                List<Entry> ones = new ArrayList<>(entries);
                ones.set(k, new Entry(entries.get(k).coordinate(), 1));
                candidates.add(program.tensor(name, operand.with(List.copyOf(ones))));
              }
            });
    if (program.operands().containsKey(program.statement().target().tensor())) {
      Map<String, Operand> operands = new LinkedHashMap<>(program.operands());
      operands.remove(program.statement().target().tensor());
      candidates.add(program.with(program.text(), operands, program.sizes(), program.result()));
    }
    return candidates.stream();
  }
}
