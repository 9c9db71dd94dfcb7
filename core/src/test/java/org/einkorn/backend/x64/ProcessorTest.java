package org.einkorn.backend.x64;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.einkorn.element.ElementType;
import org.junit.jupiter.api.Test;

class ProcessorTest {
  private static final Path DESCRIPTION = Path.of("/proc/cpuinfo");

  /** Other tests run only where machine code does: they must not be left out by mistake. */
  @Test
  void thereIsMachineCodeWhereItCanBe() throws Exception {
    assumeTrue(System.getProperty("os.name").equals("Linux"));
    assumeTrue(System.getProperty("os.arch").equals("amd64"));
    String description = Files.readString(DESCRIPTION);
    assumeTrue(description.matches("(?s).*\\bavx2\\b.*"));
    assertThat(MachineCode.isPresent())
        .as("in a JVM that was started with --enable-native-access")
        .isTrue();
    boolean long512 = description.matches("(?s).*\\bavx512dq\\b.*");
    assertThat(MachineCode.lanes(ElementType.FLOAT64)).isEqualTo(long512 ? 8 : 4);
    assertThat(MachineCode.lanes(ElementType.INT32)).isEqualTo(long512 ? 16 : 8);
    assertThat(MachineCode.lanes(ElementType.BOOL)).isEqualTo(1);
  }

  @Test
  void allFeaturesThatAreUsedMustBeThere() {
    assertThat(Processor.with(Set.of("sse2", "avx"))).isEmpty();
    assertThat(Processor.with(Set.of("avx2", "bmi1"))).isEmpty();
    assertThat(with("")).contains(new Processor(false));
    assertThat(with("avx512f")).contains(new Processor(false));
    assertThat(with("avx512f avx512dq avx512bw")).contains(new Processor(false));
    assertThat(with("avx512f avx512dq avx512bw avx512vl")).contains(new Processor(true));
  }

  /** A processor with these features besides those that all must have. */
  private static Optional<Processor> with(String more) {
    return Processor.with(Set.of(("avx2 bmi1 bmi2 " + more).strip().split(" ")));
  }
}
