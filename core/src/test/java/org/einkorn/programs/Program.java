package org.einkorn.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.Expression;
import org.einkorn.notation.Expression.Apply;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Interpreter;
import org.einkorn.notation.Parser;
import org.einkorn.notation.Sizes;
import org.einkorn.operator.Mask;
import org.einkorn.runtime.Conversion;
import org.einkorn.schedule.Directive;
import org.einkorn.storage.CoordinateList;

/**
 * A statement with everything it needs to run: operands with their formats and entries, sizes of
 * variables, the format of the result, and the fill values that are not zero. It can be checked
 * against the oracle, and printed as the code that builds it.
 */
record Program(
    String text,
    Map<String, Operand> operands,
    Map<String, Integer> sizes,
    Format result,
    Map<String, Double> fills) {

  record Entry(List<Integer> coordinate, long value) {}

  record Operand(ElementType type, Format format, List<Integer> dimensions, List<Entry> entries) {
    CoordinateList list() {
      CoordinateList list =
          new CoordinateList(type, dimensions.stream().mapToInt(Integer::intValue).toArray());
      for (Entry entry : entries) {
        list.add(entry.value, entry.coordinate.stream().mapToInt(Integer::intValue).toArray());
      }
      return list;
    }

    Operand with(Format other) {
      return new Operand(type, other, dimensions, entries);
    }

    Operand with(ElementType other) {
      return new Operand(other, format, dimensions, entries);
    }

    Operand with(List<Entry> others) {
      return new Operand(type, format, dimensions, others);
    }
  }

  /** A statement whose result is stored in the given format. */
  static Program of(String text, String resultFormat) {
    int order = parse(text).target().order();
    return new Program(text, Map.of(), Map.of(), Formats.parse(resultFormat, order), Map.of());
  }

  /**
   * The program with one more operand.
   *
   * @param dimensions such as {@code 2,3}
   * @param entries such as {@code 0,1:5 1,2:-3}
   */
  Program tensor(String name, ElementType type, String format, String dimensions, String entries) {
    List<Integer> sizes = numbers(dimensions);
    List<Entry> list = new ArrayList<>();
    if (!entries.isBlank()) {
      for (String entry : entries.strip().split(" +")) {
        int colon = entry.indexOf(':');
        list.add(
            new Entry(
                numbers(entry.substring(0, colon)), Long.parseLong(entry.substring(colon + 1))));
      }
    }
    return tensor(name, new Operand(type, Formats.parse(format, sizes.size()), sizes, list));
  }

  Program tensor(String name, Operand operand) {
    Map<String, Operand> all = new LinkedHashMap<>(operands);
    all.put(name, operand);
    return with(text, all, sizes, result);
  }

  Program size(String variable, int size) {
    Map<String, Integer> all = new LinkedHashMap<>(sizes);
    all.put(variable, size);
    return with(text, operands, all, result);
  }

  /** Gives a tensor, the result too, a value where nothing is stored. */
  Program fill(String tensor, double value) {
    Map<String, Double> all = new LinkedHashMap<>(fills);
    all.put(tensor, value);
    all.values().removeIf(v -> v == 0);
    return new Program(text, operands, sizes, result, all);
  }

  /** Another program with the same fill values. */
  Program with(
      String otherText,
      Map<String, Operand> otherOperands,
      Map<String, Integer> otherSizes,
      Format otherResult) {
    Map<String, Double> used = new LinkedHashMap<>(fills);
    used.keySet().removeIf(name -> !otherText.matches(".*\\b" + name + "\\b.*"));
    return new Program(otherText, otherOperands, otherSizes, otherResult, used);
  }

  /** The same with a result that has a place for every value. */
  Program dense() {
    return with(text, operands, sizes, Formats.dense(result.order()));
  }

  private static List<Integer> numbers(String list) {
    return list.isBlank()
        ? List.of()
        : Arrays.stream(list.split(",")).map(Integer::valueOf).toList();
  }

  Assignment statement() {
    return parse(text);
  }

  /** A statement, which may use the functions that programs have. */
  static Assignment parse(String text) {
    return Parser.parse(text, GivenFunctions.ALL);
  }

  /** At most how many combinations of coordinates the innermost term has. */
  double points() {
    return inferredSizes().values().stream()
        .mapToDouble(size -> Math.max(1, size))
        .reduce(1, (a, b) -> a * b);
  }

  /** The size of every variable. */
  Map<IndexVariable, Integer> inferredSizes() {
    Map<String, int[]> dimensions = new HashMap<>();
    operands.forEach((name, operand) -> dimensions.put(name, operand.list().dimensions()));
    return Sizes.infer(statement(), dimensions, sizes);
  }

  Interpreter.Result expected() {
    return evaluated(statement());
  }

  /** Where the mask of a statement that assigns all of its target selects something. */
  Optional<Interpreter.Result> selected() {
    Assignment statement = statement();
    boolean all = statement.accumulate().isEmpty() && statement.target().windows().isEmpty();
    return all && isMasked() && statement.value() instanceof Apply(_, List<Expression> parts)
        ? Optional.of(evaluated(new Assignment(statement.target(), Optional.empty(), parts.get(1))))
        : Optional.empty();
  }

  boolean isMasked() {
    return statement().value() instanceof Apply a && a.operator().equals(Mask.WRITTEN);
  }

  private Interpreter.Result evaluated(Assignment statement) {
    Map<String, CoordinateList> lists = new HashMap<>();
    Map<String, Constant> constants = new HashMap<>();
    operands.forEach((name, operand) -> lists.put(name, operand.list()));
    fills.forEach(
        (name, fill) -> {
          constants.put(name, constant(fill));
          // What a level stores besides the entries, as all zeros of a dense one, is not fill.
          lists.computeIfPresent(name, (_, list) -> stored(list, operands.get(name).format));
        });
    operands.forEach(
        (name, operand) -> {
          if (text.contains("present(" + name + "(") && operand.format.padsValues()) {
            lists.compute(name, (_, list) -> present(name, list));
          }
        });
    return Interpreter.evaluate(statement, lists, constants, givenSizes());
  }

  /** The entries without those that are stored only because there is a place for them. */
  private CoordinateList present(String name, CoordinateList list) {
    CoordinateList present = new CoordinateList(list.type(), list.dimensions());
    StorageReader.read(Conversion.pack(list, Formats.coordinate(list.order())))
        .forEach(
            (coordinate, value) -> {
              if (!value.sameValue(fillOf(name).as(list.type()))) {
                present.add(
                    value.asDouble(), coordinate.stream().mapToInt(Integer::intValue).toArray());
              }
            });
    return present;
  }

  private static CoordinateList stored(CoordinateList list, Format format) {
    CoordinateList all = new CoordinateList(list.type(), list.dimensions());
    StorageReader.read(Conversion.pack(list, format))
        .forEach(
            (coordinate, value) ->
                all.add(
                    value.asDouble(), coordinate.stream().mapToInt(Integer::intValue).toArray()));
    return all;
  }

  /** An integer is exact in every type. */
  private static Constant constant(double fill) {
    return fill == (long) fill ? Constant.of((long) fill) : Constant.of(fill);
  }

  Constant fillOf(String tensor) {
    return constant(fills.getOrDefault(tensor, 0.0));
  }

  private Map<IndexVariable, Integer> givenSizes() {
    Map<IndexVariable, Integer> given = new HashMap<>();
    sizes.forEach((variable, size) -> given.put(new IndexVariable(variable), size));
    return given;
  }

  /** Fails unless the compiled program gives what the oracle gives, stored as its format says. */
  void check() {
    check(1);
  }

  /** Runs the kernel that many times before the result counts, so that it can be compiled. */
  void check(int repetitions) {
    new ProgramChecks(this).once(repetitions);
  }

  void checkInChunks() {
    new ProgramChecks(this).inChunks();
  }

  /** In vector registers of so many lanes, where there are rows. */
  void checkInVectors(int lanes) {
    new FormChecks(new ProgramChecks(this)).inVectors(lanes);
  }

  /** As machine code; gives in how many forms. */
  int checkAsMachineCode() {
    return new FormChecks(new ProgramChecks(this)).asMachineCode();
  }

  /** With its main loop as machine code; gives whether that can be. */
  boolean checkWithMachineLoop() {
    return new FormChecks(new ProgramChecks(this)).withMachineLoop();
  }

  /**
   * As machine code under a schedule; gives whether places that are touched are measured before.
   */
  boolean checkMeasuringTouches(List<Directive> schedule) {
    return new FormChecks(new ProgramChecks(this)).measuringTouches(schedule);
  }

  /** With operands converted before its loops run; gives whether it has such. */
  boolean checkConverting() {
    return new ProgramChecks(this).converting();
  }

  /** Under a schedule that is drawn; gives how many directives that has. */
  int checkScheduled(RandomGenerator random) {
    return new ProgramChecks(this).scheduled(random);
  }

  void checkScheduled(List<Directive> schedule) {
    new ProgramChecks(this).scheduled(schedule);
  }

  void checkUnpacked() {
    new ProgramChecks(this).unpacked();
  }

  static void forEachCoordinate(int[] dimensions, java.util.function.Consumer<int[]> action) {
    forEachCoordinate(dimensions, 0, new int[dimensions.length], action);
  }

  private static void forEachCoordinate(
      int[] dimensions, int d, int[] coordinate, java.util.function.Consumer<int[]> action) {
    if (d == dimensions.length) {
      action.accept(coordinate);
      return;
    }
    for (int c = 0; c < dimensions[d]; c++) {
      coordinate[d] = c;
      forEachCoordinate(dimensions, d + 1, coordinate, action);
    }
  }

  /** The expression that builds and checks this program. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    out.append("Program.of(\"").append(text).append("\", \"").append(text(result));
    out.append("\")\n");
    operands.forEach(
        (name, operand) -> {
          out.append("    .tensor(\"").append(name).append("\", ElementType.");
          out.append(operand.type.name()).append(", \"").append(text(operand.format));
          out.append("\", \"").append(joined(operand.dimensions)).append("\", \"");
          out.append(
              operand.entries.stream()
                  .map(e -> joined(e.coordinate) + ":" + e.value)
                  .collect(Collectors.joining(" ")));
          out.append("\")\n");
        });
    sizes.forEach(
        (variable, size) ->
            out.append("    .size(\"").append(variable).append("\", ").append(size).append(")\n"));
    fills.forEach(
        (name, fill) ->
            out.append("    .fill(\"")
                .append(name)
                .append("\", ")
                .append(code(fill))
                .append(")\n"));
    return out.append("    .check();\n").toString();
  }

  private static String code(double fill) {
    return Double.isInfinite(fill)
        ? "Double." + (fill > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY"
        : String.valueOf((long) fill);
  }

  private static String text(Format format) {
    return format.isPlain() ? format.letters() : format.toString();
  }

  private static String joined(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
