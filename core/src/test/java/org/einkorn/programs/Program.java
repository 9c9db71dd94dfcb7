package org.einkorn.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Interpreter;
import org.einkorn.notation.Parser;
import org.einkorn.notation.Sizes;
import org.einkorn.runtime.Conversion;
import org.einkorn.runtime.Kernels;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.TensorStatistics;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;

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

  Interpreter.Result expected() {
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
    return Interpreter.evaluate(statement(), lists, constants, givenSizes());
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

  private Constant fillOf(String tensor) {
    return constant(fills.getOrDefault(tensor, 0.0));
  }

  private Map<IndexVariable, Integer> givenSizes() {
    Map<IndexVariable, Integer> given = new HashMap<>();
    sizes.forEach((variable, size) -> given.put(new IndexVariable(variable), size));
    return given;
  }

  /** Compiles and runs it; the operands are packed and, first of all, read again. */
  private Storage run(ElementType resultType, int repetitions) {
    Run run = prepared(resultType);
    Map<String, Integer> before = contents(run.inputs);
    Storage stored = run.evaluate();
    for (int k = 1; k < repetitions; k++) {
      stored = run.evaluate();
    }
    if (!contents(run.inputs).equals(before)) {
      throw new AssertionError("a kernel wrote into its operands");
    }
    return stored;
  }

  /** Everything that a kernel needs. */
  private record Run(
      Assignment statement,
      Map<String, Storage> inputs,
      Map<IndexVariable, Integer> sizes,
      TensorType resultType) {
    Storage evaluate() {
      return Kernels.evaluate(statement, inputs, sizes, resultType);
    }

    Map<String, TensorType> types() {
      Map<String, TensorType> types = new HashMap<>();
      inputs.forEach((name, input) -> types.put(name, input.type()));
      return types;
    }

    Kernels.BoundKernel kernel(Projection projection) {
      return kernel(projection, Measurements.of(inputs));
    }

    Kernels.BoundKernel kernel(Projection projection, Measurements measured) {
      return Kernels.get(statement, types(), resultType, projection, measured);
    }
  }

  private Run prepared(ElementType resultType) {
    Map<String, Storage> packed = new HashMap<>();
    operands.forEach((name, operand) -> packed.put(name, pack(name, operand)));
    Map<String, int[]> dimensions = new HashMap<>();
    operands.forEach((name, operand) -> dimensions.put(name, operand.list().dimensions()));
    Assignment statement = statement();
    Map<IndexVariable, Integer> inferred = Sizes.infer(statement, dimensions, sizes);
    TensorType type = new TensorType(resultType, result, fillOf(statement.target().tensor()));
    return new Run(statement, packed, inferred, type);
  }

  /** A number for all that is in each tensor's arrays. */
  private static Map<String, Integer> contents(Map<String, Storage> tensors) {
    Map<String, Integer> contents = new HashMap<>();
    tensors.forEach(
        (name, tensor) -> {
          List<Object> arrays = new ArrayList<>(List.of(tensor.values()));
          tensor.levels().forEach(arrays::addAll);
          contents.put(name, Arrays.deepHashCode(arrays.toArray()));
        });
    return contents;
  }

  private Storage pack(String name, Operand operand) {
    Storage packed = Conversion.pack(operand.list(), operand.format);
    Map<List<Integer>, Constant> entries = StorageReader.read(packed);
    Map<List<Integer>, Long> sums = new HashMap<>();
    operand.entries.forEach(e -> sums.merge(e.coordinate, e.value, Long::sum));
    sums.forEach(
        (coordinate, sum) -> {
          Constant value = entries.get(coordinate);
          double expected = operand.type == ElementType.BOOL && sum != 0 ? 1 : sum;
          if (value == null ? expected != 0 : value.asDouble() != expected) {
            throw new AssertionError(
                name + " packed: at " + coordinate + " expected " + expected + " but got " + value);
          }
        });
    entries.forEach(
        (coordinate, value) -> {
          if (value.asDouble() != 0 && !sums.containsKey(coordinate)) {
            throw new AssertionError(name + " packed: unexpected " + value + " at " + coordinate);
          }
        });
    return new Storage(
        new TensorType(operand.type, operand.format, fillOf(name)),
        packed.dimensions(),
        packed.levels(),
        packed.values());
  }

  /** Fails unless the compiled program gives what the oracle gives, stored as its format says. */
  void check() {
    check(1);
  }

  /** Runs the kernel that many times before the result counts, so that it can be compiled. */
  void check(int repetitions) {
    Interpreter.Result expected = expected();
    Storage stored = run(expected.type(), repetitions);
    compare(expected, StorageReader.read(stored), "result");
  }

  /** Runs it in as many chunks as there can be; the result has the same bits. */
  void checkInChunks() {
    Interpreter.Result expected = expected();
    Run run = prepared(expected.type());
    Storage stored = run.kernel(Projection.FUSED).run(run.inputs, run.sizes, 0.01);
    compare(expected, StorageReader.read(stored), "result in chunks");
  }

  /**
   * Runs it under a schedule that {@code random} draws.
   *
   * @return how many directives the schedule has
   */
  int checkScheduled(RandomGenerator random) {
    Run run = prepared(expected().type());
    if (!run.statement.target().windows().isEmpty()) {
      return 0; // what a schedule says is about the part that is computed
    }
    List<Directive> schedule =
        RandomSchedule.of(
                random, run.statement, run.types(), Kernels.written(run.resultType), run.sizes)
            .orElse(List.of());
    if (!schedule.isEmpty()) {
      checkScheduled(schedule);
    }
    return schedule.size();
  }

  void checkScheduled(List<Directive> schedule) {
    Interpreter.Result expected = expected();
    Run run = prepared(expected.type());
    try {
      Storage stored =
          Kernels.get(run.statement, run.types(), run.resultType, Projection.FUSED, schedule)
              .run(run.inputs, run.sizes, 0.01);
      compare(expected, StorageReader.read(stored), "result");
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "under "
              + schedule.stream().map(Directive::text).collect(Collectors.joining("; "))
              + ": "
              + e,
          e);
    }
  }

  /** Also unpacks the result. */
  void checkUnpacked() {
    Interpreter.Result expected = expected();
    CoordinateList list = Conversion.unpack(run(expected.type(), 1));
    Map<List<Integer>, Constant> entries = new HashMap<>();
    for (int k = 0; k < list.count(); k++) {
      List<Integer> coordinate = new ArrayList<>();
      for (int d = 0; d < list.order(); d++) {
        coordinate.add(list.coordinates(d)[k]);
      }
      if (entries.put(coordinate, list.type().get(list.values(), k)) != null) {
        throw new AssertionError("unpacked: " + coordinate + " twice");
      }
    }
    compare(expected, entries, "unpacked");
  }

  /**
   * Compiles it as if the operands were much larger, of random sizes: whatever loops that leads to
   * must be right for any operands.
   */
  void checkMeasured(long seed) {
    Interpreter.Result expected = expected();
    Run run = prepared(expected.type());
    RandomGenerator random = new SplittableRandom(seed);
    Map<String, TensorStatistics> pretended = new LinkedHashMap<>();
    new TreeMap<>(run.inputs)
        .forEach((name, tensor) -> pretended.put(name, pretend(tensor, random)));
    Storage stored =
        run.kernel(Projection.FUSED, new Measurements(pretended)).run(run.inputs, run.sizes);
    compare(expected, StorageReader.read(stored), "measured");
  }

  private static TensorStatistics pretend(Storage tensor, RandomGenerator random) {
    TensorStatistics actual = TensorStatistics.of(tensor);
    UnaryOperator<Double> any = _ -> Math.pow(10, random.nextInt(7));
    return new TensorStatistics(
        actual.sizes().stream().map(any).toList(),
        actual.positions().stream().map(any).sorted().toList());
  }

  /** Also computes values into a pattern that was assembled before, if the format allows it. */
  void checkAssembled() {
    Interpreter.Result expected = expected();
    Run run = prepared(expected.type());
    boolean isPart = !run.statement.target().windows().isEmpty();
    if (isPart || !Kernels.written(run.resultType).equals(run.resultType)) {
      return;
    }
    Storage pattern = run.kernel(Projection.ASSEMBLE).run(run.inputs, run.sizes);
    Map<String, Integer> before = contents(Map.of("pattern", pattern));
    Kernels.BoundKernel kernel = run.kernel(Projection.COMPUTE);
    // Twice: the first must not leave its values in the pattern.
    kernel.compute(run.inputs, run.sizes, pattern);
    Storage computed = kernel.compute(run.inputs, run.sizes, pattern);
    compare(expected, StorageReader.read(computed), "assembled");
    if (!contents(Map.of("pattern", pattern)).equals(before)) {
      throw new AssertionError("computing wrote into the assembled result");
    }
    if (!StorageReader.read(computed)
        .keySet()
        .equals(StorageReader.read(run.evaluate()).keySet())) {
      throw new AssertionError("assembled: other coordinates are stored than in one go");
    }
  }

  private void compare(
      Interpreter.Result expected, Map<List<Integer>, Constant> entries, String what) {
    Constant fill = fillOf(statement().target().tensor()).as(expected.type());
    forEachCoordinate(
        expected.dimensions(),
        coordinate -> {
          Constant value = expected.get(coordinate);
          List<Integer> key = Arrays.stream(coordinate).boxed().toList();
          Constant actual = entries.getOrDefault(key, fill);
          if (!value.sameValue(actual) && !Double.isNaN(value.asDouble())) {
            throw new AssertionError(
                what + ": at " + key + " expected " + value + " but got " + actual);
          }
        });
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
