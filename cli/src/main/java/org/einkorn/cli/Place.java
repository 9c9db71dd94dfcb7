package org.einkorn.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.einkorn.EinkornException;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;

/**
 * A place for a tensor and the format to store it in: {@code PLACE[:FORMAT]}. The format starts at
 * the first colon whose remainder reads as one, so a place may have colons of its own.
 */
record Place(String text, Optional<String> format) {
  static Place parse(String text) {
    for (int at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
      String rest = text.substring(at + 1);
      if (Formats.looksLikeFormat(rest)) {
        return new Place(text.substring(0, at), Optional.of(rest));
      }
    }
    return new Place(text, Optional.empty());
  }

  /** The format of a tensor of the given order, or the default. */
  Format format(int order, Format preferred) {
    return format.map(name -> Formats.parse(name, order)).orElse(preferred);
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
            "'" + rest + "' is no format; write for example csr, csf, coo, ds, or ds:1,0.");
      }
    }
    return Optional.empty();
  }
}
