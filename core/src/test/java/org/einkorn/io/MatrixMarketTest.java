package org.einkorn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.einkorn.EinkornException;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;
import org.junit.jupiter.api.Test;

class MatrixMarketTest extends FileTest {
  private CoordinateList matrix(String text) {
    FileContent content = read("A.mtx", text);
    assertThat(content.sizesKnown()).isTrue();
    return content.entries();
  }

  private CoordinateList matrix(String header, String body) {
    return matrix("%%MatrixMarket matrix " + header + "\n" + body);
  }

  @Test
  void readsRealEntries() {
    CoordinateList list = matrix("coordinate real general", "3 4 2\n1 1 2.5\n3 4 -1e-3\n");
    assertThat(list.type()).isEqualTo(ElementType.FLOAT64);
    assertThat(list.dimensions()).containsExactly(3, 4);
    assertThat(show(list)).containsExactly("0,0=2.5", "2,3=-0.001");
  }

  @Test
  void readsIntegersExactly() {
    CoordinateList list =
        matrix(
            "coordinate integer general",
            "1 3 3\n"
                + "1 1 9223372036854775807\n"
                + "1 2 -9223372036854775808\n"
                + "1 3 +0000000000000000000007\n");
    assertThat(list.type()).isEqualTo(ElementType.INT64);
    assertThat(show(list))
        .containsExactly("0,0=9223372036854775807", "0,1=-9223372036854775808", "0,2=7");
  }

  @Test
  void readsPatternsAsOnes() {
    CoordinateList list = matrix("coordinate pattern general", "2 2 2\n2 1\n1 2\n");
    assertThat(list.type()).isEqualTo(ElementType.FLOAT64);
    assertThat(show(list)).containsExactly("1,0=1.0", "0,1=1.0");
  }

  @Test
  void mirrorsSymmetricEntriesButNotTheDiagonal() {
    assertThat(show(matrix("coordinate real symmetric", "3 3 3\n1 1 5\n3 1 7\n3 3 0\n")))
        .containsExactly("0,0=5.0", "2,0=7.0", "0,2=7.0", "2,2=0.0");
    assertThat(show(matrix("coordinate pattern symmetric", "2 2 1\n2 1\n")))
        .containsExactly("1,0=1.0", "0,1=1.0");
  }

  @Test
  void mirrorsSkewSymmetricEntriesWithTheOtherSign() {
    assertThat(show(matrix("coordinate real skew-symmetric", "2 2 2\n2 1 inf\n2 2 0\n")))
        .containsExactly("1,0=Infinity", "0,1=-Infinity", "1,1=0.0");
    assertThat(show(matrix("coordinate integer skew-symmetric", "2 2 1\n2 1 -4\n")))
        .containsExactly("1,0=-4", "0,1=4");
  }

  @Test
  void readsArraysColumnByColumnWithTheirZeros() {
    assertThat(show(matrix("array real general", "2 2\n1\n0\n3\n4\n")))
        .containsExactly("0,0=1.0", "1,0=0.0", "0,1=3.0", "1,1=4.0");
    assertThat(show(matrix("array integer symmetric", "2 2\n1\n2\n3\n")))
        .containsExactly("0,0=1", "1,0=2", "0,1=2", "1,1=3");
    assertThat(show(matrix("array real skew-symmetric", "3 3\n1\n2\n3\n")))
        .containsExactly("1,0=1.0", "0,1=-1.0", "2,0=2.0", "0,2=-2.0", "2,1=3.0", "1,2=-3.0");
  }

  @Test
  void keepsDuplicates() {
    assertThat(show(matrix("coordinate real general", "2 2 2\n1 1 1\n1 1 2\n")))
        .containsExactly("0,0=1.0", "0,0=2.0");
  }

  @Test
  void readsMatricesWithoutEntriesOrElements() {
    assertThat(matrix("coordinate real general", "3 4 0\n").count()).isZero();
    assertThat(matrix("coordinate real general", "0 4 0").dimensions()).containsExactly(0, 4);
    assertThat(matrix("array real general", "0 0\n").count()).isZero();
    assertThat(matrix("array real skew-symmetric", "1 1\n").count()).isZero();
  }

