package org.einkorn.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.einkorn.EinkornException;

/**
 * A tensor given on the command line: {@code NAME=SOURCE[:FORMAT][,fill=VALUE]}.
 *
 * @param fill the value where nothing is stored, if it is not zero
 */
record Input(String name, Source source, Place place, OptionalDouble fill) {
  static final String FILL = ",fill=";

  static Input parse(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      throw new EinkornException(
          "'" + text + "' gives no tensor; write NAME=SOURCE, for example A=matrix.mtx or s=2.5.");
    }
    String name = text.substring(0, equals).strip();
    String given = text.substring(equals + 1);
    if (place(given).text().isBlank()) {
      throw new EinkornException(
          "'" + text + "' names no source; write for example A=matrix.mtx or s=2.5.");
    }
    return about(name, () -> of(name, given));
  }

  /** A tensor that has no name but its source: {@code SOURCE[:FORMAT][,fill=VALUE]}. */
  static Input unnamed(String given) {
    return of(place(given).text(), given);
  }

  private static Input of(String name, String given) {
    Place place = place(given);
    int fill = given.lastIndexOf(FILL);
    return new Input(
        name,
        Source.parse(place),
        place,
        fill < 0 ? OptionalDouble.empty() : fill(given.substring(fill + FILL.length())));
  }

  private static Place place(String given) {
    int fill = given.lastIndexOf(FILL);
    return Place.parse(fill < 0 ? given : given.substring(0, fill));
  }

  static OptionalDouble fill(String text) {
    OptionalDouble value =
        switch (text.strip()) {
          case "true" -> OptionalDouble.of(1);
          case "false" -> OptionalDouble.of(0);
          default -> Numbers.parse(text.strip());
        };
    if (value.isEmpty()) {
      throw new EinkornException(
          "'"
              + text
              + "' is no number to fill with; write for example fill=inf, fill=1 or fill=true.");
    }
    return value;
  }

  /** Reads or makes what the source gives, with the value that it has where nothing is stored. */
  Content load(Terminal terminal) {
    Content content = source.load(name, terminal);
    return fill.isPresent() ? content.filled(fill.getAsDouble()) : content;
  }

  static Map<String, Input> parse(List<String> texts) {
    Map<String, Input> inputs = new LinkedHashMap<>();
    for (String text : texts) {
      Input input = parse(text);
      if (inputs.put(input.name, input) != null) {
        throw new EinkornException("Tensor " + input.name + " is given twice.");
      }
    }
    return inputs;
  }

  /** Does something for the tensor of this name, which a refusal then mentions. */
  static <T> T about(String name, java.util.function.Supplier<T> work) {
    try {
      return work.get();
    } catch (EinkornException e) {
      throw new EinkornException("For " + name + ": " + e.getMessage(), e);
    }
  }
}
