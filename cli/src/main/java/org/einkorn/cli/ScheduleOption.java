package org.einkorn.cli;

import org.einkorn.Computation;
import picocli.CommandLine.Option;

/** How the loops of a statement shall run, for the commands that compile one. */
final class ScheduleOption {
  @Option(
      names = "--schedule",
      paramLabel = "DIRECTIVES",
      description =
          "How the loops run, as \"split(i,i0,i1,32); reorder(i0,j,i1); parallelize(i0,threads)\"."
              + " Without it that is chosen.")
  private String text;

  Computation applyTo(Computation computation) {
    return text == null ? computation : computation.schedule(text);
  }
}