  @Test
  void isGenerousWithCaseBlanksCommentsAndLineEnds() {
    CoordinateList list =
        matrix(
            "\u00EF\u00BB\u00BF%%matrixmarket  MATRIX\tCoordinate Double General \r\n"
                + "%a comment\r\n\r\n"
                + "  % another \r\n"
                + " 2 2\t2 \r\n\n"
                + "% more\n"
                + "\t2  1 1\n"
                + "  \n"
                + "1 2 2.\n\n"
                + "%end");
    assertThat(show(list)).containsExactly("1,0=1.0", "0,1=2.0");
  }

  @Test
  void readsUnsignedIntegers() {
    assertThat(show(matrix("coordinate unsigned-integer general", "1 1 1\n1 1 3")))
        .containsExactly("0,0=3");
  }

  @Test
  void readsSpecialValues() {
    String values = "NaN nan -inf Infinity +inf -Infinity INF -0";
    StringBuilder text = new StringBuilder("8 1\n");
    for (String value : values.split(" ")) {
      text.append(value).append('\n');
    }
    assertThat((double[]) matrix("array real general", text.toString()).values())
        .startsWith(
            Double.NaN,
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            -0.0);
  }

  @Test
  void readsTheExponentsOfFortran() {
    String digits = "1".repeat(30);
    assertThat(
            show(matrix("array real general", "4 1\n1d3\n-2.5D-1\n1.D+02\n" + digits + "d-20\n")))
        .containsExactly("0,0=1000.0", "1,0=-0.25", "2,0=100.0", "3,0=1.1111111111111112E9");
    real("1 1 1\n1 1 1d\n", "line 3: found '1d', expected a number");
  }

  @Test
  void refusesNumbersBeyondFloat64() {
    for (String number : new String[] {"1e400", "-1.8e308", "1d309", "9".repeat(30) + "e300"}) {
      real(
          "1 1 1\n1 1 " + number + "\n",
          "line 3: found '" + number + "', expected a number that float64 can hold");
    }
  }

  @Test
  void onlyComplexFilesAreHermitian() {
    for (String field : new String[] {"real", "integer", "pattern"}) {
      refused(
          "%%MatrixMarket matrix coordinate " + field + " hermitian\n1 1 0\n",
          "line 1: found 'hermitian', expected general, symmetric or skew-symmetric, for only"
              + " complex values are hermitian");
    }
  }

  @Test
  void aPromiseOfBillionsCostsNoMemory() {
    assertRefused(
        "A.mtx",
        "%%MatrixMarket matrix coordinate real general\n9 9 2147483647\n1 1 1\n",
        "A.mtx, line 3: the file ends after 1 of the 2147483647 entries promised in line 2.");
    assertRefused(
        "A.mtx",
        "%%MatrixMarket matrix array real general\n2147483647 2147483647\n1\n",
        "A.mtx, line 3: the file ends after 1 of the 4611686014132420609 entries promised in line"
            + " 2.");
  }

  @Test
  void refusesAWrongFirstLine() {
    refused(
        "",
        "line 1: the file ends before it begins, expected a line that starts with %%MatrixMarket");
    refused("1 1 1\n", "line 1: found '1', expected %%MatrixMarket at the start of the file");
    refused(
        "\n%%MatrixMarket matrix coordinate real general\n",
        "line 2: found '%%MatrixMarket', expected %%MatrixMarket at the start of the file");
    refused(
        "%%MatrixMarketX matrix\n",
        "line 1: found '%%MatrixMarketX', expected %%MatrixMarket at the start of the file");
    refused(
        "\u001F\u00FF\u0008\0rubbish",
        "line 1: found '\\x1F\\xFF\\x08\\x00rubbish', expected %%MatrixMarket at the start of the"
            + " file");
    refused("%%MatrixMarket\n", "line 1: found the end of the line, expected matrix");
    refused("%%MatrixMarket vector\n", "line 1: found 'vector', expected matrix");
    refused("%%MatrixMarket matrix x\n", "line 1: found 'x', expected coordinate or array");
    refused(
        "%%MatrixMarket matrix array quaternion\n",
        "line 1: found 'quaternion', expected real, integer or pattern");
    refused(
        "%%MatrixMarket matrix array pattern general\n",
        "line 1: found 'pattern', expected real or integer, for an array needs values");
    refused(
        "%%MatrixMarket matrix array real\n",
        "line 1: found the end of the line, expected general, symmetric or skew-symmetric");
    refused(
        "%%MatrixMarket matrix coordinate real upper\n",
        "line 1: found 'upper', expected general, symmetric or skew-symmetric");
    refused(
        "%%MatrixMarket matrix coordinate pattern skew-symmetric\n",
        "line 1: found 'skew-symmetric', expected general or symmetric, for a pattern has no"
            + " signs");
    refused(
        "%%MatrixMarket matrix coordinate real general x\n",
        "line 1: found 'x', expected the end of the line");
  }

