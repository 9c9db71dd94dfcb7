package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FillTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  @TempDir Path folder;

  private static Tensor sparse() {
    return Tensor.builder(3, 4).add(5, 0, 1).add(-2, 2, 3).build("csr");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "A(i,j) + 1         ; 1         ; 2",
        "exp(A(i,j))        ; 1         ; 2",
        "log(abs(A(i,j)))   ; -Infinity ; 2",
        "A(i,j) == 0        ; 1         ; 2",
        "A(i,j) * 3         ; 0         ; 2",
        "A(i,j) > 0 ? 7 : 3 ; 3         ; 2"
      })
  void aResultHasTheFillThatItsExpressionGives(String right, double fill, int stored) {
    Tensor y = Einkorn.evaluate("y(i,j) = " + right, Map.of("A", sparse()));
    assertThat(y.fill()).isEqualTo(fill);
    assertThat(y.stored()).isEqualTo(stored);
    assertThat(y.get(1, 1)).isEqualTo(fill);
  }

  @Test
  void whatIsNotThereBeforeIsTheIdentity() {
    Tensor a = Tensor.matrix(new double[][] {{3, 7}, {9, 8}});
    assertThat(Einkorn.evaluate("y(i) min= A(i,j)", Map.of("A", a)).toArray())
        .containsExactly(3, 8);
    assertThat(Einkorn.evaluate("y(i) *= A(i,j)", Map.of("A", a)).toArray())
        .containsExactly(21, 72);
  }

  @ParameterizedTest
  @ValueSource(strings = {"csr", "csc", "coo", "dcsr", "dia", "ell", "bcsr(2,2)", "hash", "dd"})
  void everyFormatCarriesIt(String format) {
    Tensor a = sparse().to(format).filled(INF);
    double[] dense = {INF, 5, INF, INF, INF, INF, INF, INF, INF, INF, INF, -2};
    if (!format.equals("dd")) { // where all is stored there is no place left for it
      assertThat(a.toArray()).containsExactly(dense);
    }
    Tensor b = sparse().filled(INF).to(format);
    assertThat(b.toArray()).containsExactly(dense);
    assertThat(Einkorn.evaluate("m = min(i,j, A(i,j))", Map.of("A", b)).value()).isEqualTo(-2);
    assertThat(b.to("csr").stored()).isEqualTo(2);
  }

  @Test
  void filesHoldItOrRefuse() throws IOException {
    Tensor y = Einkorn.evaluate("y(i,j) = A(i,j) + 1", Map.of("A", sparse()));
    Path tns = folder.resolve("y.tns");
    y.write(tns);
    assertThat(Files.readAllLines(tns)).startsWith("# dims 3 4", "# fill 1", "1 2 6");
    Tensor again = Tensor.read(tns, "csr");
    assertThat(again.toArray()).containsExactly(y.toArray());
    assertThat(again.stored()).isEqualTo(2);
    Path mtx = folder.resolve("y.mtx");
    assertThatThrownBy(() -> y.write(mtx))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "y.mtx cannot hold a tensor that is 1.0 where nothing is stored: write it to a .tns"
                + " file, or in the format dense.");
    y.to("dense").write(mtx);
    assertThat(Tensor.read(mtx).toArray()).containsExactly(y.toArray());
    Files.writeString(tns, "# dims 2\n# fill in the rest later\n1 5\n");
    assertThat(Tensor.read(tns).toArray()).containsExactly(5, 0);
  }

  @Test
  void itStaysWhenSizesChangeAndWhereOneEntryIsRead() {
    Tensor x = Tensor.vector(1, 0, 2).to("s").filled(5);
    assertThat(x.resized(4).toArray()).containsExactly(1, 5, 2, 5);
    assertThat(Einkorn.evaluate("a = x(1)", Map.of("x", x)).value()).isEqualTo(5);
    assertThat(Einkorn.evaluate("y(i) = x(i) + x(1)", Map.of("x", x)).toArray())
        .containsExactly(6, 10, 7);
  }
}
