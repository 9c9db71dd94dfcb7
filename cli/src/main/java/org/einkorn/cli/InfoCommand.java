package org.einkorn.cli;

import java.util.concurrent.Callable;
import org.einkorn.Tensor;
import org.einkorn.format.Formats;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Describes what a file holds. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Describes a tensor: sizes, nonzeros, and how they are spread.",
    description = {
      "",
      "A slice holds all entries with one coordinate of a mode (a row, a column); a fibre all"
          + " entries that differ in the coordinate of that mode only.",
      ""
    },
    footer = {"", "Example:", "  einkorn info examples/nations.tns"})
final class InfoCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "FILE", description = "A .mtx or .tns file, or with .gz.")
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
          case Content.Entries entries ->
              Tensor.of(entries.list(), Formats.coordinate(entries.list().order()));
        };
    Description.print(tensor, content.sizesKnown(), terminal.out());
    return 0;
  }
}
