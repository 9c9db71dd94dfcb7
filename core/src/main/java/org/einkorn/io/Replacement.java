package org.einkorn.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes a file beside its target and renames it when it is complete, so that nobody ever sees half
 * a file and a failure leaves the old one as it was.
 */
final class Replacement {
  /** Writes the content of a file. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private Replacement() {}

  static void write(Path path, Content content) throws IOException {
    // What a link points to is replaced, not the link.
    Path target = Files.exists(path) ? path.toRealPath() : path;
    Path beside =
        target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      try (OutputStream out =
          new BufferedOutputStream(
              Files.newOutputStream(
                  beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              1 << 16)) {
        content.writeTo(out);
      }
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      // After the rename there is nothing left to delete.
      Files.deleteIfExists(beside);
    }
  }
}
