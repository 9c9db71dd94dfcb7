package org.einkorn.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

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

  /**
   * Files not yet complete; should the JVM be stopped meanwhile, as by Ctrl-C, they are deleted.
   */
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Replacement::deleteUnfinished));
  }

  private Replacement() {}

  private static void deleteUnfinished() {
    for (Path path : UNFINISHED) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        // The file stays, under a name that says what it is.
      }
    }
  }

  static void write(Path path, Content content) throws IOException {
    // What a link points to is replaced, not the link.
    Path target = Files.exists(path) ? path.toRealPath() : path;
    Path beside =
        target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    UNFINISHED.add(beside);
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
      UNFINISHED.remove(beside);
    }
  }
}
