package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that chunks of positions cut: each is added up from parts, whoever gets to them first. */
class PositionSplitTest {
  private static final int ROWS = 3_000;
  private static final int COLUMNS = 60_000;

  private final int threads = Einkorn.threads();

  @AfterEach
  void restoreThreads() {
    Einkorn.threads(threads);
  }

  /** Rows of many chunks, of some pieces, of a few entries, and empty ones, next to each other. */
  private static Tensor skewed() {
    SplittableRandom random = new SplittableRandom(4);
    TensorBuilder matrix = Tensor.builder(ROWS, COLUMNS);
    for (int i = 0; i < ROWS; i++) {
      int length =
          switch (i) {
            case 0, 1_500 -> COLUMNS;
            case 1, 1_501, 2_999 -> 9_000;
            default -> i % 7 == 0 ? 0 : 100;
          };
      for (int k = 0; k < length; k++) {
        matrix.add(1 + random.nextInt(9), i, (int) ((long) k * COLUMNS / length));
      }
    }
    return matrix.build("csr");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          y(i) = A(i,j) * x(j)          | d  | i,j   | 16
          y(i) = A(i,j) * x(j)          | d  | i,j   | 4096
          C(i,k) = A(i,j) * x(j) * z(k) | dd | i,j,k | 1000
          """)
  void givesTheSameOnAnyNumberOfThreads(String statement, String format, String order, int piece) {
    double[] some = IntStream.range(0, COLUMNS).mapToDouble(j -> j % 5 - 1).toArray();
    Map<String, Tensor> tensors =
        Map.of("A", skewed(), "x", Tensor.vector(some), "z", Tensor.vector(1, 2, 3));
    Computation product = Einkorn.expression(statement).with(tensors).result(format);
    Kernel divided =
        product
            .schedule(
                "reorder("
                    + order
                    + "); fuse(i,j,f); pos(f,p,A(i,j)); split(p,p0,p1,"
                    + piece
                    + "); parallelize(p0,threads,boundary)")
            .compile();
    double[] expected = product.evaluate().toArray();
    for (int count : new int[] {1, 2, 3, 8}) {
      Einkorn.threads(count);
      for (int again = 0; again < 5; again++) {
        assertThat(divided.run(tensors).toArray()).as("%d threads", count).isEqualTo(expected);
      }
    }
  }
}
