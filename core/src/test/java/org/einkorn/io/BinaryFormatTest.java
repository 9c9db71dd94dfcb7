package org.einkorn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.zip.CRC32C;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;
import org.junit.jupiter.api.Test;

/** What {@code BinaryFilesTest} does not draw: what is said of wrong files, and large ones. */
class BinaryFormatTest extends FileTest {
  private static final int VERSION_AT = 8;
  private static final int CHECKSUM_AT = 16;

  private Path written(String name, Tensor tensor) {
    Path file = directory.resolve(name);
    tensor.write(file);
    return file;
  }

  private byte[] bytes() throws IOException {
    return Files.readAllBytes(
        written("T.ek", Tensor.builder(3, 4).add(2.5, 0, 1).add(-1, 2, 3).build("csc")));
  }

  private void refused(byte[] bytes, String message) {
    Path file = file("T.ek", bytes);
    assertThatThrownBy(() -> TensorFiles.read(file))
        .isInstanceOf(EinkornException.class)
        .hasMessage(message);
  }

  @Test
  void keepsFormatTypeAndFill() {
    Tensor tensor = Tensor.builder(ElementType.INT64, 3, 4).add(7, 2, 1).build("csc").filled(-1);
    Tensor back = Tensor.read(written("T.ek", tensor));
    assertThat(back)
        .hasToString(tensor.toString())
        .hasToString("3 x 4 int64 csc fill -1, 1 stored");
    assertThat(back.get(2, 1)).isEqualTo(7);
    assertThat(back.get(0, 0)).isEqualTo(-1);
    assertThat(Tensor.read(directory.resolve("T.ek"), "dcsr"))
        .hasToString("3 x 4 int64 dcsr fill -1, 1 stored");
    assertThat(Tensor.read(written("S.EK.gz", Tensor.scalar(2.5))).value()).isEqualTo(2.5);
  }

  @Test
  void aListIsStoredInOrder() {
    CoordinateList list = new CoordinateList(ElementType.FLOAT32, 2, 2);
    list.add(1.5, 1, 0);
    list.add(2.5, 0, 1);
    Path file = directory.resolve("T.ek");
    TensorFiles.write(file, list);
    FileContent content = TensorFiles.read(file);
    assertThat(content.storage().type()).hasToString("float32 coo");
    assertThat(show(content.entries())).containsExactly("0,1=2.5", "1,0=1.5");
  }

  @Test
  void refusesOtherFiles() {
    String message =
        "T.ek is no tensor file of Einkorn, although its name ends so: it starts otherwise. Make"
            + " one with einkorn convert.";
    refused(new byte[0], "T.ek is empty; make it anew with einkorn convert.");
    refused("1 1 2.5\n".getBytes(StandardCharsets.US_ASCII), message);
    refused(new byte[1000], message);
  }

  @Test
  void refusesOtherVersions() throws IOException {
    byte[] bytes = bytes();
    bytes[VERSION_AT] = 7;
    refused(
        bytes,
        "T.ek is written in version 7 of the format, and this Einkorn reads version 1: read it"
            + " with the one that wrote it and convert it to .tns, or get a newer one.");
  }

  @Test
  void refusesDamagedFiles() throws IOException {
    byte[] bytes = bytes();
    assertThat(bytes.length % BinaryArray.ALIGNMENT).isZero();
    byte[] damaged = bytes.clone();
    damaged[30] ^= 4;
    int header = bytes.length - 3 * BinaryArray.ALIGNMENT;
    refused(
        damaged,
        "T.ek is damaged between byte 0 and byte "
            + header
            + ", where its checksum is wrong: copy or write it once more.");
    damaged = bytes.clone();
    damaged[bytes.length - 1] ^= 4;
    refused(
        damaged,
        "T.ek is damaged between byte "
            + (bytes.length - BinaryArray.ALIGNMENT)
            + " and byte "
            + bytes.length
            + ", where its checksum is wrong: copy or write it once more.");
    for (int length : new int[] {10, 40, bytes.length - 1}) {
      refused(
          Arrays.copyOf(bytes, length),
          "T.ek ends after " + length + " bytes, in the middle: copy or write it once more.");
    }
    refused(
        Arrays.copyOf(bytes, bytes.length + 1),
        "T.ek goes on after byte "
            + bytes.length
            + ", where it should end: copy or write it once more.");
  }

  /** As a program would that means no harm, but has levels of its own. */
  @Test
  void refusesFormatsThatAreNotThere() throws IOException {
    byte[] bytes = bytes();
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    byte[] other = text.replace("compressed", "compacted_").getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer header = ByteBuffer.wrap(other).order(ByteOrder.LITTLE_ENDIAN);
    CRC32C checksum = new CRC32C();
    checksum.update(other, 0, CHECKSUM_AT);
    int start = CHECKSUM_AT + Integer.BYTES;
    checksum.update(other, start, header.getInt(VERSION_AT + 4) - start);
    header.putInt(CHECKSUM_AT, (int) checksum.getValue());
    Path file = file("T.ek", other);
    assertThatThrownBy(() -> TensorFiles.read(file))
        .isInstanceOf(EinkornException.class)
        .message()
        .startsWith("T.ek holds a tensor in a format that is not known here: In format '(i,j)")
        .contains("expected a level format, one of dense, compressed,")
        .endsWith("Put the jar with that level format on the class path.");
  }

  @Test
  void refusesDamagedCompression() throws IOException {
    Path file = written("T.ek.gz", Tensor.vector(1, 2, 3));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> TensorFiles.read(file))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            file
                + " cannot be read: its gzip data are damaged or cut off; copy or write it again.");
  }

  /** Large enough to be mapped, and for blocks of several arrays. */
  private Tensor large() {
    CoordinateList list = new CoordinateList(ElementType.FLOAT64, 2_000, 2_000);
    for (int k = 0; k < 1_000_000; k++) {
      list.add(k / 7.0, k / 500, (k % 500) * 4);
    }
    return Tensor.of(list, Tensor.defaultFormat(2));
  }

  @Test
  void largeFilesToo() throws IOException {
    Tensor tensor = large();
    Path file = written("T.ek", tensor);
    List<Long> reports = new ArrayList<>();
    FileContent content =
        TensorFiles.read(
            file,
            (done, total) -> {
              assertThat(total).isEqualTo(file.toFile().length());
              reports.add(done);
            });
    assertThat(reports).hasSizeGreaterThan(10).isSorted().endsWith(file.toFile().length());
    assertThat((double[]) content.storage().values())
        .isEqualTo((double[]) tensor.entries().values());
    assertThat(content.entries().coordinates(1)).isEqualTo(tensor.entries().coordinates(1));

    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> TensorFiles.read(file))
        .isInstanceOf(EinkornException.class)
        .hasMessageMatching(
            "T.ek is damaged between byte \\d+ and byte \\d+, where its checksum is wrong: copy or"
                + " write it once more.");
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 100));
    assertThatThrownBy(() -> TensorFiles.read(file))
        .hasMessage(
            "T.ek ends after "
                + (bytes.length - 100)
                + " bytes, in the middle: copy or write it once more.");
  }

  @Test
  void progressCanCancel() {
    Path file = written("T.ek", large());
    assertThatThrownBy(
            () ->
                TensorFiles.read(
                    file,
                    (done, total) -> {
                      throw new CancellationException("enough");
                    }))
        .isInstanceOf(CancellationException.class)
        .hasMessage("enough");
  }
}
