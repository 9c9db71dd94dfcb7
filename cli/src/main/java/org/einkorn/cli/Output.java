package org.einkorn.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.format.Formats;
import org.einkorn.io.TensorFiles;

/**
 * Where a result goes: {@code FILE[:FORMAT]}, or {@code -} for all of it on standard output.
 *
 * @param argument what the user calls the place
 */
record Output(Place place, String argument) {
  private static final String STANDARD_OUTPUT = "-";

  static Output parse(String text, String argument) {
    Output output = parseForKnown(text, argument);
    Place.rejectAuto(output.place.format(), argument);
    return output;
  }

  /** The same for a tensor that is known already, so that its nonzeros may choose the format. */
  static Output parseForKnown(String text, String argument) {
    Place place = Place.parse(text);
    if (place.format().isEmpty() && !TensorFiles.hasKnownEnding(place.path())) {
      Place.wrongFormat(text, before -> TensorFiles.hasKnownEnding(Path.of(before)))
          .ifPresent(
              sentence -> {
                throw new EinkornException("For " + argument + ": " + sentence);
              });
    }
    return new Output(place, argument);
  }

  private boolean isStandardOutput() {
    return place.text().equals(STANDARD_OUTPUT);
  }

  /** Whether what is written keeps the format of the tensor. */
  boolean keepsFormat() {
    return !isStandardOutput() && TensorFiles.keepsFormat(place.path());
  }

  /** Refuses what could not be written, before work is done for it. */
  void check(int order) {
    place
        .format()
        .filter(f -> !f.equals(Tensor.AUTO))
        .ifPresent(format -> Input.about(argument, () -> Formats.parse(format, order)));
    if (!isStandardOutput()) {
      TensorFiles.checkWritable(place.path(), order);
    }
  }

  void write(Tensor tensor, PrintStream out) {
    if (isStandardOutput()) {
      ResultText.listing(tensor, out);
    } else {
      tensor.write(place.path());
    }
  }
}