  @Test
  void refusesComplexValues() {
    String message = "A.mtx holds complex values, which Einkorn does not compute with yet.";
    assertRefused("A.mtx", "%%MatrixMarket matrix coordinate complex general\n", message);
    assertRefused("A.mtx", "%%MatrixMarket matrix array complex Hermitian\n", message);
  }

  @Test
  void refusesWrongSizes() {
    real("", "line 1: the file ends here, expected a line with the sizes");
    real("% only this\n", "line 2: the file ends here, expected a line with the sizes");
    real(
        "3 4\n",
        "line 2: found the end of the line, expected a number of entries from 0 to 2147483647");
    real(
        "3\n",
        "line 2: found the end of the line, expected a number of columns from 0 to 2147483647");
    real("3 4 5 6\n", "line 2: found '6', expected the end of the line");
    real("-3 4 5\n", "line 2: found '-3', expected a number of rows from 0 to 2147483647");
    real("3 4.0 5\n", "line 2: found '4.0', expected a number of columns from 0 to 2147483647");
    real(
        "2147483648 4 5\n",
        "line 2: found '2147483648', expected a number of rows from 0 to 2147483647");
    real(
        "3 99999999999999999999 5\n",
        "line 2: found '99999999999999999999', expected a number of columns from 0 to 2147483647");
    real(
        "3 4 5000000000\n",
        "line 2: found '5000000000', expected a number of entries from 0 to 2147483647");
    refused(
        "%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n",
        "line 2: found sizes 2 and 3, expected a symmetric matrix to be square");
    refused(
        "%%MatrixMarket matrix array real general\n2 3 6\n",
        "line 2: found '6', expected the end of the line");
  }

  @Test
  void refusesAWrongNumberOfEntries() {
    real("2 2 2\n1 1 1\n", "line 3: the file ends after 1 of the 2 entries promised in line 2");
    real("2 2 1\n1 1 1\n1 2 1\n", "line 4: found another entry after the 1 promised in line 2");
    refused(
        "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3",
        "line 5: the file ends after 3 of the 4 entries promised in line 2");
    refused(
        "%%MatrixMarket matrix array real general\n1 1\n1\n2\n",
        "line 4: found another entry after the 1 promised in line 2");
  }

  @Test
  void refusesWrongCoordinates() {
    real("2 3 1\n3 1 1\n", "line 3: found '3', expected a row from 1 to 2");
    real("2 3 1\n1 4 1\n", "line 3: found '4', expected a column from 1 to 3");
    real(
        "2 3 1\n% why\n\n0 1 1\n",
        "line 5: found '0', expected a row from 1 to 2, for coordinates in files start at 1");
    real("2 3 1\n1 -1 1\n", "line 3: found '-1', expected a column from 1 to 3");
    real("2 3 1\n1 4294967297 1\n", "line 3: found '4294967297', expected a column from 1 to 3");
    real(
        "2 3 1\n18446744073709551617 1 1\n",
        "line 3: found '18446744073709551617', expected a row from 1 to 2");
    real("2 3 1\n1x 1 1\n", "line 3: found '1x', expected a row from 1 to 2");
    real("2 3 1\n1.0 1 1\n", "line 3: found '1.0', expected a row from 1 to 2");
    real("2 3 1\n1\n", "line 3: found the end of the line, expected a column from 1 to 3");
    real("0 3 1\n1 1 1\n", "line 3: found '1', expected no entry, for the tensor has no elements");
  }

