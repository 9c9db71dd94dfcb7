package org.einkorn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.cli.Ran.einkorn;
import static org.einkorn.cli.Ran.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvalTest {
  @TempDir Path folder;

  private String matrix() {
    return file(
        folder,
        "a.mtx",
        "%%MatrixMarket matrix coordinate real general",
        "2 3 3",
        "1 1 1.5",
        "1 3 2",
        "2 2 -1");
  }

  /** Two by three by its coordinates, but it does not say so. */
  private String headerless() {
    return file(folder, "b.tns", "1 1 2", "2 3 4");
  }

  @Test
  void theResultsFormatCanBeGiven() {
    String[] row = {"eval", "y(j) = A(0,j)", "A=[[1,0,2]]:csr"};
    assertThat(einkorn(row[0], row[1], row[2], "-f", "s", "-o", "-").out())
        .contains("1 1\n")
        .doesNotContain("2 0");
    assertThat(einkorn(row[0], row[1], row[2], "-f", "y=d", "-o", "-").out()).contains("2 0");
  }

  @Test
  void multipliesAFileByAList() {
    Ran ran = einkorn("eval", "y(i) = A(i,j) * x(j)", "A=" + matrix() + ":csr", "x=[1,2,3]");
    ran.wrote("7.5 -2");
    assertThat(ran.err())
        .isEqualTo("einkorn: y has size 2 and is stored as d (2 float64 values).\n");
  }

  @Test
  void writesTheResultToAFile() throws IOException {
    Path result = folder.resolve("c.tns");
    einkorn("eval", "C(i,j) = 2 * A(i,j)", "A=" + matrix(), "-o", result + ":dcsr").wroteNothing();
    assertThat(Files.readString(result)).isEqualTo("# dims 2 3\n1 1 3\n1 3 4\n2 2 -2\n");
  }

  @Test
  void writesAScalarAsItsValueAlone() throws IOException {
    Path result = folder.resolve("s.tns");
    einkorn("eval", "s = A(i,j)", "A=" + matrix(), "-o", result.toString()).wroteNothing();
    assertThat(Files.readString(result)).isEqualTo("# dims\n2.5\n");
  }

  @Test
  void showsScalarsAsBareNumbers() {
    einkorn("eval", "a = A(i,j) * A(i,j)", "A=" + matrix()).wrote("7.25");
    einkorn("eval", "a = s + 1", "s=2.5").wrote("3.5");
    einkorn("eval", "a = s / 3", "s=1").wrote("0.3333333333333333");
    einkorn("eval", "a = 2 * 3").wrote("6");
  }

  @Test
  void showsSmallMatricesAligned() {
    einkorn("eval", "C(i,j) = 10 * A(i,j)", "A=" + matrix()).wrote(" 15   .  20", "  . -10   .");
    einkorn("eval", "C(i,j) = A(i,j) / 3", "A=[[1,0],[100,2]]")
        .wrote("0.333333        0", " 33.3333 0.666667");
  }

  @Test
  void listsTheBeginningOfLargeResults() {
    Ran ran = einkorn("eval", "y(i) = x(i) * 2", "x=ones(2000)");
    assertThat(ran.out()).startsWith("# dims 2000\n1 2\n2 2\n");
    assertThat(ran.out()).endsWith("\n40 2\n… and 1,960 more; write them with -o FILE.\n");
  }

  @Test
  void printsEverythingToStandardOutput() {
    einkorn("eval", "C(i,j) = A(j,i)", "A=" + matrix(), "-o", "-:csr")
        .wrote("# dims 3 2", "1 1 1.5", "2 2 -1", "3 1 2");
    assertThat(einkorn("eval", "y(i) = x(i)", "x=ones(2000)", "-o", "-").out())
        .endsWith("\n2000 1\n");
  }

  @Test
  void aHeaderlessFileTakesTheSizesOfOtherTensors() {
    String b = headerless();
    einkorn("eval", "y(i) = B(i,j) * x(j)", "B=" + b, "x=[1,1,1,1,1]").wrote("2 4");
    einkorn("eval", "C(i,j) = B(i,j) + D(i,j)", "B=" + b + ":dense", "D=ones(3,4)")
        .wrote("3 1 1 1", "1 1 5 1", "1 1 1 1");
    einkorn("eval", "y(i) = B(i,j)", "B=" + b, "--dim", "i=4").wrote("2 4 0 0");
    einkorn("eval", "C(i,k) = B(i,j) * B(j,k)", "B=" + b).wrote("4 . .", ". . .", ". . .");
    einkorn("eval", "y(i) = B(i,j) * x(j)", "B=" + b, "x=[1,1]")
        .refused(
            "Variable j has size 3 as dimension 2 of B(i,j) but has size 2 as dimension 1 of x(j);"
                + " use another variable for one of them or tensors of the same size.");
    einkorn("eval", "y(i) = B(i,j)", "B=" + b, "--dim", "j=2")
        .refused(
            "Variable j was given size 2 but has size 3 as dimension 2 of B(i,j); give no size or"
                + " that one.");
  }

  @Test
  void dimGivesSizesThatNoTensorHas() {
    einkorn("eval", "y(i) = 3 * i", "--dim", "i=4").wrote("0 3 6 9");
  }

  @Test
  void readsTheTargetToo() {
    einkorn("eval", "x(i) += 2 * x(i)", "x=[1,2,3]").wrote("3 6 9");
    einkorn("eval", "x(i) = x(i) - 1", "x=[1,2,3]").wrote("0 1 2");
  }

  @Test
  void takesEinsumStrings() {
    einkorn("eval", "ij,jk->ki", "A=[[1,2],[3,4]]", "B=[[0,1],[1,0]]").wrote("2 4", "1 3");
  }

  @Test
  void warnsOfATensorThatIsNotRead() {
    Ran ran = einkorn("eval", "y(i) = x(i)", "x=[1,2]", "z=3");
    ran.wrote("1 2");
    assertThat(ran.err())
        .startsWith("einkorn: Tensor z is given but 'y(i) = x(i)' does not read it.\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zeros(2,2)|0",
        "ones(2,3)|6",
        "eye(5)|5",
        "eye(5):csc|5",
        "sparse(10,10,0):csr|0",
        "sparse(0,10,0.5)|0",
        "[[1,2],[3,4]]|10",
        "[ [ 1 , 2 ] , [ 3.5 , -4e0 ] ]:dcsc|2.5",
        "[[],[]]|0"
      })
  void makesTensors(String source, String sum) {
    einkorn("eval", "s = A(i,j)", "A=" + source).wrote(sum);
  }

  @Test
  void randomTensorsAreTheSameInEveryRunAndDifferByNameAndSeed() {
    String[] a = {"eval", "y(i) = A(i)", "A=random(3)"};
    assertThat(einkorn(a).out()).isEqualTo(einkorn(a).out());
    assertThat(einkorn("eval", "s = A(i) - B(i)", "A=random(3)", "B=random(3)").out())
        .isNotEqualTo("0\n");
    einkorn("eval", "s = A(i) - B(i)", "A=random(3,seed=7)", "B=random(3,seed=7)").wrote("0");
    assertThat(einkorn("eval", "y(i) = A(i)", "A=random(3,seed=8)").out())
        .isNotEqualTo(einkorn("eval", "y(i) = A(i)", "A=random(3,seed=7)").out());
  }

  @ParameterizedTest
  @CsvSource({"0.01,100", "0.5,5000", "0.75,7500", "1,10000"})
  void sparseHasTheDensityItWasGiven(String density, int count) {
    String source = "A=sparse(100,100," + density + ",seed=3)";
    assertThat(einkorn("eval", "B(i,j) = A(i,j)", source).err())
        .isEqualTo(
            "einkorn: B has size 100 x 100 and is stored as csr (" + count + " float64 values).\n");
  }

  @Test
  void tellsTheTimeOfEachPhase() {
    assertThat(einkorn("eval", "a = 1 + s", "s=1", "--time").err())
        .matches(
            "einkorn: read [0-9.]+ ms, compile [0-9.]+ ms, compute [0-9.]+ ms, write [0-9.]+ ms\n");
  }

  @Test
  void aFormatStartsAtTheFirstColonWhoseRemainderIsOne() {
    String odd = file(folder, "a:b.tns", "# dims 2 2", "1 2 3");
    einkorn("eval", "s = A(i,j)", "A=" + odd + ":csr").wrote("3");
    einkorn("eval", "s = A(i,j)", "A=" + odd + ":ds:1,0").wrote("3");
    einkorn("eval", "s = A(i,j)", "A=" + odd).wrote("3");
  }

  @Test
  void namesMayBeKeywordsOrLong() {
    String name = "x".repeat(500);
    einkorn("eval", "class(int) = for(int) * " + name, "for=[1,2]", name + "=3").wrote("3 6");
  }

  @Test
  void theNonzerosChooseTheFormat() {
    Ran sum = einkorn("eval", "a = A(i,j) + x(j)", "A=eye(5):auto", "x=[0,2,0,0,0]:auto");
    sum.wrote("7");
    assertThat(sum.err())
        .isEqualTo(
            """
            einkorn: A is stored as dia, because its nonzeros fill 100 % of the diagonal that they\
             lie on.
            einkorn: x is stored as d, because 20 % of it is nonzero, so coordinates would not pay.
            """);
  }

  @Test
  void formatsAreNamesLettersAndMaps() {
    for (String format :
        new String[] {
          "csr",
          "ds:1,0",
          "dia",
          "ell",
          "coo-unsorted",
          "coo-duplicates",
          "dS:1,0",
          "(i,j) -> (repeating-unordered(j), singleton-repeating-unordered(i))",
          "hash",
          "bitmap",
          "bcsr(3,3)",
          "bcsr( 3, 2 )",
          "csb(64)",
          "(i,j) -> (compressed(j-i), dense(i))",
          "(r,c)->(dense(c),compressed(r))"
        }) {
      einkorn("eval", "a = A(i,j)", "A=[[1,2],[3,4]]:" + format).wrote("10");
      assertThat(einkorn("code", "y(i) = A(i,j)", "-f", "A=" + format + ",int64").code()).isZero();
      assertThat(einkorn("code", "B(i,j) = A(i,j)", "-f", "B=" + format).code()).isZero();
    }
  }
}
