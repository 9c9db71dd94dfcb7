package org.einkorn.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.einkorn.EinkornException;

/** A tensor given on the command line: {@code NAME=SOURCE[:FORMAT]}. */
record Input(String name, Source source, Place place) {
  static Input parse(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      throw new EinkornException(
          "'" + text + "' gives no tensor; write NAME=SOURCE, for example A=matrix.mtx or s=2.5.");
    }
    String name = text.substring(0, equals).strip();
    Place place = Place.parse(text.substring(equals + 1));
    if (place.text().isBlank()) {
      throw new EinkornException(
          "'" + text + "' names no source; write for example A=matrix.mtx or s=2.5.");
    }
    return about(name, () -> new Input(name, Source.parse(place), place));
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
