package org.einkorn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.cli.Ran.einkorn;
import static org.einkorn.cli.Ran.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.einkorn.Tensor;
import org.einkorn.format.Formats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertTest {
  @TempDir Path folder;

  @Test
  void writesSymmetricEntriesOutAndSumsRepeatedOnes() throws IOException {
    String matrix =
        file(
            folder,
            "a.mtx",
            "%%MatrixMarket matrix coordinate integer symmetric",
            "3 3 3",
            "3 1 4",
            "2 2 1",
            "2 2 2");
    Path tensor = folder.resolve("a.tns");
    einkorn("convert", matrix + ":csr", tensor + ":coo").wroteNothing();
    assertThat(Files.readString(tensor)).isEqualTo("# dims 3 3\n1 3 4\n2 2 3\n3 1 4\n");
    einkorn("convert", tensor.toString(), "-").wrote("# dims 3 3", "1 3 4", "2 2 3", "3 1 4");
  }

  @Test
  void storesWhatItReadsAndWritesInFormats() throws IOException {
    Path file = folder.resolve("eye.tns");
    for (String format : new String[] {"csr", "coo", "dia", "bcsr(2,2)", "csc"}) {
      einkorn("convert", "eye(3):" + format, file.toString()).wroteNothing();
      assertThat(Files.readString(file)).isEqualTo("# dims 3 3\n1 1 1\n2 2 1\n3 3 1\n");
      einkorn("convert", "eye(3)", file + ":" + format).wroteNothing();
      assertThat(Files.readString(file)).isEqualTo("# dims 3 3\n1 1 1\n2 2 1\n3 3 1\n");
    }
    assertThat(einkorn("convert", "eye(3):auto", file.toString()).err())
        .isEqualTo(
            "einkorn: eye(3) is stored as dia, because its nonzeros fill 100 % of the diagonal that"
                + " they lie on.\n");
    String tooLarge =
        "A tensor of size 1000000 x 1000000 with 1000000 nonzeros would take 8.0 TB as dense, more"
            + " than two thirds of the memory: dia takes 8.0 MB; -Xmx gives more memory.";
    einkorn("convert", "eye(1000000):dense", file.toString()).refused(tooLarge);
    einkorn("convert", "eye(1000000)", file + ":dense").refused(tooLarge);
    einkorn("convert", "eye(3)", file + ":foo")
        .refused(
            "For "
                + file
                + ":foo: 'foo' is no format; write for example csr, coo, dia, bcsr(4,4), ds:1,0, or"
                + " auto.");
  }

  @Test
  void formatsChangeNeitherRandomNumbersNorTheFile() throws IOException {
    Path file = folder.resolve("a.tns");
    einkorn("convert", "sparse(9,9,0.3)", file.toString()).wroteNothing();
    String expected = Files.readString(file);
    einkorn("convert", "sparse(9,9,0.3):ell", file.toString()).wroteNothing();
    assertThat(Files.readString(file)).isEqualTo(expected);
    einkorn("convert", "sparse(9,9,0.3)", file + ":auto").wroteNothing();
    assertThat(Files.readString(file)).isEqualTo(expected);
  }

  @Test
  void saysWhatAFormatTakes() throws IOException {
    Path file = folder.resolve("eye.tns");
    Ran ran = einkorn("convert", "eye(2)", file.toString(), "--to", "bcsr(2,2)");
    ran.wroteNothing();
    assertThat(ran.err())
        .isEqualTo(
            "einkorn: Stored as bcsr(2,2) it takes 44 bytes; dia takes 28 bytes and is recommended,"
                + " because its nonzeros fill 100 % of the diagonal that they lie on.\n");
    assertThat(Files.readString(file)).isEqualTo("# dims 2 2\n1 1 1\n2 2 1\n");
    assertThat(einkorn("convert", "eye(2)", file.toString(), "--to", "auto").err())
        .isEqualTo(
            "einkorn: Stored as dia it takes 28 bytes; this format is recommended, because its"
                + " nonzeros fill 100 % of the diagonal that they lie on.\n");
    einkorn("convert", "eye(1000000)", file.toString(), "--to", "dense")
        .refused(
            "A tensor of size 1000000 x 1000000 with 1000000 nonzeros would take 8.0 TB as dense,"
                + " more than two thirds of the memory: dia takes 8.0 MB; -Xmx gives more memory.");
    einkorn("convert", "eye(2)", file.toString(), "--to", "foo")
        .refusedWith("No format is called 'foo': use one of dense, csr,", ".");
    einkorn("convert", "ones(3)", file.toString(), "--to", "bcsr(2,2)")
        .refused("Format 'bcsr(2,2)' is for matrices, not for a tensor of order 1.");
  }

  @Test
  void makesFiles() throws IOException {
    Path file = folder.resolve("eye.mtx");
    einkorn("convert", "eye(2)", file.toString()).wroteNothing();
    assertThat(Files.readString(file))
        .isEqualTo("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 1\n");
  }

  @Test
  void refusesWhatTheFileCannotHold() {
    einkorn("convert", file(folder, "t.tns", "1 1 1 1"), folder.resolve("t.mtx").toString())
        .refused(
            "t.mtx cannot hold a tensor of order 3, only matrices and vectors: write it to a .tns"
                + " file.");
  }

  @Test
  void keepsWhatIsWhereNothingIsStored() throws IOException {
    String vector = file(folder, "x.tns", "# dims 3", "# fill inf", "2 5");
    einkorn("convert", vector, "-").wrote("# dims 3", "# fill Infinity", "2 5");
    einkorn("convert", vector, folder.resolve("x.mtx").toString())
        .refused(
            "x.mtx cannot hold a tensor that is Infinity where nothing is stored: write it to a"
                + " .tns file, or in the format dense.");
    assertThat(einkorn("info", vector).out()).contains("elsewhere  Infinity");
    assertThat(
            einkorn("code", "d(j) min= e(i) + A(i,j)", "-f", "A=csr,fill=inf", "--show", "plan")
                .out())
        .contains("for j in A2");
  }

  @Test
  void takesWhatIsWhereNothingIsStored() {
    String file = folder.resolve("x.ek").toString();
    einkorn("convert", "[0,5,0],fill=inf", file + ":s").wroteNothing();
    einkorn("convert", file, "-").wrote("# dims 3", "# fill Infinity", "2 5");
    einkorn("convert", file + ":coo,fill=-1", "-").wrote("# dims 3", "# fill -1", "2 5");
    einkorn("convert", "eye(2),fill=much", "-")
        .refused(
            "'much' is no number to fill with; write for example fill=inf, fill=1 or fill=true.");
  }

  @Test
  void aBinaryFileKeepsTheFormat() {
    String file = folder.resolve("a.ek").toString();
    einkorn("convert", "sparse(9,9,0.3)", file).wroteNothing();
    assertThat(Tensor.read(Path.of(file)).format()).isEqualTo(Formats.csr());
    einkorn("convert", "sparse(9,9,0.3)", file + ":csc").wroteNothing();
    assertThat(Tensor.read(Path.of(file)).format()).isEqualTo(Formats.csc());
    einkorn("convert", "sparse(9,9,0.3):dia", file).wroteNothing();
    assertThat(Tensor.read(Path.of(file)).format()).hasToString("dia");
    einkorn("convert", file, file + ".gz").wroteNothing();
    assertThat(Tensor.read(Path.of(file + ".gz")).format()).hasToString("dia");
    einkorn("convert", "ones(2,2)", file).wroteNothing();
    assertThat(Tensor.read(Path.of(file)).format()).hasToString("dense");
    einkorn("convert", file, "-").wrote("# dims 2 2", "1 1 1", "1 2 1", "2 1 1", "2 2 1");
  }

  @Test
  void aBinaryFileIsAsGoodAsAnyOther() {
    String file = folder.resolve("a.ek").toString();
    assertThat(einkorn("eval", "y(i) = x(i) + 1", "x=[0,5,0,7]:s", "-o", file).err())
        .contains("stored as s");
    einkorn("convert", file, "-").wrote("# dims 4", "# fill 1", "2 6", "4 8");
    einkorn("eval", "a = x(i)", "x=" + file).wrote("16");
    einkorn("eval", "a = x(i)", "x=" + file + ":d").wrote("16");
    einkorn("eval", "a = x(i)", "x=" + file + ",fill=0").wrote("14");
    einkorn("eval", "a = x(i)", "x=" + file + ":d,fill=0.5").wrote("15");
  }
}
