package org.example.levels;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.einkorn.Einkorn;
import org.einkorn.Tensor;
import org.einkorn.format.LevelFormat;
import org.einkorn.format.LevelFormatContract;
import org.einkorn.format.Levels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A level format that core does not know keeps the contract and works wherever others do. */
class ReversedLevelTest extends LevelFormatContract {
  @Override
  protected LevelFormat level() {
    return Levels.all().stream().filter(l -> l instanceof ReversedLevel).findFirst().orElseThrow();
  }

  private static Tensor matrix(String format) {
    return Tensor.builder(3, 4).add(1, 0, 0).add(2, 0, 3).add(3, 2, 1).add(4, 2, 2).build(format);
  }

  @Test
  void isAnOperandAndAResult() {
    Map<String, Tensor> inputs =
        Map.of("A", matrix("dr"), "B", matrix("csr"), "x", Tensor.vector(1, 10, 100, 1000));
    Tensor y = Einkorn.evaluate("y(i) = A(i,j) * x(j)", inputs);
    assertThat(y.toArray()).containsExactly(2001, 0, 430);
    Tensor c = Einkorn.evaluate("C(i,j) = A(i,j) + B(i,j)", inputs).to("rr");
    assertThat(c.toArray()).containsExactly(2, 0, 0, 4, 0, 0, 0, 0, 0, 6, 8, 0);
    assertThat(c.stored()).isEqualTo(4);
  }

  @Test
  void isReadWrittenAndPrinted(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("a.mtx");
    matrix("rr:1,0").write(file);
    assertThat(Files.readAllLines(file)).contains("3 4 4", "1 1 1", "1 4 2", "3 2 3", "3 3 4");
    Tensor read = Tensor.read(file, "(i,j) -> (dense(i/2), reversed(j), dense(i%2))");
    assertThat(read.toArray()).isEqualTo(matrix("csr").toArray());
    assertThat(read.toString())
        .contains("(i,j) -> (dense(i/2), reversed(j), dense(i%2))")
        .contains("3 x 4");
    assertThat(matrix("dr:1,0").format().toString()).isEqualTo("dr:1,0");
  }
}
