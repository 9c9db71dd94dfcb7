package org.einkorn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.einkorn.EinkornException;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;
import org.junit.jupiter.api.Test;

class TensorFilesTest extends FileTest {
  private static final String MATRIX =
      "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1\n";

  @Test
  void choosesTheFormatByTheEnding() {
    assertThat(read("A.MTX", MATRIX).entries().count()).isOne();
    assertThat(TensorFiles.read(file("A.mtx.gz", gzip(MATRIX))).entries().count()).isOne();
    assertThat(read("a.b.Tns", "1 1 1\n").entries().count()).isOne();
    assertThat(TensorFiles.read(file("a.TNS.GZ", gzip("1 1 1\n"))).entries().count()).isOne();
  }

  @Test
  void refusesOtherEndings() {
    for (String name : new String[] {"A.csv", "A", "A.gz", "A.mtx.zip", "mtx"}) {
      Path file = directory.resolve(name);
      String message =
          file
              + " is no tensor file by its name: known endings are .mtx, .mtx.gz, .tns, .tns.gz,"
              + " .ek, .ek.gz.";
      assertThatThrownBy(() -> TensorFiles.read(file)).hasMessage(message);
      assertThatThrownBy(() -> TensorFiles.write(file, scalar())).hasMessage(message);
    }
    assertThatThrownBy(() -> TensorFiles.read(Path.of("/"))).isInstanceOf(EinkornException.class);
  }

