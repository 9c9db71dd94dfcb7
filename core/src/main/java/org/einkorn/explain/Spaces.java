package org.einkorn.explain;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.einkorn.advice.Footprint;
import org.einkorn.legalise.Conversions;
import org.einkorn.legalise.ConvertedOperand;
import org.einkorn.loops.LoopProgram;
import org.einkorn.loops.Statement;
import org.einkorn.loops.Statements;
import org.einkorn.notation.Printer;
import org.einkorn.schedule.CostModel;
import org.einkorn.schedule.Measurements;
import org.einkorn.schedule.Space;

/**
 * What loops need memory for besides operands and result.
 *
 * @param loops as they were chosen
 * @param run the same as they run, with copies of operands made before
 * @param model one that has estimated their cost
 */
record Spaces(
    LoopProgram loops, Conversions run, CostModel model, Features features, Measurements measured) {
  List<Explanation.Space> all() {
    return features.workspaces().stream().map(this::space).toList();
  }

  private Explanation.Space space(Statement.Where w) {
    String name = w.workspace().name();
    String indices =
        Statements.target(w.producer(), name)
            .map(a -> a.indices().stream().map(Object::toString).collect(Collectors.joining(",")))
            .orElse("");
    Optional<ConvertedOperand> converted =
        run.operands().stream().filter(o -> o.name().equals(name)).findFirst();
    return new Explanation.Space(
        name + "(" + indices + ")",
        converted
            .map(o -> o.type().format().toString())
            .orElseGet(() -> Features.layout(w.workspace())),
        why(w),
        measured.tensors().isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                converted
                    .map(this::bytes)
                    .orElseGet(() -> new Space(loops, model, model::measuredSize).bytes(w))));
  }

  private String why(Statement.Where w) {
    if (features.isCopy(w)) {
      return "a copy of "
          + Printer.print(Statements.accesses(w.producer()).iterator().next())
          + (Features.isLookup(w.workspace())
              ? " to look values up in"
              : " in the order of the loops");
    }
    return Features.isCopiedFrom(w)
        ? "collects values that come in another order than the result is stored in"
        : "holds an intermediate result";
  }

  private double bytes(ConvertedOperand operand) {
    int[] dimensions =
        operand.order().stream().mapToInt(v -> (int) model.measuredSize(v).orElse(0)).toArray();
    double entries = measured.of(operand.operand().tensor()).orElseThrow().stored();
    return Footprint.atMost((int) entries, dimensions, operand.type()).bytes();
  }
}