  @Test
  void refusesWrongValues() {
    real("2 2 1\n1 1\n", "line 3: found the end of the line, expected a number");
    for (String word : "x 1x 0x1p3 1d 1f . - + e5 1e 1e+ 1.5.2 1,5 infinit --1 nan(1)".split(" ")) {
      real("2 2 1\n1 1 " + word + "\n", "line 3: found '" + word + "', expected a number");
    }
    real("2 2 1\n1 1 1 0\n", "line 3: found '0', expected the end of the line");
    real("2 2 1\n1 1 \u00e9\0\n", "line 3: found '\\xE9\\x00', expected a number");
    real(
        "2 2 1\n1 1 " + "y".repeat(100) + "\n",
        "line 3: found '" + "y".repeat(40) + "…', expected a number");
    refused(
        "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1 1\n",
        "line 3: found '1', expected the end of the line");
    for (String word : "2.5 2.0 1e3 x - 9223372036854775808 -9223372036854775809".split(" ")) {
      refused(
          "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 " + word + "\n",
          "line 3: found '"
              + word
              + "', expected an integer from -9223372036854775808 to 9223372036854775807");
    }
  }

  @Test
  void refusesWrongSymmetry() {
    refused(
        "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n",
        "line 3: found row 1 and column 2, expected nothing above the diagonal of a symmetric"
            + " matrix");
    refused(
        "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n1 2 1\n",
        "line 3: found row 1 and column 2, expected nothing above the diagonal of a skew-symmetric"
            + " matrix");
    refused(
        "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 2 1\n",
        "line 3: found a value at row 2 and column 2, expected zero on the diagonal of a"
            + " skew-symmetric matrix");
    refused(
        "%%MatrixMarket matrix coordinate integer skew-symmetric\n"
            + "2 2 1\n"
            + "2 1 -9223372036854775808\n",
        "line 3: found -9223372036854775808, expected a value whose negative is int64");
  }

  @Test
  void refusesLinesWithoutEnd() {
    refused(
        "x".repeat(3 << 20), "line 1: the line is longer than 1048576 bytes, expected a text file");
  }

  @Test
  void writesWhatOtherProgramsRead() throws IOException {
    CoordinateList reals = new CoordinateList(ElementType.FLOAT64, 3, 4);
    reals.add(1.5, 0, 0);
    reals.add(-3.0, 2, 3);
    assertThat(written(reals))
        .isEqualTo("%%MatrixMarket matrix coordinate real general\n3 4 2\n1 1 1.5\n3 4 -3\n");
    CoordinateList integers = new CoordinateList(ElementType.INT32, 5);
    integers.add(7L, 4);
    assertThat(written(integers))
        .isEqualTo("%%MatrixMarket matrix coordinate integer general\n5 1 1\n5 1 7\n");
    CoordinateList bools = new CoordinateList(ElementType.BOOL, 2, 2);
    bools.add(1L, 0, 1);
    bools.add(0L, 1, 1);
    assertThat(written(bools))
        .isEqualTo("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
  }

  @Test
  void refusesToWriteOtherOrders() {
    for (int[] sizes : new int[][] {{}, {2, 2, 2}}) {
      assertThatThrownBy(
              () ->
                  TensorFiles.write(
                      directory.resolve("A.mtx"), new CoordinateList(ElementType.FLOAT64, sizes)))
          .isInstanceOf(EinkornException.class)
          .hasMessage(
              "A.mtx cannot hold a tensor of order "
                  + sizes.length
                  + ", only matrices and vectors: write it to a .tns file.");
    }
    assertThat(directory).isEmptyDirectory();
  }

  private String written(CoordinateList list) throws IOException {
    Path file = directory.resolve("A.mtx");
    TensorFiles.write(file, list);
    return Files.readString(file);
  }

  private void real(String body, String message) {
    refused("%%MatrixMarket matrix coordinate real general\n" + body, message);
  }

  private void refused(String text, String message) {
    assertRefused("A.mtx", text, "A.mtx, " + message + ".");
  }
}
