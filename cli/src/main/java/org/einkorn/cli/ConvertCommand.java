package org.einkorn.cli;

import java.util.concurrent.Callable;
import org.einkorn.Tensor;
import org.einkorn.format.Formats;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes a tensor to another file, each coordinate once and in order. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Writes a tensor to a file of another kind.",
    description = {
      "",
      "Entries are sorted, symmetric ones written out, repeated ones summed. The source may be"
          + " whatever einkorn eval takes as one.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  einkorn convert a.mtx a.tns",
      "  einkorn convert 'sparse(1000,1000,0.01)' a.mtx.gz"
    })
final class ConvertCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(index = "0", paramLabel = "SOURCE", description = "A .mtx or .tns file, or with .gz.")
  private String sourceText;

  @Parameters(index = "1", paramLabel = "FILE", description = "The file to write.")
  private String fileText;

  ConvertCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Place source = Place.parse(sourceText);
    Output output = Output.parse(fileText);
    Content content = Source.parse(source).load(sourceText, terminal);
    int order = content.dimensions().length;
    output.check(order);
    Tensor tensor =
        switch (content) {
          case Content.Ready ready -> ready.tensor();
          case Content.Entries entries -> Tensor.of(entries.list(), Formats.coordinate(order));
        };
    output.write(tensor, terminal.out());
    return 0;
  }
}
