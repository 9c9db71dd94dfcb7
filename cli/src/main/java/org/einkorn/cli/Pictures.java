package org.einkorn.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.einkorn.EinkornException;

/** Writes pictures to files. */
final class Pictures {
  private Pictures() {}

  static void write(String svg, Path file) {
    try {
      Files.writeString(file, svg);
    } catch (IOException e) {
      throw new EinkornException(
          "The picture cannot be written to "
              + file
              + (e instanceof NoSuchFileException
                  ? ": there is no such folder."
                  : ": " + e.getMessage() + "."),
          e);
    }
  }
}
