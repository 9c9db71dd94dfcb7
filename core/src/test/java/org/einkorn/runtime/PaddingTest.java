package org.einkorn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.einkorn.Tensor;
import org.einkorn.TensorBuilder;
import org.einkorn.element.Constant;
import org.einkorn.element.ElementType;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.format.TensorType;
import org.einkorn.storage.CoordinateList;
import org.einkorn.storage.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a format stores only to fill its blocks, diagonals or rows is no entry. */
class PaddingTest {
  private static final List<String> SPARSE =
      List.of("csr", "csc", "dcsr", "dcsc", "coo", "cq:1,0", "hash", "bitmap", "ell", "csb(2)");

  /** Rows 1 and 3 and column 2 are empty. */
  private static TensorBuilder matrix(ElementType type) {
    return Tensor.builder(type, 5, 4).add(1, 0, 0).add(1, 0, 3).add(1, 2, 1).add(1, 4, 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dense",
        "dd:1,0",
        "sd",
        "sd:1,0",
        "dia",
        "bcsr(2,3)",
        "ell",
        "bitmap",
        "bd",
        "hash",
        "hd",
        "(i,j) -> (compressed(i/2), dense(j), dense(i%2))",
        "(i,j) -> (repeating(i/2), singleton(j/2), dense(i%2), dense(j%2))"
      })
  void paddingIsLeftBehind(String padded) {
    Tensor original = matrix(ElementType.FLOAT64).build("csr");
    for (String sparse : SPARSE) {
      Tensor back = original.to(padded).to(sparse);
      assertThat(back.entries().count()).as("%s to %s", padded, sparse).isEqualTo(4);
      assertThat(back.to("csr").stored()).isEqualTo(4);
      assertThat(back.toArray()).containsExactly(original.toArray());
    }
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void everyElementType(ElementType type) {
    Tensor dense = matrix(type).build("dense");
    assertThat(dense.to("csr").stored()).isEqualTo(4);
    assertThat(dense.to("dia").to("dcsc").stored()).isEqualTo(4);
    assertThat(dense.nonzeros().count()).isEqualTo(4);
    assertThat(dense.entries().count()).isEqualTo(20);
  }

  @Test
  void rowsThatAreEmptyAreNotStored() {
    for (String format : List.of("csr", "csc", "dense", "bcsr(2,2)", "ell")) {
      Tensor rows = matrix(ElementType.FLOAT64).build(format).to("sd");
      assertThat(rows.toString()).as(format).isEqualTo("5 x 4 float64 sd, 12 stored");
    }
    assertThat(matrix(ElementType.FLOAT64).build("csr").to("sd:1,0").stored()).isEqualTo(15);
  }

  @Test
  void zerosThatWereGivenStay() {
    TensorBuilder given = Tensor.builder(3, 3).add(0, 0, 1).add(2, 1, 1);
    for (String format : List.of("csr", "csc", "coo", "dcsr", "ell", "bitmap", "hash", "csb(2)")) {
      assertThat(given.build("csr").to(format).to("coo").stored()).as(format).isEqualTo(2);
      assertThat(given.build(format).pruned().to("coo").stored()).as(format).isEqualTo(1);
    }
    for (String format : List.of("dense", "dia", "bcsr(3,3)", "sd")) {
      assertThat(given.build("csr").to(format).to("coo").stored()).as(format).isEqualTo(1);
    }
  }

  @Test
  void paddingHasTheFillValue() {
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, 3, 4);
    list.add(0.0, 0, 1);
    list.add(7.0, 2, 2);
    Constant fill = Constant.of(7.0);
    Storage entries = withFill(Conversion.pack(list, Formats.coordinate(2)), fill);
    for (String padded : List.of("dense", "sd", "dia", "bcsr(2,2)")) {
      Storage there = Conversion.convert(entries, type(padded, fill));
      Storage back = Conversion.convert(there, type("csr", fill));
      assertThat((double[]) back.values()).as(padded).containsExactly(0);
    }
  }

  private static TensorType type(String format, Constant fill) {
    return new TensorType(ElementType.FLOAT64, Formats.parse(format, 2), fill);
  }

  private static Storage withFill(Storage tensor, Constant fill) {
    Format format = tensor.type().format();
    TensorType type = new TensorType(tensor.type().element(), format, fill);
    return new Storage(type, tensor.dimensions(), tensor.levels(), tensor.values());
  }

  @Test
  void tensorsOfHigherOrder() {
    Tensor tensor = Tensor.builder(3, 4, 5).add(1, 0, 1, 2).add(2, 2, 3, 4).build("csf");
    for (String padded : List.of("dense", "ssd", "sdd:2,0,1", "cqd", "dsd")) {
      Tensor back = tensor.to(padded).to("csf");
      assertThat(back.stored()).as(padded).isEqualTo(2);
      assertThat(Arrays.stream(back.toArray()).sum()).isEqualTo(3);
    }
    assertThat(tensor.to("dsd").to("ssd").stored()).isEqualTo(10);
    assertThat(tensor.to("sdd:2,0,1").entries().count()).isEqualTo(2);
  }
}
