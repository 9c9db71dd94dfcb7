package org.einkorn.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.advice.FormatAdvice;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.storage.CoordinateList;

/**
 * A place for a tensor and the format to store it in: {@code PLACE[:FORMAT]}. The format starts at
 * the first colon whose remainder reads as one, so a place may have colons of its own.
 */
record Place(String text, Optional<String> format) {
  static Place parse(String text) {
    for (int at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
      String rest = text.substring(at + 1);
      if (rest.equals(Tensor.AUTO) || Formats.looksLikeFormat(rest)) {
        return new Place(text.substring(0, at), Optional.of(rest));
      }
    }
    return new Place(text, Optional.empty());
  }

  /** The format for these nonzeros; {@code chosen} is told if they decide. */
  Format format(CoordinateList nonzeros, Consumer<FormatAdvice> chosen) {
    String name = format.orElseThrow();
    if (!name.equals(Tensor.AUTO)) {
      return Formats.parse(name, nonzeros.order());
    }
    FormatAdvice advice = FormatAdvice.of(nonzeros);
    chosen.accept(advice);
    return advice.recommended().format();
  }

  /** Refuses to choose a format by nonzeros that are not known yet. */
  static void rejectAuto(Optional<String> format, String what) {
    if (format.equals(Optional.of(Tensor.AUTO))) {
      throw new EinkornException(
          "For "
              + what
              + ": 'auto' chooses a format by the nonzeros of a tensor, which are not known yet;"
              + " name a format, or leave it out.");
    }
  }

  Path path() {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new EinkornException("'" + text + "' cannot be the name of a file.", e);
    }
  }

  /**
   * A sentence about what follows a colon if everything before it is a place by itself: then it was
   * meant as a format.
   */
  static Optional<String> wrongFormat(String text, java.util.function.Predicate<String> isPlace) {
    for (int at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
      if (isPlace.test(text.substring(0, at))) {
        String rest = text.substring(at + 1);
        return Optional.of(
            "'"
                + rest
                + "' is no format; write for example csr, coo, dia, bcsr(4,4), ds:1,0, or auto.");
      }
    }
    return Optional.empty();
  }
}
