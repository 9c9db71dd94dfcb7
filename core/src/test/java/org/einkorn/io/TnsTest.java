package org.einkorn.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.einkorn.element.ElementType;
import org.einkorn.storage.CoordinateList;
import org.junit.jupiter.api.Test;

class TnsTest extends FileTest {
  @Test
  void takesSizesFromTheLargestCoordinates() {
    FileContent content = read("T.tns", "# FROSTT\n1 2 9 1.5\n\n3 1 1\t-2\n");
    assertThat(content.sizesKnown()).isFalse();
    assertThat(content.entries().dimensions()).containsExactly(3, 2, 9);
    assertThat(content.entries().type()).isEqualTo(ElementType.FLOAT64);
    assertThat(show(content.entries())).containsExactly("0,1,8=1.5", "2,0,0=-2.0");
  }

  @Test
  void takesSizesFromTheDimsLine() {
    for (String dims : new String[] {"# dims 3 4", "#dims 3 4", "  #\tdims  3 4 \r"}) {
      FileContent content = read("T.tns", dims + "\n# dims is told above\n1 1 2\n");
      assertThat(content.sizesKnown()).isTrue();
      assertThat(content.entries().dimensions()).containsExactly(3, 4);
      assertThat(show(content.entries())).containsExactly("0,0=2.0");
    }
  }

  @Test
  void leavesOtherCommentsAlone() {
    FileContent content = read("T.tns", "# dims are unknown\n#\n# dims: 3 4\n2 1\n#end");
    assertThat(content.sizesKnown()).isFalse();
    assertThat(content.entries().dimensions()).containsExactly(2);
  }

  @Test
  void readsScalars() {
    FileContent bare = read("T.tns", "2.5\n");
    assertThat(bare.sizesKnown()).isTrue();
    assertThat(bare.entries().order()).isZero();
    assertThat(show(bare.entries())).containsExactly("=2.5");
    assertThat(show(read("T.tns", "# dims\n7").entries())).containsExactly("=7.0");
    assertThat(read("T.tns", "# dims\n").entries().count()).isZero();
  }

  @Test
  void readsTensorsWithoutEntries() {
    FileContent content = read("T.tns", "# dims 0 2147483647\n");
    assertThat(content.sizesKnown()).isTrue();
    assertThat(content.entries().dimensions()).containsExactly(0, Integer.MAX_VALUE);
    assertThat(content.entries().count()).isZero();
  }

  @Test
  void readsTheLargestCoordinate() {
    assertThat(read("T.tns", "2147483647 1\n").entries().dimensions())
        .containsExactly(Integer.MAX_VALUE);
  }

  @Test
  void refusesFilesThatSayNothing() {
    String message =
        "the file ends without an entry, expected one or a line '# dims' with the sizes";
    refused("", "line 1: " + message);
    refused("# nothing\n\n", "line 2: " + message);
  }

  @Test
  void refusesWrongDims() {
    refused("# dims 3 x\n", "line 1: found 'x', expected a size from 0 to 2147483647");
    refused("# dims -3\n", "line 1: found '-3', expected a size from 0 to 2147483647");
    refused(
        "# dims 2147483648\n", "line 1: found '2147483648', expected a size from 0 to 2147483647");
    String message =
        "line 2: found a second '# dims' or one after entries, expected it before them";
    refused("# dims 3\n# dims 4\n", message);
    refused("1 1\n# dims 4\n", message);
  }

  @Test
  void refusesLinesOfAnotherLength() {
    refused(
        "1 1 2\n\n1 2\n",
        "line 3: found a line of 2 words, expected 2 coordinates and a value by line 1");
    refused(
        "1 1 2\n1\n",
        "line 2: found a line of 1 word, expected 2 coordinates and a value by line 1");
    refused(
        "1 1 2\n1 1 1 1 2\n",
        "line 2: found a line of 5 words, expected 2 coordinates and a value by line 1");
    refused(
        "# dims 3 4\n1 1\n",
        "line 2: found a line of 2 words, expected 2 coordinates and a value by line 1");
    refused(
        "3\n1 1\n",
        "line 2: found a line of 2 words, expected 0 coordinates and a value by line 1");
  }

  @Test
  void refusesWrongCoordinates() {
    refused(
        "0 1 2\n",
        "line 1: found '0', expected a coordinate from 1 to 2147483647, for coordinates in files"
            + " start at 1");
    refused("1 -1 2\n", "line 1: found '-1', expected a coordinate from 1 to 2147483647");
    refused(
        "2147483648 2\n", "line 1: found '2147483648', expected a coordinate from 1 to 2147483647");
    refused(
        "99999999999999999999 2\n",
        "line 1: found '99999999999999999999', expected a coordinate from 1 to 2147483647");
    refused("1.5 2\n", "line 1: found '1.5', expected a coordinate from 1 to 2147483647");
    refused("# dims 3 4\n3 5 1\n", "line 2: found '5', expected a coordinate from 1 to 4");
    refused(
        "# dims 0\n1 1\n", "line 2: found '1', expected no entry, for the tensor has no elements");
  }

  @Test
  void refusesWrongValues() {
    refused("1 1 x\n", "line 1: found 'x', expected a number");
    refused("\0\u0001\u00ff", "line 1: found '\\x00\\x01\\xFF', expected a number");
  }

  @Test
  void aLineOfManyWordsCostsLittleMemory() {
    FileContent content = read("T.tns", "1 ".repeat(100_000) + "2\n");
    assertThat(content.entries().order()).isEqualTo(100_000);
  }

  @Test
  void writesSizesAndEntries() throws IOException {
    CoordinateList tensor = new CoordinateList(ElementType.FLOAT64, 3, 4, 5);
    tensor.add(0.1, 2, 3, 4);
    tensor.add(-0.0, 0, 0, 0);
    tensor.add(1e15, 0, 0, 1);
    tensor.add(999999999999999.0, 0, 0, 2);
    tensor.add(Double.NEGATIVE_INFINITY, 0, 0, 3);
    assertThat(written(tensor))
        .isEqualTo(
            """
            # dims 3 4 5
            3 4 5 0.1
            1 1 1 -0.0
            1 1 2 1.0E15
            1 1 3 999999999999999
            1 1 4 -Infinity
            """);
    CoordinateList scalar = new CoordinateList(ElementType.FLOAT32);
    scalar.add(0.1);
    assertThat(written(scalar)).isEqualTo("# dims\n0.1\n");
    CoordinateList bools = new CoordinateList(ElementType.BOOL, 2);
    bools.add(1L, 0);
    bools.add(0L, 1);
    assertThat(written(bools)).isEqualTo("# dims 2\n1 1\n2 0\n");
  }

  private String written(CoordinateList list) throws IOException {
    Path file = directory.resolve("T.tns");
    TensorFiles.write(file, list);
    return Files.readString(file);
  }

  private void refused(String text, String message) {
    assertRefused("T.tns", text, "T.tns, " + message + ".");
  }
}
