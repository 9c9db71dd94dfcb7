package org.einkorn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.einkorn.element.ElementType;
import org.einkorn.format.Formats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TensorTest {
  @TempDir Path folder;

  private static void refused(ThrowingCallable action, String sentence) {
    assertThatThrownBy(action).isInstanceOf(EinkornException.class).hasMessage(sentence);
  }

  private static TensorBuilder matrix() {
    return Tensor.builder(3, 4).add(2.5, 2, 0).add(1, 0, 3).add(-1, 2, 2);
  }

  @Test
  void denseTensors() {
    assertThat(Tensor.scalar(2.5).value()).isEqualTo(2.5);
    assertThat(Tensor.vector(1, 2, 3).get(1)).isEqualTo(2);
    assertThat(Tensor.vector().dimensions()).containsExactly(0);
    Tensor matrix = Tensor.matrix(new double[][] {{1, 2, 3}, {4, 5, 6}});
    assertThat(matrix.dimensions()).containsExactly(2, 3);
    assertThat(matrix.get(1, 0)).isEqualTo(4);
    assertThat(Tensor.matrix(new double[0][]).dimensions()).containsExactly(0, 0);
    Tensor cube = Tensor.dense(new double[] {1, 2, 3, 4, 5, 6, 7, 8}, 2, 2, 2);
    assertThat(cube.get(1, 0, 1)).isEqualTo(6);
    assertThat(cube.order()).isEqualTo(3);
    assertThat(cube.bytes()).isEqualTo(64);
  }

  @Test
  void valuesAreCopied() {
    double[] values = {1, 2};
    Tensor x = Tensor.vector(values);
    values[0] = 5;
    assertThat(x.toArray()).containsExactly(1, 2);
    x.toArray()[0] = 5;
    assertThat(x.toArray()).containsExactly(1, 2);
  }

  @Test
  void sizesThatCannotBe() {
    refused(
        () -> Tensor.dense(new double[3], 2, 2),
        "A dense tensor of size 2 x 2 has 4 values, not 3.");
    refused(
        () -> Tensor.dense(new double[1], -1, -1),
        "A tensor cannot have size -1 x -1; a size is 0 or more.");
    refused(
        () -> Tensor.dense(new double[1], 2_000_000_000, 2_000_000_000, 2_000_000_000),
        "A dense tensor of size 2000000000 x 2000000000 x 2000000000 has"
            + " 8000000000000000000000000000 values, not 1.");
    refused(() -> Tensor.builder(3, -4), "A tensor cannot have size 3 x -4; a size is 0 or more.");
    refused(
        () -> Tensor.builder(3).build().resized(-1),
        "A tensor cannot have size -1; a size is 0 or more.");
    refused(
        () -> Tensor.matrix(new double[][] {{1, 2}, {3}}), "Row 1 has 1 entries but row 0 has 2.");
    double[][] rows = new double[1 << 16][];
    Arrays.fill(rows, new double[1 << 16]);
    assertThatThrownBy(() -> Tensor.matrix(rows))
        .isInstanceOf(EinkornException.class)
        .hasMessageStartingWith(
            "A matrix of size 65536 x 65536 would take 34.4 GB as dense, more than");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dense", "csr", "csc", "dcsr", "dcsc", "coo", "sd", "ss:1,0", "dd:1,0"})
  void everyFormatHoldsTheSame(String format) {
    Tensor a = matrix().build(format);
    assertThat(a.format()).isEqualTo(Formats.parse(format, 2));
    assertThat(a.toArray()).containsExactly(0, 0, 0, 1, 0, 0, 0, 0, 2.5, 0, -1, 0);
    assertThat(a.get(2, 2)).isEqualTo(-1);
    assertThat(a.get(1, 1)).isZero();
    assertThat(a.to("csr").to(format).toArray()).isEqualTo(a.toArray());
    List<String> nonzeros = new ArrayList<>();
    a.forEach(
        (at, value) -> {
          if (value != 0) {
            nonzeros.add(Arrays.toString(at) + value);
          }
        });
    assertThat(nonzeros).containsExactly("[0, 3]1.0", "[2, 0]2.5", "[2, 2]-1.0");
  }

  @Test
  void formatsThatAreNotNamed() {
    assertThat(matrix().build().format()).isEqualTo(Formats.csr());
    assertThat(Tensor.builder(2, 2, 2).build().format()).isEqualTo(Formats.csf(3));
  }

  @Test
  void whatIsAddedTwiceIsSummed() {
    assertThat(Tensor.builder(2).add(1, 1).add(2, 1).build().toArray()).containsExactly(0, 3);
    TensorBuilder large =
        Tensor.builder(ElementType.INT64, 2, 2).add(Long.MAX_VALUE, 1, 0).add(1, 1, 0);
    refused(
        () -> large.build("csr"),
        "The values at coordinate [1, 0], counted from 0, have a sum that int64 cannot hold.");
    TensorBuilder small = Tensor.builder(ElementType.INT32, 2).add(Integer.MIN_VALUE, 1).add(-1, 1);
    refused(
        () -> small.build(),
        "The values at coordinate [1], counted from 0, have a sum that int32 cannot hold.");
    TensorBuilder flags = Tensor.builder(ElementType.BOOL, 2).add(1, 1).add(1, 1);
    assertThat(flags.build().toArray()).containsExactly(0, 1);
  }

  @Test
  void duplicatesOfAFileThatSumToTooMuch() throws IOException {
    Path file = folder.resolve("a.mtx");
    Files.writeString(
        file,
        "%%MatrixMarket matrix coordinate integer general\n"
            + "2 2 2\n2 1 9223372036854775807\n2 1 1\n");
    refused(
        () -> Tensor.read(file),
        "The values at coordinate [1, 0], counted from 0, have a sum that int64 cannot hold.");
  }

  @Test
  void valuesThatTheTypeCannotHold() {
    TensorBuilder int32 = Tensor.builder(ElementType.INT32, 9);
    refused(() -> int32.add(3e9, 0), "A tensor of int32 cannot hold the value 3000000000.");
    refused(
        () -> int32.add(3_000_000_000L, 0), "A tensor of int32 cannot hold the value 3000000000.");
    refused(() -> int32.add(Double.NaN, 0), "A tensor of int32 cannot hold the value NaN.");
    TensorBuilder int64 = Tensor.builder(ElementType.INT64, 9);
    refused(() -> int64.add(1.5, 0), "A tensor of int64 cannot hold the value 1.5.");
    refused(
        () -> int64.add(0x1p63, 0),
        "A tensor of int64 cannot hold the value 9.223372036854776E18.");
    TensorBuilder bool = Tensor.builder(ElementType.BOOL, 9);
    refused(() -> bool.add(2, 0), "A tensor of bool cannot hold the value 2.");
    refused(() -> bool.add(0.5, 0), "A tensor of bool cannot hold the value 0.5.");
    TensorBuilder float32 = Tensor.builder(ElementType.FLOAT32, 9);
    refused(() -> float32.add(1e39, 0), "A tensor of float32 cannot hold the value 1.0E39.");
    assertThat(float32.add(0.1, 1).build().get(1)).isEqualTo(0.1f);
    assertThat(int64.add(-0x1p63, 1).build().getLong(1)).isEqualTo(Long.MIN_VALUE);
    assertThat(int32.build().stored()).isZero();
  }

  @Test
  void coordinatesThatAreNone() {
    refused(
        () -> Tensor.builder(3, 4).add(1, 3, 0),
        "Coordinate [3, 0] lies outside a tensor of size [3, 4].");
    refused(
        () -> Tensor.builder(3, 4).add(1, 0),
        "An entry of a tensor of order 2 needs as many coordinates, not 1.");
    refused(() -> Tensor.vector(1).get(1), "Coordinate [1] is not one of a tensor of size 1.");
    refused(
        () -> Tensor.vector(1).getLong(-1), "Coordinate [-1] is not one of a tensor of size 1.");
  }

  @Test
  void longsAreExact() {
    long odd = (1L << 53) + 1;
    Tensor x = Tensor.builder(ElementType.INT64, 5).add(odd, 3).build("s");
    assertThat(x.getLong(3)).isEqualTo(odd);
    assertThat(x.getLong(2)).isZero();
    Tensor sum = x.at(Index.of("i")).into();
    assertThat(sum.longValue()).isEqualTo(odd);
    assertThat(Tensor.scalar(7).longValue()).isEqualTo(7);
    assertThat(Tensor.vector(1, 8).getLong(1)).isEqualTo(8);
    refused(
        () -> Tensor.scalar(1.5).longValue(), "The value 1.5 is no integer that int64 can hold.");
    refused(
        () -> Tensor.vector(1e300).getLong(0),
        "The value 1.0E300 is no integer that int64 can hold.");
    refused(
        () -> Tensor.vector(1, 2).longValue(),
        "Only a scalar is one value; this tensor has size 2.");
    refused(
        () -> Tensor.vector(1, 2).value(), "Only a scalar is one value; this tensor has size 2.");
  }

  @Test
  void filesKeepTheTensor() {
    Path file = folder.resolve("a.tns.gz");
    matrix().build("csc").write(file);
    assertThat(Tensor.read(file).toArray()).isEqualTo(matrix().build().toArray());
    assertThat(Tensor.read(file, "coo").toString()).isEqualTo("3 x 4 float64 coo, 3 stored");
  }

  @Test
  void nullIsNoArgument() {
    assertThatThrownBy(() -> Tensor.read(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("a tensor is read from a path, not from null");
    assertThatThrownBy(() -> Tensor.vector(1).write(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("a tensor is written to a path, not to null");
    assertThatThrownBy(() -> Einkorn.expression(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("a statement is a text, not null");
    assertThatThrownBy(() -> Einkorn.expression("a = x(i)").with("x", null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("tensor x is null");
    assertThatThrownBy(() -> Einkorn.einsum("i->i", (Tensor) null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("tensor T1 is null");
    assertThatThrownBy(() -> Index.of(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("an index has a name, not null");
  }
}
