package org.einkorn.explain;

import java.util.Optional;
import org.einkorn.advice.Quantities;
import org.einkorn.loops.LoopProgram;
import org.einkorn.schedule.Chunking;
import org.einkorn.schedule.Division;

/** How loops that were chosen are divided among threads, and why so. */
record ThreadChoice(LoopProgram loops, Features features, Optional<Division> division) {

  Explanation.Choice choice() {
    Optional<String> chunks = Chunking.of(loops).map(c -> "chunks of " + c.variable());
    if (chunks.isEmpty()) {
      return threads(
          "one",
          features.order().equals(Features.NO_LOOPS)
              ? "There is no loop to divide."
              : "What the outermost loop gives cannot be put together from parts.");
    }
    return switch (division.orElse(new Division.Impossible())) {
      case Division.Impossible _ ->
          threads(
              chunks.get(),
              "Chunks of the outermost loop can run on several threads, where there is work for"
                  + " them.");
      case Division.Little(double steps) ->
          threads(
              "one",
              "There is little to do, about "
                  + Quantities.grouped((long) steps)
                  + " steps: sharing it would take longer.");
      case Division.Copied _ ->
          threads("one", "Parts of the result would take as long to join as to compute.");
      case Division.Divided(int most, int threads, double heaviest, boolean byEntries) ->
          byEntries
              ? new Explanation.Choice(
                  "threads",
                  "up to " + most + " chunks of the entries of an operand",
                  "Some coordinates have so many entries that "
                      + chunks.get()
                      + " could not share the work evenly.",
                  runnerUp(chunks.get(), Math.min(heaviest, Math.min(most, threads))))
              : new Explanation.Choice(
                  "threads",
                  "up to " + most + " " + chunks.get(),
                  "They have about the same to do each, and run on any thread.",
                  runnerUp("one", Math.min(most, threads)));
    };
  }

  /** Nothing where it would take as long. */
  private static Optional<Explanation.RunnerUp> runnerUp(String what, double times) {
    return times > 1 ? Optional.of(new Explanation.RunnerUp(what, times)) : Optional.empty();
  }

  private static Explanation.Choice threads(String choice, String reason) {
    return new Explanation.Choice("threads", choice, reason, Optional.empty());
  }
}
