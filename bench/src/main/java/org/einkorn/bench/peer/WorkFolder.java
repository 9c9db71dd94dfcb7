package org.einkorn.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where compiled shims and data for other processes lie, shared by all processes of a run. */
public final class WorkFolder {
  private static final String PROPERTY = "einkorn.bench.work";

  private WorkFolder() {}

  /** Makes the folder for this process and those it starts; it goes away with this process. */
  public static Path make() throws IOException {
    Path folder = Files.createTempDirectory("einkorn-bench");
    System.setProperty(PROPERTY, folder.toString());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
    return folder;
  }

  static Path path() {
    return Path.of(System.getProperty(PROPERTY, System.getProperty("java.io.tmpdir")));
  }

  static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : innermostFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