  @Test
  void refusesWhatIsNoFile() throws IOException {
    Path missing = directory.resolve("A.mtx");
    assertThatThrownBy(() -> TensorFiles.read(missing))
        .isInstanceOf(EinkornException.class)
        .hasMessage("There is no file " + missing + ".");
    Path folder = Files.createDirectory(directory.resolve("F.tns"));
    assertThatThrownBy(() -> TensorFiles.read(folder))
        .hasMessage(folder + " is a directory, not a tensor file.");
    assertThatThrownBy(() -> TensorFiles.write(folder, scalar()))
        .hasMessage(folder + " cannot be written: it is a directory.");
    Path nowhere = directory.resolve("gone").resolve("T.tns");
    assertThatThrownBy(() -> TensorFiles.write(nowhere, scalar()))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            nowhere + " cannot be written: there is no directory " + nowhere.getParent() + ".");
  }

  @Test
  void refusesWhatThePermissionsForbid() throws IOException {
    Path file = file("T.tns", "1\n");
    Files.setPosixFilePermissions(file, Set.of());
    if (Files.isReadable(file) && Files.isWritable(file)) {
      // Nothing is forbidden to a superuser.
      assertThat(TensorFiles.read(file).entries().count()).isOne();
      TensorFiles.write(file, scalar());
      return;
    }
    assertThatThrownBy(() -> TensorFiles.read(file))
        .isInstanceOf(EinkornException.class)
        .hasMessage(file + " cannot be read: permission denied.");
    assertThatThrownBy(() -> TensorFiles.write(file, scalar()))
        .isInstanceOf(EinkornException.class)
        .hasMessage(file + " cannot be written: permission denied.");
  }

  /** Whatever the bytes, the outcome is a tensor or a sentence. */
  @Test
  void damagedFilesAreReadOrRefused() {
    Random random = new Random(3);
    byte[] alphabet = "0123456789 \n\t.-+eE%#xn\0\u00ff".getBytes(StandardCharsets.ISO_8859_1);
    List<String> samples =
        List.of(
            MATRIX,
            "%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n",
            "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 1.5\n3 1 2e3\n",
            "# dims 3 4\n1 2 3.5\n3 4 -1\n",
            "1 1 1 2.5\n7 8 9 1e5\n");
    for (int n = 0; n < 800; n++) {
      String sample = samples.get(n % samples.size());
      boolean compressed = random.nextInt(4) == 0;
      byte[] bytes = compressed ? gzip(sample) : sample.getBytes(StandardCharsets.ISO_8859_1);
      for (int change = random.nextInt(4); change >= 0; change--) {
        bytes[random.nextInt(bytes.length)] = alphabet[random.nextInt(alphabet.length)];
      }
      byte[] cut = Arrays.copyOf(bytes, bytes.length - random.nextInt(3));
      String name = (sample.startsWith("%") ? "D.mtx" : "D.tns") + (compressed ? ".gz" : "");
      try {
        assertThat(TensorFiles.read(file(name, cut)).entries()).isNotNull();
      } catch (EinkornException e) {
        assertThat(e).message().startsWith("D.").endsWith(".").doesNotContain("\n");
      }
    }
  }

  @Test
  void refusesDataThatAreNotCompressed() {
    String message = "A.mtx.gz holds no gzip data although its name ends in .gz.";
    assertRefused("A.mtx.gz", MATRIX, message);
    assertRefused("A.mtx.gz", "", message);
  }

  @Test
  void refusesCompressedDataWithoutTheEnding() {
    assertThatThrownBy(() -> TensorFiles.read(file("A.mtx", gzip(MATRIX))))
        .isInstanceOf(EinkornException.class)
        .hasMessage("A.mtx looks gzipped; name it A.mtx.gz.");
    assertThatThrownBy(() -> TensorFiles.read(file("T.tns", gzip("1 1\n"))))
        .isInstanceOf(EinkornException.class)
        .hasMessage("T.tns looks gzipped; name it T.tns.gz.");
    assertThat(TensorFiles.read(file("S.tns", "7")).entries().count()).isOne();
  }

  @Test
  void saysThatADirectoryTakesNoFiles() {
    Path file = Path.of("/proc/T.tns");
    assertThatThrownBy(() -> TensorFiles.write(file, scalar()))
        .isInstanceOf(EinkornException.class)
        .message()
        .isIn(
            "/proc/T.tns cannot be written: no file can be made in /proc.",
            "/proc/T.tns cannot be written: permission denied.",
            "/proc/T.tns cannot be written: there is no directory /proc.");
  }

  @Test
  void refusesDamagedCompression() {
    byte[] whole = gzip(MATRIX);
    file("A.mtx.gz", Arrays.copyOf(whole, whole.length - 9));
    assertThatThrownBy(() -> TensorFiles.read(directory.resolve("A.mtx.gz")))
        .isInstanceOf(EinkornException.class)
        .hasMessageMatching("A.mtx.gz, line \\d+: the gzip data end here, in the middle.");
    whole[whole.length - 8] ^= 1;
    file("A.mtx.gz", whole);
    assertThatThrownBy(() -> TensorFiles.read(directory.resolve("A.mtx.gz")))
        .isInstanceOf(EinkornException.class)
        .hasMessageMatching("A.mtx.gz, line \\d+: the gzip data are damaged from here on.");
  }

  @Test
  void reportsProgressInBytesOfTheFile() {
    Path file = file("T.tns", "1 1 1 1\n".repeat(100_000));
    List<Long> done = new ArrayList<>();
    TensorFiles.read(
        file,
        (bytes, total) -> {
          assertThat(total).isEqualTo(800_000);
          done.add(bytes);
        });
    assertThat(done).hasSizeGreaterThan(2).isSorted().endsWith(800_000L);
  }

  @Test
  void progressCanCancel() {
    Path file = file("T.tns", "1 1 1 1\n");
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

  @Test
  void aFailedWriteLeavesTheOldFileAndNothingElse() throws IOException {
    for (String name : new String[] {"T.tns", "T.tns.gz"}) {
      Path file = file(name, "old");
      // Coordinates are missing, so writing fails on the way.
      CoordinateList broken =
          new CoordinateList(
              ElementType.FLOAT64, new int[] {9}, new int[][] {{1, 2}}, new double[9], 9);
      assertThatThrownBy(() -> TensorFiles.write(file, broken))
          .isInstanceOf(ArrayIndexOutOfBoundsException.class);
      assertThat(file).hasContent("old");
      assertThat(directory.toFile().list()).hasSize(1);
      Files.delete(file);
    }
  }

  @Test
  void replacesWhatALinkPointsTo() throws IOException {
    Path file = file("T.tns", "old");
    Path link = Files.createSymbolicLink(directory.resolve("L.tns"), file);
    TensorFiles.write(link, scalar());
    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("# dims");
    assertThat(directory.toFile().list()).hasSize(2);
  }

  @Test
  void writesToABareName() {
    Path file = Path.of("bare-name-test.tns");
    try {
      TensorFiles.write(file, scalar());
      assertThat(TensorFiles.read(file).entries().order()).isZero();
    } finally {
      assertThat(file.toFile().delete()).isTrue();
    }
  }

  private static CoordinateList scalar() {
    return new CoordinateList(ElementType.FLOAT64);
  }
}
