package org.einkorn.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.einkorn.Tensor;
import org.einkorn.TensorBuilder;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.storage.CoordinateList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatAdviceTest {
  private static final int SIZE = 600;

  private static CoordinateList matrix() {
    return new CoordinateList(ElementType.FLOAT64, SIZE, SIZE);
  }

  private static CoordinateList random(int count, int rows, int columns) {
    SplittableRandom random = new SplittableRandom(7);
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, rows, columns);
    for (int k = 0; k < count; k++) {
      list.add(1.0, random.nextInt(rows), random.nextInt(columns));
    }
    return list;
  }

  private static String advice(CoordinateList entries) {
    return FormatAdvice.of(entries).toString();
  }

  @Test
  void nothingSpecialIsCsr() {
    assertThat(advice(random(3000, SIZE, SIZE)))
        .isEqualTo(
            "csr, because only 0.83 % of it is nonzero, and no diagonals, blocks or empty rows are"
                + " worth using");
  }

  @Test
  void fullIsDense() {
    assertThat(advice(random(SIZE * SIZE, SIZE, SIZE)))
        .isEqualTo("dense, because 63.3 % of it is nonzero, so coordinates would not pay");
  }

  @Test
  void stencilsAreDiagonals() {
    CoordinateList list = matrix();
    for (int i = 0; i < SIZE; i++) {
      for (int offset : new int[] {-20, -1, 0, 1, 20}) {
        if (i + offset >= 0 && i + offset < SIZE && !(offset == 1 && i % 20 == 19)) {
          list.add(1.0, i, i + offset);
        }
      }
    }
    assertThat(advice(list))
        .isEqualTo("dia, because its nonzeros fill 99 % of the 5 diagonals that they lie on");
    Statistics.Matrix structure = FormatAdvice.of(list).statistics().matrix().orElseThrow();
    assertThat(structure.bandwidth()).isEqualTo(20);
    assertThat(structure.diagonals()).isEqualTo(5);
  }

  @Test
  void shortRowsOfTheSameLength() {
    CoordinateList list = matrix();
    for (int k = 0; k < 3 * SIZE; k++) {
      list.add(1.0, k / 3, k * 137 % SIZE);
    }
    assertThat(advice(list))
        .isEqualTo("ell, because its rows have about as many nonzeros each, 3.0 on average");
  }

  @Test
  void manyDiagonalsTakeLongerThanRows() {
    CoordinateList list = matrix();
    for (int k = 0; k < 31 * SIZE; k++) {
      int i = k / 31;
      int j = i + 7 * (k % 31 - 15);
      if (j >= 0 && j < SIZE) {
        list.add(1.0, i, j);
      }
    }
    assertThat(FormatAdvice.of(list).recommended().format()).isEqualTo(Formats.csr());
  }

  @Test
  void blocks() {
    CoordinateList list = matrix();
    SplittableRandom random = new SplittableRandom(3);
    for (int k = 0; k < 500; k++) {
      int row = 3 * random.nextInt(SIZE / 3);
      int column = 3 * random.nextInt(SIZE / 3);
      for (int place = 0; place < 9; place++) {
        list.add(1.0, row + place / 3, column + place % 3);
      }
    }
    assertThat(advice(list))
        .isEqualTo(
            "bcsr(3,3), because its nonzeros fill 100 % of the blocks of 3 x 3 that they lie in");
  }

  @Test
  void emptyRowsAreLeftOut() {
    CoordinateList few = matrix();
    for (int k = 0; k < 300; k++) {
      few.add(1.0, 20 * (k / 10), 7 * k % SIZE);
    }
    assertThat(advice(few)).isEqualTo("dcsr, because only 30 of its 600 rows have nonzeros");
    assertThat(advice(random(1000, 1_000_000, 1_000_000)))
        .isEqualTo("coo, because a row with nonzeros has only 1.0 on average");
    CoordinateList rows = matrix();
    CoordinateList columns = matrix();
    for (int i : new int[] {4, 100, 500}) {
      for (int j = 0; j < SIZE; j++) {
        rows.add(1.0, i, j);
        columns.add(1.0, j, i);
      }
    }
    assertThat(advice(rows))
        .isEqualTo("sd, because only 3 of its 600 rows have nonzeros, which are 100 % full");
    assertThat(advice(columns))
        .isEqualTo("sd:1,0, because only 3 of its 600 columns have nonzeros, which are 100 % full");
  }

  @Test
  void vectorsAndTensors() {
    CoordinateList vector = new CoordinateList(ElementType.FLOAT64, 100);
    vector.add(1.0, 7);
    assertThat(advice(vector))
        .isEqualTo(
            "b, because only 1 % of it is nonzero, and a bit for each place says so at once");
    for (int i = 0; i < 50; i++) {
      vector.add(1.0, i);
    }
    assertThat(advice(vector))
        .isEqualTo("d, because 50 % of it is nonzero, so coordinates would not pay");
    CoordinateList longVector = new CoordinateList(ElementType.FLOAT64, 1_000_000_000);
    longVector.add(1.0, 7);
    assertThat(advice(longVector)).isEqualTo("s, because only 0.0000001 % of it is nonzero");
    CoordinateList tensor = new CoordinateList(ElementType.FLOAT64, 20, 20, 20);
    for (int k = 0; k < 20; k++) {
      tensor.add(1.0, 3, 4, k);
      tensor.add(1.0, 8, 0, k);
    }
    assertThat(advice(tensor))
        .isEqualTo("csf, because only 0.5 % of it is nonzero, and its entries share coordinates");
  }

  @Test
  void nothingAtAll() {
    assertThat(advice(matrix())).isEqualTo("dcsr, because it has no nonzeros");
    assertThat(advice(new CoordinateList(ElementType.FLOAT64, 0, 5)))
        .isEqualTo("dcsr, because it has no nonzeros");
    assertThat(advice(new CoordinateList(ElementType.FLOAT64, 3)))
        .isEqualTo("s, because it has no nonzeros");
    assertThat(Tensor.scalar(3).advice().toString())
        .isEqualTo("scalar, because a scalar is one value");
  }

  @Test
  void statistics() {
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, 4, 6);
    list.add(1.0, 3, 5);
    list.add(1.0, 3, 0);
    list.add(1.0, 0, 0);
    list.add(2.0, 0, 0);
    Statistics statistics = FormatAdvice.of(list).statistics();
    assertThat(statistics.nonzeros()).isEqualTo(3);
    assertThat(statistics.density()).isEqualTo(3 / 24.0);
    assertThat(statistics.modes())
        .containsExactly(new Statistics.Mode(4, 2, 2), new Statistics.Mode(6, 2, 2));
    Statistics.Matrix matrix = statistics.matrix().orElseThrow();
    assertThat(matrix.bandwidth()).isEqualTo(3);
    assertThat(matrix.diagonals()).isEqualTo(3);
    assertThat(matrix.diagonalFill()).isEqualTo(3 / 9.0);
    assertThat(matrix.blocks().getFirst()).isEqualTo(new Statistics.Blocks(2, 3, 0.25));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dense",
        "csr",
        "csc",
        "dcsr",
        "dcsc",
        "sd",
        "sd:1,0",
        "coo",
        "dia",
        "ell",
        "hash",
        "bitmap",
        "hs",
        "bs",
        "bcsr(3,3)",
        "bcsr(2,5)",
        "csb(4)",
        "(i,j) -> (repeating(i/4), singleton(j/4), dense(i%4), dense(j%4))",
        "(i,j) -> (compressed(i/4), compressed(j/4), dense(i%4), dense(j%4))"
      })
  void bytesAreKnownBeforeAFormatIsBuilt(String format) {
    for (CoordinateList list :
        new CoordinateList[] {
          random(60, 17, 23), random(0, 5, 5), random(3, 2000, 3000), random(400, 20, 10)
        }) {
      Tensor stored = Tensor.of(list, Formats.parse(format, 2));
      CoordinateList distinct = Tensor.of(list, Formats.csr()).entries();
      Footprint footprint =
          Footprint.of(distinct, TensorType.of(list.type(), Formats.parse(format, 2)));
      assertThat(footprint.bytes()).as(stored.toString()).isEqualTo(stored.bytes());
    }
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void everyChoiceTakesWhatIsSaid(ElementType type) {
    CoordinateList list = new CoordinateList(type, 9, 8, 7);
    SplittableRandom random = new SplittableRandom(5);
    for (int k = 0; k < 80; k++) {
      list.add(1.0, random.nextInt(9), random.nextInt(8), random.nextInt(7));
    }
    FormatAdvice advice = FormatAdvice.of(list);
    assertThat(advice.choices()).hasSize(5);
    for (FormatAdvice.Choice choice : advice.choices()) {
      assertThat(Tensor.of(list, choice.format()).bytes())
          .as(choice.toString())
          .isEqualTo((long) choice.bytes());
    }
  }

  @Test
  void hugeSparseMatricesAreMeasuredToo() {
    CoordinateList list = random(100, Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertThat(advice(list)).isEqualTo("coo, because a row with nonzeros has only 1.0 on average");
  }

  @Test
  void autoIsTheRecommendation() {
    Tensor dense = Tensor.builder(30, 40).add(1, 2, 3).build("dense");
    Tensor sparse = dense.to("auto");
    assertThat(sparse.toString()).isEqualTo("30 x 40 float64 coo, 1 stored");
    assertThat(sparse.toArray()).containsExactly(dense.toArray());
    assertThat(dense.statistics().nonzeros()).isEqualTo(1);
    TensorBuilder diagonal = Tensor.builder(9, 9);
    for (int i = 0; i < 9; i++) {
      diagonal.add(1, i, i);
    }
    assertThat(diagonal.build("auto").toString()).isEqualTo("9 x 9 float64 dia, 9 stored");
    assertThat(Stream.of(sparse, dense).map(t -> t.advice().recommended().format()).distinct())
        .hasSize(1);
  }
}
