package org.einkorn.cli;

import java.util.Optional;
import org.einkorn.EinkornException;
import org.einkorn.format.Formats;
import picocli.CommandLine.Option;

/** How the result of a statement shall be stored, for the commands that read tensors. */
final class ResultFormatOption {
  private static final String NAME = "-f";

  @Option(
      names = {NAME, "--format"},
      paramLabel = "FORMAT",
      description = "How the result is stored; without one, a format is chosen.")
  private String text;

  /** The format, which may stand behind the name of the result, as in {@code y=csr}. */
  Optional<String> of(Statement statement) {
    if (text == null) {
      return Optional.empty();
    }
    int equals = text.indexOf('=');
    if (equals >= 0 && !text.substring(0, equals).equals(statement.target())) {
      String name = text.substring(0, equals);
      throw new EinkornException(
          NAME
              + " says how the result "
              + statement.target()
              + " is stored; "
              + (statement.reads().containsKey(name)
                  ? "the format of " + name + " stands behind its source: " + name + "=SOURCE:"
                  : "there is no result " + name + ": write " + NAME + " ")
              + text.substring(equals + 1)
              + ".");
    }
    Optional<String> format = Optional.of(text.substring(equals + 1));
    Place.rejectAuto(format, NAME);
    Input.about(NAME, () -> Formats.parse(format.get(), statement.targetOrder()));
    return format;
  }
}
