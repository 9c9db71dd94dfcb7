package org.einkorn.cli;

import java.util.concurrent.Callable;
import org.einkorn.Tensor;
import org.einkorn.format.Formats;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Describes what a file holds. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Describes a tensor: sizes, nonzeros, how they are spread, and formats.",
    description = {
      "",
      "A slice holds all entries with one coordinate of a mode (a row, a column); a fibre all"
          + " entries that differ in the coordinate of that mode only. The last table says how much"
          + " memory the tensor would take in the usual formats; A=FILE:auto stores it in the one"
          + " that is recommended.",
      ""
    },
    footer = {"", "Example:", "  einkorn info examples/nations.tns"})
final class InfoCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A .mtx, .tns or .ek file, or with .gz.")
  private String text;

  InfoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Content content = Source.parse(Place.parse(text)).load(text, terminal);
    Tensor tensor =
        switch (content) {
          case Content.Ready ready -> ready.tensor();
          case Content.Stored stored -> stored.tensor();
          case Content.Entries entries ->
              Tensor.of(entries.list(), entries.fill(), Formats.coordinate(entries.list().order()));
        };
    Description.print(tensor, content.sizesKnown(), terminal.out());
    return 0;
  }
}
