package org.einkorn.backend.x64;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the instructions of a processor can do.
 *
 * @param hasAvx512 whether there are 32 vector registers of 64 bytes, or else 16 of 32
 */
record Processor(boolean hasAvx512) {
  private static final Path DESCRIPTION = Path.of("/proc/cpuinfo");
  private static final String FEATURES = "flags";
  private static final Set<String> AVX2 = Set.of("avx2", "bmi1", "bmi2");
  private static final Set<String> AVX512 = Set.of("avx512f", "avx512dq", "avx512bw", "avx512vl");

  private static final Optional<Processor> PRESENT = find();

  /** This machine's, if it has what is needed and this JVM may run code that it makes. */
  static Optional<Processor> present() {
    return PRESENT;
  }

  private static Optional<Processor> find() {
    boolean possible =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64")
            && Processor.class.getModule().isNativeAccessEnabled();
    return possible ? features().flatMap(Processor::with) : Optional.empty();
  }

  /** What the system says that programs may use. */
  private static Optional<Set<String>> features() {
    try (Stream<String> lines = Files.lines(DESCRIPTION)) {
      return lines
          .filter(line -> line.startsWith(FEATURES))
          .findFirst()
          .map(
              line ->
                  new HashSet<>(
                      List.of(line.substring(line.indexOf(':') + 1).strip().split(" +"))));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  static Optional<Processor> with(Set<String> features) {
    return features.containsAll(AVX2)
        ? Optional.of(new Processor(features.containsAll(AVX512)))
        : Optional.empty();
  }

  int vectorBytes() {
    return hasAvx512 ? 64 : 32;
  }

  int vectorRegisters() {
    return hasAvx512 ? 32 : 16;
  }
}
