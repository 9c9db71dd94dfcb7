package org.einkorn.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.einkorn.EinkornException;
import org.einkorn.advice.Footprint;
import org.einkorn.advice.Quantities;
import org.einkorn.format.Format;
import org.einkorn.format.TensorType;
import org.einkorn.legalise.ConvertedOperand;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Printer;
import org.einkorn.plan.SharedPattern;
import org.einkorn.schedule.CostModel;
import org.einkorn.schedule.LoopNest;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.Space;
import org.einkorn.schedule.TensorStatistics;
import org.einkorn.storage.Storage;
import org.einkorn.support.OutgrownError;

/**
 * Says which tensors need how much when memory runs out while a kernel computes.
 *
 * @param assignment as the user wrote it
 * @param form the names that the kernel has for its tensors and variables
 */
record Shortage(Assignment assignment, Naming form, Executable executable, TensorType resultType) {
  /** Smaller parts than this of the largest are not worth a word. */
  private static final double NOTABLE = 0.02;

  private record Need(String text, double bytes) {}

  Storage explained(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, Supplier<Storage> work) {
    try {
      return work.get();
    } catch (OutOfMemoryError e) {
      throw new EinkornException(sentence(inputs, sizes, e), e);
    }
  }

  private String sentence(
      Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes, OutOfMemoryError error) {
    List<Need> needs = needs(inputs, sizes);
    needs.sort(Comparator.comparingDouble(Need::bytes).reversed());
    double notable = needs.getFirst().bytes() * NOTABLE;
    List<String> texts = needs.stream().filter(n -> n.bytes() >= notable).map(Need::text).toList();
    return "Memory ran out while computing '"
        + Printer.print(assignment)
        + "': "
        + String.join(", ", texts)
        + ", and the JVM may use "
        + Quantities.bytes(Runtime.getRuntime().maxMemory())
        + (error instanceof OutgrownError o
            ? " (an array with " + Quantities.grouped(o.reached()) + " entries could not grow)"
            : "")
        + "; give it more with -Xmx, or compute a part at a time.";
  }

  private double resultBytes(Space space, Map<IndexVariable, Integer> sizes) {
    int[] dimensions = assignment.target().indices().stream().mapToInt(sizes::get).toArray();
    double rows = space.resultEntries().orElse(0) / underEachEntry(dimensions);
    int entries = (int) Math.min(Integer.MAX_VALUE, Math.ceil(rows));
    return Footprint.atMost(entries, dimensions, resultType).bytes();
  }

  /** How many values of dense levels lie under each entry of the sparse ones. */
  private double underEachEntry(int[] dimensions) {
    Format format = resultType.format();
    double values = 1;
    if (format.followsLoops() && !format.isLocated()) {
      for (int l = format.depth() - 1; format.level(l).location().isPresent(); l--) {
        values *= Math.max(1, dimensions[format.dimension(l)]);
      }
    }
    return values;
  }

  /** Whether arrays of the result start small. */
  private boolean grows() {
    Compiler.Compilation compilation = executable.compilation();
    return !resultType.format().isLocated()
        && SharedPattern.of(compilation.loops(), compilation.plan(), Optional.empty()).isEmpty();
  }

  /** What is known of the tensors that the loops read. */
  private Measurements measured(Map<String, Storage> tensors) {
    Map<String, TensorStatistics> all = new HashMap<>(Measurements.of(tensors).tensors());
    for (ConvertedOperand operand : executable.compilation().converted()) {
      Storage tensor = tensors.get(operand.operand().tensor());
      if (tensor != null) {
        TensorStatistics known = TensorStatistics.of(tensor);
        all.put(operand.name(), operand.statistics(known, tensor.type().format()));
      }
    }
    return new Measurements(all);
  }

  private List<Need> needs(Map<String, Storage> inputs, Map<IndexVariable, Integer> sizes) {
    LoopProgram loops = executable.compilation().loops();
    Measurements measured = measured(form.tensors(inputs));
    Set<IndexVariable> parts =
        executable.compilation().schedule().map(LoopNest::parts).orElse(Set.of());
    CostModel model = new CostModel(loops.types(), loops.target().tensor(), measured, parts);
    model.cost(loops.body());
    Map<IndexVariable, Integer> known = form.sizes(sizes);
    Space space =
        new Space(
            loops,
            model,
            v -> known.containsKey(v) ? OptionalDouble.of(known.get(v)) : model.measuredSize(v));
    List<Need> needs = new ArrayList<>();
    double result = resultBytes(space, sizes);
    needs.add(
        new Need(
            assignment.target().tensor()
                + " as "
                + resultType.format()
                + " needs about "
                + Quantities.bytes(result)
                + (grows() ? ", and while it grows up to three times that" : ""),
            result));
    for (Statement.Where w : Space.workspaces(loops.body())) {
      double bytes = space.bytes(w);
      String indices =
          Statements.target(w.producer(), w.workspace().name()).stream()
              .flatMap(a -> a.indices().stream())
              .map(v -> form.written(v).name())
              .collect(Collectors.joining(","));
      needs.add(
          new Need(
              "the workspace "
                  + w.workspace().name()
                  + "("
                  + indices
                  + ") needs about "
                  + Quantities.bytes(bytes),
              bytes));
    }
    for (ConvertedOperand operand : executable.compilation().converted()) {
      Storage tensor = form.tensors(inputs).get(operand.operand().tensor());
      int[] dimensions =
          operand.dimensions().stream().mapToInt(d -> tensor.dimensions().get(d)).toArray();
      double bytes = Footprint.atMost(tensor.count(), dimensions, operand.type()).bytes();
      needs.add(
          new Need(
              "a copy of an operand as "
                  + operand.type().format()
                  + " needs about "
                  + Quantities.bytes(bytes),
              bytes));
    }
    inputs.forEach(
        (name, tensor) ->
            needs.add(
                new Need(name + " takes " + Quantities.bytes(tensor.bytes()), tensor.bytes())));
    return needs;
  }
}
