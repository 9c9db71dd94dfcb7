package org.einkorn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.cli.Ran.einkorn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainTest {
  private static final String PRODUCT = "C(i,j) = A(i,k) * A(k,j)";
  private static final String EYE = "A=eye(50)";

  @Test
  void saysWhatWasChosenAndWhatNot() {
    Ran ran = einkorn("explain", PRODUCT, EYE);
    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains("A  float64 csr, 50 x 50, 50 values")
        .contains("loop order: i, k, j\n", "Runner-up: ", "w(j): table");
    assertThat(ran.out()).doesNotContain("What a run showed");
  }

  @Test
  void analyzesARun() {
    Ran ran = einkorn("explain", PRODUCT, EYE, "--analyze");
    assertThat(ran.out())
        .contains("  read  ", "  convert  ", "  compile  ", "  compute first  ", "  compute best  ")
        .containsPattern("values stored: 50, estimated \\d+\n")
        .containsPattern("bytes moved: at least .* of the memory bandwidth of .* a second");
  }

  @Test
  void writesJson() {
    Ran ran = einkorn("explain", PRODUCT, EYE, "--json", "--analyze");
    assertThat(ran.out())
        .startsWith("{\n  \"statement\": \"C(i,j) = A(i,k) * A(k,j)\",\n")
        .contains("\"seconds\": {\n      \"read\": ", "\"stored\": 50,");
  }

  @Test
  void drawsAPicture(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("plan.svg");
    assertThat(einkorn("explain", PRODUCT, EYE, "--svg", file.toString()).code()).isZero();
    assertThat(Files.readString(file)).startsWith("<svg").endsWith("</svg>\n");
  }

  @Test
  void aPictureThatCannotBeWrittenIsRefused(@TempDir Path folder) {
    Path file = folder.resolve("no/such/folder.svg");
    Ran ran = einkorn("explain", PRODUCT, EYE, "--svg", file.toString());
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("The picture cannot be written to " + file);
  }

  @Test
  void theResultsFormatCanBeGiven() {
    assertThat(einkorn("explain", PRODUCT, EYE, "-f", "dcsr").out()).contains("C  float64 dcsr");
    assertThat(einkorn("explain", PRODUCT, EYE, "-f", "C=dcsc").out()).contains("C  float64 dcsc");
    einkorn("explain", PRODUCT)
        .refused(
            "Tensor A of 'C(i,j) = A(i,k) * A(k,j)' is not given; add for example A=FILE or"
                + " A='random(10,10)'.");
  }
}
