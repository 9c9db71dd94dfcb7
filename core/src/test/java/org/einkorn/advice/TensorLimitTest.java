package org.einkorn.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.einkorn.Einkorn;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.TensorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tensors that would take too much are refused, with the bytes and with what takes less. */
class TensorLimitTest {
  private static final int SIZE = 1_000_000;

  @AfterEach
  void noLimit() {
    System.clearProperty(TensorLimit.PROPERTY);
  }

  private static void limit(long bytes) {
    System.setProperty(TensorLimit.PROPERTY, String.valueOf(bytes));
  }

  private static void refused(ThrowingCallable work, String sentence) {
    assertThatThrownBy(work).isInstanceOf(EinkornException.class).hasMessage(sentence);
  }

  /** One nonzero in every thousandth row. */
  private static Tensor hypersparse() {
    TensorBuilder matrix = Tensor.builder(SIZE, SIZE);
    for (int i = 0; i < SIZE; i += 1000) {
      matrix.add(1, i, i % 7);
    }
    return matrix.build("csr");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dense | 8.0 TB",
        "sd | 8.0 GB",
        "sd:1,0 | 56.0 MB",
        "bitmap | 9.0 TB",
        "dia | 8.0 GB",
        "ell | 12.0 MB",
        "hash | 24.0 MB",
        "bcsr(1,1000) | 12.0 MB",
        "csc | 4.0 MB",
        "(i,j) -> (compressed(i/1000), dense(i%1000), dense(j)) | 8.0 TB"
      })
  void everyFormatIsMeasured(String format, String bytes) {
    Tensor matrix = hypersparse();
    limit(3_900_000);
    refused(
        () -> matrix.to(format),
        "A tensor of size 1000000 x 1000000 with 1000 nonzeros would take "
            + bytes
            + " as "
            + format
            + ", more than the 3.9 MB that einkorn.largestTensor allows: dcsc takes 12.1 KB.");
    assertThat(matrix.to("dcsc").bytes()).isEqualTo(12_068);
  }

  @Test
  void whatIsBuiltIsMeasuredToo() {
    TensorBuilder diagonal = Tensor.builder(100, 100);
    for (int i = 0; i < 100; i++) {
      diagonal.add(1, i, i);
    }
    limit(70_000);
    refused(
        () -> diagonal.build("dense"),
        "A tensor of size 100 x 100 with 100 nonzeros would take 80.0 KB as dense, more than the"
            + " 70.0 KB that einkorn.largestTensor allows: dia takes 812 bytes.");
    limit(80_000);
    assertThat(diagonal.build("dense").bytes()).isEqualTo(80_000);
  }

  @Test
  void theLimitIsReadForEachTensor() {
    Tensor x = Tensor.vector(1, 2, 3).to("s");
    limit(23);
    refused(
        () -> x.to("d"),
        "A tensor of size 3 with 3 nonzeros would take 24 bytes as d, more than the 23 bytes that"
            + " einkorn.largestTensor allows: even d takes 24 bytes.");
    limit(1000);
    assertThat(x.to("d").toArray()).containsExactly(1, 2, 3);
  }

  @Test
  void resultsThatAreTooLargeWhateverIsComputed() {
    Tensor x = Tensor.builder(SIZE).add(1, 3).build("s");
    limit(3_000_000);
    refused(
        () -> Einkorn.expression("C(i,j) = x(i) * x(j)").with("x", x).result("csr").evaluate(),
        "The result C of size 1000000 x 1000000 would take at least 4.0 MB as csr, more than the"
            + " 3.0 MB that einkorn.largestTensor allows: choose a sparse format for it.");
    assertThat(Einkorn.evaluate("C(i,j) = x(i) * x(j)", Map.of("x", x)).get(3, 3)).isEqualTo(1);
  }

  @Test
  void resultsThatTurnOutTooLarge() {
    Tensor x = Tensor.builder(SIZE).add(1, 3).add(1, 500).build("s");
    limit(10_000_000);
    refused(
        () -> Einkorn.expression("C(i,j) = x(i) * x(j)").with("x", x).result("dia").evaluate(),
        "A tensor of size 1000000 x 1000000 with 4 nonzeros would take 24.0 MB as dia, more than"
            + " the 10.0 MB that einkorn.largestTensor allows: coo takes 72 bytes.");
  }

  @Test
  void arraysHaveALimitOfTheirOwn() {
    limit(Long.MAX_VALUE);
    refused(
        () -> hypersparse().to("dense"),
        "A tensor of size 1000000 x 1000000 with 1000 nonzeros would take 8.0 TB as dense, in an"
            + " array of more than the 2,147,483,631 elements that one can have: dcsc takes 12.1"
            + " KB.");
  }

  @Test
  void aLimitIsANumber() {
    System.setProperty(TensorLimit.PROPERTY, "256 MB");
    refused(
        () -> Tensor.vector(1, 2).to("s"),
        "The system property einkorn.largestTensor is '256 MB', which is no number of bytes; write"
            + " for example -Deinkorn.largestTensor=256000000.");
  }

  @Test
  void withoutALimitTheMemoryIsOne() {
    refused(
        () -> hypersparse().to("dia"),
        "A tensor of size 1000000 x 1000000 with 1000 nonzeros would take 8.0 GB as dia, more than"
            + " two thirds of the memory: dcsc takes 12.1 KB; -Xmx gives more memory.");
  }
}
