package org.einkorn.explain;

import java.util.Optional;
import org.einkorn.loops.LoopProgram;
import org.einkorn.plan.Plan;
import org.einkorn.plan.SharedPattern;

/** What a result takes over from an operand. */
final class Patterns {
  private Patterns() {}

  static Optional<Explanation.Choice> choice(LoopProgram loops, Plan plan) {
    return SharedPattern.of(loops, plan, Optional.empty())
        .map(
            shared ->
                new Explanation.Choice(
                    "result",
                    "values only",
                    "It has its entries where "
                        + shared.operand().tensor()
                        + " has them, and shares these arrays with it.",
                    Optional.empty()));
  }
}
