package org.einkorn.explain;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.einkorn.EinkornException;
import org.einkorn.format.TensorType;
import org.einkorn.legalise.Scheduler;
import org.einkorn.loops.LoopProgram;
import org.einkorn.notation.Assignment;
import org.einkorn.notation.IndexVariable;
import org.einkorn.notation.Reductions;
import org.einkorn.schedule.CostModel;
import org.einkorn.schedule.Directive;
import org.einkorn.schedule.LoopNest;
import org.einkorn.schedule.Measurements;

/** Says that loops are not tiled unless somebody orders it, and what tiles would cost. */
record Tiling(
    Assignment assignment,
    Map<String, TensorType> types,
    TensorType written,
    Measurements measured) {
  private static final int TILE = 64;

  /**
   * @param loops the variables of the loops, outermost first
   * @param cost of these loops
   */
  Optional<Explanation.Choice> choice(List<IndexVariable> loops, double cost) {
    return loops.size() < 2
        ? Optional.empty()
        : Optional.of(
            new Explanation.Choice(
                "tiles",
                "none",
                "Tiles pay where caches would lose what is used again, which the estimates do not"
                    + " know; a schedule can split loops and reorder them.",
                tiled(loops).flatMap(c -> Explanation.RunnerUp.of(text(loops), c, cost))));
  }

  private static String text(List<IndexVariable> loops) {
    return "tiles of " + TILE + " along " + loops.getLast();
  }

  /** What the same loops cost with the innermost one in blocks, where that can be. */
  private Optional<Double> tiled(List<IndexVariable> loops) {
    IndexVariable last = loops.getLast();
    IndexVariable block = fresh(last, "0", loops);
    IndexVariable inner = fresh(last, "1", loops);
    List<IndexVariable> order =
        Stream.of(
                loops.subList(0, loops.size() - 2).stream(),
                Stream.of(block, loops.get(loops.size() - 2), inner))
            .flatMap(s -> s)
            .toList();
    try {
      Scheduler scheduler = Scheduler.of(Reductions.bind(assignment), types, written);
      LoopNest nest =
          scheduler.nest(
              List.of(
                  new Directive.Reorder(loops),
                  new Directive.Split(last, block, inner, TILE),
                  new Directive.Reorder(order)));
      LoopProgram program = scheduler.program(nest);
      return Optional.of(
          new CostModel(program.types(), program.target().tensor(), measured, nest.parts())
              .cost(program.body()));
    } catch (EinkornException e) {
      return Optional.empty(); // loops that no schedule reaches, or an order that does not apply
    }
  }

  private static IndexVariable fresh(IndexVariable v, String suffix, List<IndexVariable> taken) {
    IndexVariable made = new IndexVariable(v.name() + suffix);
    return taken.contains(made) ? fresh(made, suffix, taken) : made;
  }
}
