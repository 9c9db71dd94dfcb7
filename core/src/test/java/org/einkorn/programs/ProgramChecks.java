package org.einkorn.programs;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.TensorType;
import org.einkorn.lower.Projection;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Interpreter;
import org.einkorn.programs.Program.Operand;
import org.einkorn.runtime.BoundKernel;
import org.einkorn.runtime.Conversion;
import org.einkorn.runtime.Kernels;
import org.einkorn.runtime.OtherForms;
import org.einkorn.runtime.Spare;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.TensorStatistics;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;
import org.einkorn.support.Support;

/**
 * Runs a program in one way or another; fails unless that gives what the oracle gives, stored as
 * its format says. The oracle is asked once.
 */
final class ProgramChecks {
  private final Program program;
  private Interpreter.Result expected;
  private Run prepared;

  ProgramChecks(Program program) {
    this.program = program;
  }

  private Interpreter.Result expected() {
    if (expected == null) {
      expected = program.expected();
    }
    return expected;
  }

  Run prepared() {
    if (prepared == null) {
      prepared = prepare(expected().type());
    }
    return prepared;
  }

  /** Compiles and runs it; the operands are packed and, first of all, read again. */
  private Storage run(int repetitions) {
    Run run = prepared();
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
  record Run(
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

    BoundKernel kernel(Projection projection) {
      return kernel(projection, Measurements.of(inputs));
    }

    BoundKernel kernel(Projection projection, Measurements measured) {
      return Kernels.get(statement, types(), resultType, projection, measured);
    }
  }

  private Run prepare(ElementType resultType) {
    Map<String, Storage> packed = new HashMap<>();
    program.operands().forEach((name, operand) -> packed.put(name, pack(name, operand)));
    Assignment statement = program.statement();
    Map<IndexVariable, Integer> inferred = program.inferredSizes();
    TensorType type =
        new TensorType(resultType, program.result(), program.fillOf(statement.target().tensor()));
    return new Run(statement, packed, inferred, type);
  }

  /** A number for all that is in each tensor's arrays. */
  private static Map<String, Integer> contents(Map<String, Storage> tensors) {
    Map<String, Integer> contents = new HashMap<>();
    tensors.forEach(
        (name, tensor) -> contents.put(name, Arrays.deepHashCode(tensor.arrays().toArray())));
    return contents;
  }

  private Storage pack(String name, Operand operand) {
    Storage packed = Conversion.pack(operand.list(), operand.format());
    Map<List<Integer>, Constant> entries = StorageReader.read(packed);
    Map<List<Integer>, Long> sums = new HashMap<>();
    operand.entries().forEach(e -> sums.merge(e.coordinate(), e.value(), Long::sum));
    sums.forEach(
        (coordinate, sum) -> {
          Constant value = entries.get(coordinate);
          double expected = operand.type() == ElementType.BOOL && sum != 0 ? 1 : sum;
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
        new TensorType(operand.type(), operand.format(), program.fillOf(name)),
        packed.dimensions(),
        packed.levels(),
        packed.values());
  }

  /** Runs the kernel that many times before the result counts, so that it can be compiled. */
  void once(int repetitions) {
    Storage stored = run(repetitions);
    Map<List<Integer>, Constant> entries = StorageReader.read(stored);
    compare(entries, "result");
    onlySelected(entries.keySet());
  }

  /** What a mask does not select is not stored, where it need not be. */
  private void onlySelected(Set<List<Integer>> stored) {
    boolean pads = program.result().order() == 0 || program.result().padsValues();
    Optional<Interpreter.Result> selected = pads ? Optional.empty() : program.selected();
    for (List<Integer> entry : selected.isPresent() ? stored : Set.<List<Integer>>of()) {
      int[] coordinate = entry.stream().mapToInt(Integer::intValue).toArray();
      if (selected.get().get(coordinate).asDouble() == 0) {
        throw new AssertionError("stored: " + entry + ", which the mask does not select");
      }
    }
  }

  /** Runs it in as many chunks as there can be; the result has the same bits. */
  void inChunks() {
    Run run = prepared();
    Storage stored =
        run.kernel(Projection.FUSED).run(run.inputs, run.sizes, 0.01, true, Optional.empty());
    compare(StorageReader.read(stored), "result in chunks");
  }

  /** The same in the memory of another result, in which anything may stand. */
  void inSpareMemory() {
    Run run = prepared();
    BoundKernel kernel = run.kernel(Projection.FUSED);
    inSpareMemory(kernel, kernel.run(run.inputs, run.sizes, 0.01, true, Optional.empty()));
  }

  private void inSpareMemory(BoundKernel kernel, Storage before) {
    Run run = prepared();
    Storage stored = before;
    // Parts that are the same as before are written in place. Others are joined, and kept.
    for (double grain : new double[] {0.01, 1, 1, 0.01}) {
      stored = kernel.run(run.inputs, run.sizes, grain, true, Optional.of(spoiled(stored)));
      compare(StorageReader.read(stored), "result in spare memory, in parts");
    }
    Map<String, Storage> others = mirrored();
    Storage other = kernel.run(others, run.sizes, 0.01, true, Optional.empty());
    if (others.values().stream().noneMatch(other::sharesLevels)) {
      stored = kernel.run(run.inputs, run.sizes, 0.01, true, Optional.of(spoiled(other)));
      compare(StorageReader.read(stored), "result in spare memory that had other parts");
    }
    stored = kernel.run(run.inputs, run.sizes, 0.01, false, Optional.of(spoiled(stored)));
    compare(StorageReader.read(stored), "result in spare memory");
    Optional<Spare> tooShort = Optional.of(halved(spoiled(stored)));
    stored = kernel.run(run.inputs, run.sizes, 0.01, false, tooShort);
    compare(StorageReader.read(stored), "result in spare memory that is too short");
  }

  private Map<String, Storage> mirrored() {
    Map<String, Storage> others = new HashMap<>();
    program.operands().forEach((name, operand) -> others.put(name, mirrored(name, operand)));
    return others;
  }

  /** An operand from its last row to its first. */
  private Storage mirrored(String name, Operand operand) {
    CoordinateList list = operand.list();
    if (list.order() == 0) {
      return prepared().inputs.get(name);
    }
    int[][] coordinates =
        IntStream.range(0, list.order()).mapToObj(list::coordinates).toArray(int[][]::new);
    int last = list.dimensions()[0] - 1;
    coordinates[0] = IntStream.of(coordinates[0]).map(c -> last - c).toArray();
    Storage packed =
        Conversion.pack(
            new CoordinateList(
                list.type(), list.dimensions(), coordinates, list.values(), list.count()),
            operand.format());
    TensorType type = prepared().inputs.get(name).type();
    return new Storage(type, packed.dimensions(), packed.levels(), packed.values());
  }

  private static Spare halved(Spare spare) {
    Storage whole = spare.tensor();
    List<Object> halves = new ArrayList<>();
    for (Object array : whole.arrays()) {
      halves.add(Support.copyOfRange(array, 0, (Array.getLength(array) + 1) / 2));
    }
    return new Spare(Storage.of(whole.type(), whole.dimensions(), halves), spare.withLevels());
  }

  /** The memory of a result, with something else in it. */
  Spare spoiled(Storage result) {
    ElementType element = result.type().element();
    for (int k = 0; k < result.count(); k++) {
      element.set(result.values(), k, Constant.of(k % 2 == 0 ? 77L : 1L).as(element));
    }
    boolean alone = prepared().inputs.values().stream().noneMatch(result::sharesLevels);
    for (List<Object> level : alone ? result.levels() : List.<List<Object>>of()) {
      level.stream().filter(int[].class::isInstance).forEach(a -> Arrays.fill((int[]) a, 1));
    }
    return new Spare(result, alone);
  }

  /**
   * Runs it with operands converted before its loops run, in turns with others.
   *
   * @return whether there are such
   */
  boolean converting() {
    Run run = prepared();
    Optional<BoundKernel> kernel =
        OtherForms.converting(run.kernel(Projection.FUSED), run.inputs, run.sizes);
    if (kernel.isPresent()) {
      Map<String, Integer> before = contents(run.inputs);
      kernel.get().run(mirrored(), run.sizes);
      Storage stored = kernel.get().run(run.inputs, run.sizes);
      compare(StorageReader.read(stored), "result of converted operands");
      inSpareMemory(kernel.get(), stored);
      if (!contents(run.inputs).equals(before)) {
        throw new AssertionError("a kernel that converts operands wrote into them");
      }
    }
    return kernel.isPresent();
  }

  /**
   * Runs it under a schedule that {@code random} draws.
   *
   * @return how many directives the schedule has
   */
  int scheduled(RandomGenerator random) {
    Run run = prepared();
    if (!run.statement.target().windows().isEmpty()) {
      return 0; // what a schedule says is about the part that is computed
    }
    List<Directive> schedule =
        RandomSchedule.of(
                random, run.statement, run.types(), Kernels.written(run.resultType), run.sizes)
            .orElse(List.of());
    if (!schedule.isEmpty()) {
      scheduled(schedule);
    }
    return schedule.size();
  }

  void scheduled(List<Directive> schedule) {
    Run run = prepared();
    try {
      BoundKernel kernel =
          Kernels.get(run.statement, run.types(), run.resultType, Projection.FUSED, schedule);
      Storage stored = kernel.run(run.inputs, run.sizes, 0.01, true, Optional.empty());
      compare(StorageReader.read(stored), "result");
      if (schedule.size() % 4 == 0) {
        inSpareMemory(kernel, stored);
      }
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
  void unpacked() {
    CoordinateList list = Conversion.unpack(run(1));
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
    compare(entries, "unpacked");
  }

  /**
   * Compiles it as if the operands were much larger, of random sizes: whatever loops that leads to
   * must be right for any operands.
   */
  void measured(long seed) {
    Run run = prepared();
    RandomGenerator random = new SplittableRandom(seed);
    Map<String, TensorStatistics> pretended = new LinkedHashMap<>();
    new TreeMap<>(run.inputs)
        .forEach((name, tensor) -> pretended.put(name, pretend(tensor, random)));
    Storage stored =
        run.kernel(Projection.FUSED, new Measurements(pretended)).run(run.inputs, run.sizes);
    compare(StorageReader.read(stored), "measured");
  }

  private static TensorStatistics pretend(Storage tensor, RandomGenerator random) {
    TensorStatistics actual = TensorStatistics.of(tensor);
    UnaryOperator<Double> any = _ -> Math.pow(10, random.nextInt(7));
    return new TensorStatistics(
        actual.sizes().stream().map(any).toList(),
        actual.positions().stream().map(any).sorted().toList());
  }

  /** Also computes values into a pattern that was assembled before, if the format allows it. */
  void assembled() {
    Run run = prepared();
    boolean isPart = !run.statement.target().windows().isEmpty();
    if (isPart || !Kernels.written(run.resultType).equals(run.resultType)) {
      return;
    }
    Storage pattern = run.kernel(Projection.ASSEMBLE).run(run.inputs, run.sizes);
    Map<String, Integer> before = contents(Map.of("pattern", pattern));
    BoundKernel kernel = run.kernel(Projection.COMPUTE);
    // Twice: the first must not leave its values in the pattern.
    kernel.compute(run.inputs, run.sizes, pattern);
    Storage computed = kernel.compute(run.inputs, run.sizes, pattern);
    compare(StorageReader.read(computed), "assembled");
    if (!contents(Map.of("pattern", pattern)).equals(before)) {
      throw new AssertionError("computing wrote into the assembled result");
    }
    // Beforehand nobody knows what a mask selects.
    if (!program.isMasked()
        && !StorageReader.read(computed)
            .keySet()
            .equals(StorageReader.read(run.evaluate()).keySet())) {
      throw new AssertionError("assembled: other coordinates are stored than in one go");
    }
  }

  void compare(Map<List<Integer>, Constant> entries, String what) {
    Interpreter.Result expected = expected();
    Constant fill = program.fillOf(program.statement().target().tensor()).as(expected.type());
    Program.forEachCoordinate(
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
}
