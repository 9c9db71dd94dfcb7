package org.einkorn.format;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.TensorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no format, or none for a tensor, is refused with the reason. */
class FormatRefusalsTest {
  private static final String LEVELS =
      "dense, compressed, repeating, compressed-unordered, repeating-unordered, singleton,"
          + " singleton-repeating, singleton-unordered, singleton-repeating-unordered, slot,"
          + " padded, hashed, bitmap, reversed";

  private static void refused(String text, int order, String message) {
    assertThatThrownBy(() -> Formats.parse(text, order))
        .isInstanceOf(EinkornException.class)
        .hasMessage(message);
  }

  @Test
  void tooManyDiagonals() {
    TensorBuilder random = Tensor.builder(1_000_000, 1_000_000);
    for (int k = 0; k < 2000; k++) {
      random.add(1, k * 7 % 2000, k * 499 + 1000);
    }
    Tensor csr = random.build("csr");
    assertThatThrownBy(() -> csr.to("dia"))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "A tensor of size 1000000 x 1000000 with 2000 nonzeros would take 16.0 GB as dia, more"
                + " than two thirds of the memory: coo takes 32.0 KB; -Xmx gives more memory.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {"bcsr(0,4)", "bcsr(4,0)", "csb(0)", "(i,j) -> (dense(i/0), dense(i%0), dense(j))"})
  void blocksWithoutSize(String text) {
    refused(text, 2, "A block must have a size of at least 1, not 0.");
  }

  @Test
  void missingDimension() {
    refused(
        "(i,j) -> (dense(i))",
        2,
        "Format '(i,j) -> (dense(i))' names 2 dimensions but stores 1 of them.");
    refused(
        "(i,j) -> (dense(j))",
        2,
        "The levels of a format must determine every dimension, but i does not follow from j.");
    refused(
        "(i,j) -> (dense(i/4), compressed(j))",
        2,
        "The levels of a format must determine every dimension, but i does not follow from i/4,"
            + " j.");
    refused(
        "(i,j) -> (dense(i/4), compressed(j), dense(i%2))",
        2,
        "The levels of a format must determine every dimension, but i does not follow from i/4, j,"
            + " i%2.");
    refused(
        "(i,j) -> (compressed(j-i))",
        2,
        "The levels of a format must determine every dimension, but i does not follow from j-i.");
  }

  @Test
  void dimensionNamedTwice() {
    refused(
        "(i,i) -> (dense(i), dense(i))",
        2,
        "In format '(i,i) -> (dense(i), dense(i))', column 4: the dimension i is named twice.");
    refused("ds:0,0", 2, "The dimensions [0, 0] of a format must be each of 0 to 1 once.");
    refused("ds:0,2", 2, "The dimensions [0, 2] of a format must be each of 0 to 1 once.");
    refused("ds:0", 2, "A format with 2 levels must name 2 dimensions, not 1.");
  }

  @Test
  void dimensionStoredTwice() {
    refused(
        "(i,j) -> (dense(i), dense(j), dense(i))",
        2,
        "The levels of a format must store every dimension once, but i is stored by i and again by"
            + " i.");
    refused(
        "(i,j) -> (dense(i/2), dense(i), dense(j))",
        2,
        "The levels of a format must store every dimension once, but i is stored by i/2 and again"
            + " by i.");
  }

  @Test
  void unknownLevel() {
    refused(
        "(i,j) -> (dense(i), sparse(j))",
        2,
        "In format '(i,j) -> (dense(i), sparse(j))', column 21: expected a level format, one of "
            + LEVELS
            + ", found 'sparse(j))'.");
    refused(
        "dx",
        2,
        "No format is called 'dx': use one of dense, csr, csc, dcsr, dcsc, coo, coo-unsorted,"
            + " coo-duplicates, csf, dia, ell, hash, bitmap, or one letter a level: d (dense), s"
            + " (compressed), c (repeating), S (compressed-unordered), C (repeating-unordered), q"
            + " (singleton), e (singleton-repeating), Q (singleton-unordered), E"
            + " (singleton-repeating-unordered), w (slot), p (padded), h (hashed), b (bitmap), r"
            + " (reversed).");
  }

  @Test
  void wrongOrder() {
    refused("csr", 3, "Format 'csr' is for matrices, not for a tensor of order 3.");
    refused("dia", 1, "Format 'dia' is for matrices, not for a tensor of order 1.");
    refused("bcsr(2,2)", 3, "Format 'bcsr(2,2)' is for matrices, not for a tensor of order 3.");
    refused("ds", 3, "Format 'ds' has 2 levels but the tensor has order 3.");
    refused("(i) -> (dense(i))", 2, "Format '(i) -> (dense(i))' is for tensors of order 1, not 2.");
  }

  @Test
  void singletonWithoutRepeats() {
    String reason =
        "A singleton level holds one coordinate for each entry of the level above, so that level"
            + " must allow repeats: write c before q, as in cq.";
    refused("dq", 2, reason);
    refused("q", 1, reason);
    refused("(i,j) -> (compressed(i), singleton(j))", 2, reason);
    refused(
        "cs",
        2,
        "After a level with repeats only singleton levels can follow: write cq, as in coo.");
    refused(
        "ced",
        3,
        "After a level with repeats only singleton levels can follow: write cq, as in coo.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "(i,j) -> (dense(i), dense(j)) x | 31 | the end | 'x'",
        "(i,j) -> (dense(i) dense(j)) | 20 | ')' | 'dense(j))'",
        "(i,j) -> (dense(i), dense(k)) | 27 | one of the dimensions i, j | 'k))'",
        "(i,j) -> (dense(i/x), dense(j)) | 19 | a number | 'x), dense(j)'",
        "(i,j) -> (dense(i), dense(j) | 29 | ')' | the end",
        "(i,,j) -> (dense(i), dense(j)) | 4 | a name or a number | ',j) -> (dens'",
        "(i,j) -> (dense(i), dense(j-4)) | 29 | one of the dimensions i, j | '4))'",
        "(i,j) -> () | 11 | a name or a number | ')'"
      })
  void garbage(String text, int column, String expected, String found) {
    refused(
        text,
        2,
        "In format '"
            + text
            + "', column "
            + column
            + ": expected "
            + expected
            + ", found "
            + found
            + ".");
  }

  /** Levels that only make sense together. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "dp",
        "(i,j) -> (dense(i), padded(j))",
        "wd",
        "(i,j) -> (dense(slot), dense(i), padded(j))"
      })
  void slotsWithoutPaddingAndPaddingWithoutSlots(String text) {
    assertThatThrownBy(() -> Formats.parse(text, 2)).isInstanceOf(EinkornException.class);
  }
}
