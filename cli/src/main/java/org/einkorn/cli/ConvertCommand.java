package org.einkorn.cli;

import java.util.concurrent.Callable;
import org.einkorn.Tensor;
import org.einkorn.advice.FormatAdvice;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.storage.CoordinateList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a tensor to another file, each coordinate once and in order. */
@Command(
    mixinStandardHelpOptions = true,
    sortSynopsis = false,
    header = "Writes a tensor to a file of another kind.",
    description = {
      "",
      "Entries are sorted, symmetric ones written out, repeated ones summed. The source may be"
          + " whatever einkorn eval takes as one. Source and file may end in :FORMAT: the tensor is"
          + " stored so when it was read, or before it is written. A .ek file keeps the format, and"
          + " is read much faster than the others.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  einkorn convert a.mtx a.tns",
      "  einkorn convert 'sparse(1000,1000,0.01)' a.mtx.gz",
      "  einkorn convert a.mtx:dia b.tns",
      "  einkorn convert a.mtx a.ek:csc",
      "  einkorn convert graph.mtx,fill=inf graph.ek",
      "  einkorn convert a.mtx b.mtx --to 'bcsr(3,3)'"
    })
final class ConvertCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      index = "0",
      paramLabel = "SOURCE[:FORMAT][,fill=VALUE]",
      description =
          "A .mtx, .tns or .ek file, or with .gz; VALUE is what it has where nothing is stored.")
  private String sourceText;

  @Parameters(index = "1", paramLabel = "FILE[:FORMAT]", description = "The file to write.")
  private String fileText;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description =
          "Store the tensor in this format first and say what it takes. The file does not depend on"
              + " it; FILE:FORMAT chooses the format of a .ek file.")
  private String formatText;

  ConvertCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Input input = Input.unnamed(sourceText);
    Place source = input.place();
    Output output = Output.parseForKnown(fileText, fileText);
    Content content = input.load(terminal);
    int order = content.dimensions().length;
    output.check(order);
    Tensor read = source.format().isPresent() ? stored(content, source) : stored(content, output);
    Tensor tensor = output.place().format().map(read::to).orElse(read);
    if (formatText != null) {
      report(content.nonzeros(content.dimensions()));
    }
    output.write(tensor, terminal.out());
    return 0;
  }

  private Tensor stored(Content content, Place source) {
    return content.store(
        content.dimensions(),
        source,
        advice -> terminal.note(source.text() + " is stored as " + advice + "."));
  }

  /**
   * What a file keeps the format of is stored as it will be used, if nothing is said; else as it
   * came.
   */
  private static Tensor stored(Content content, Output output) {
    return output.keepsFormat() && output.place().format().isEmpty()
        ? content.storeAsUsual(content.dimensions())
        : asItCame(content);
  }

  private static Tensor asItCame(Content content) {
    return switch (content) {
      case Content.Ready ready -> ready.tensor();
      case Content.Stored stored -> stored.tensor();
      case Content.Entries entries ->
          Tensor.of(entries.list(), entries.fill(), Formats.coordinate(entries.list().order()));
    };
  }

  /** Stores the entries in the format that is asked for and says what that takes. */
  private void report(CoordinateList entries) {
    FormatAdvice advice = FormatAdvice.of(entries);
    FormatAdvice.Choice recommended = advice.recommended();
    Format format =
        formatText.equals(Tensor.AUTO)
            ? recommended.format()
            : Formats.parse(formatText, entries.order());
    String bytes = Numbers.bytes((double) Tensor.of(entries, format).bytes());
    terminal.note(
        "Stored as "
            + format
            + " it takes "
            + bytes
            + (format.equals(recommended.format())
                ? "; this format is recommended"
                : "; " + advice.remedy() + " and is recommended")
            + ", because "
            + advice.reason()
            + ".");
  }
}
