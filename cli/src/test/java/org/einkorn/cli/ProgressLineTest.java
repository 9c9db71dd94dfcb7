package org.einkorn.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private static final long AN_HOUR = 3_600_000_000_000L;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Terminal terminal(boolean interactive) {
    PrintStream stream = new PrintStream(err, true, UTF_8);
    return new Terminal(stream, stream, interactive);
  }

  private String shown(boolean interactive, long patience) {
    try (ProgressLine line =
        new ProgressLine(terminal(interactive), patience, (percent, _) -> percent + " %")) {
      line.report(3, 64);
    }
    return err.toString(UTF_8);
  }

  @Test
  void theLineIsWipedAfterwards() {
    assertThat(shown(true, -1)).isEqualTo("\r4 %\r   \r");
  }

  @Test
  void nothingIsShownOfWhatIsShort() {
    assertThat(shown(true, AN_HOUR)).isEmpty();
  }

  @Test
  void nothingIsShownWhereNobodyWatches() {
    assertThat(shown(false, -1)).isEmpty();
  }
}
