package org.einkorn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.einkorn.EinkornException;
import org.junit.jupiter.api.Test;

class DecimalsTest {
  private final Random random = new Random(7);

  @Test
  void roundsEveryDecimalAsJavaDoes() {
    List<String> words = new ArrayList<>();
    for (int n = 0; n < 20_000; n++) {
      double any = Double.longBitsToDouble(random.nextLong());
      words.add(Double.toString(Double.isFinite(any) ? any : n));
      words.add(Double.toString(random.nextGaussian()));
      words.add(String.format("%.6f", random.nextGaussian() * 1000));
      words.add(Long.toUnsignedString(random.nextLong() >>> random.nextInt(64)) + exponent(345));
      words.add("." + (random.nextLong() >>> 1) + exponent(30));
    }
    for (int n = 0; n < 5_000; n++) {
      words.add(halfway());
    }
    words.addAll(
        List.of(
            "0",
            "-0",
            "+0.0e99",
            "00001",
            "1.",
            ".5",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "1e309",
            "1e-400",
            "1e99999999999",
            "1e-99999999999",
            "9007199254740993",
            "9007199254740993e0",
            "18446744073709551615",
            "18446744073709551616",
            "0." + "0".repeat(400) + "1e400",
            "1" + "0".repeat(400) + "e-400",
            "1E+5",
            "1e-05"));
    assertReadAsJavaDoes(words);
    words.removeIf(word -> Double.isInfinite(Double.parseDouble(word)));
    assertLinesReadAsJavaDoes(words);
  }

  private String exponent(int range) {
    return "e" + (random.nextInt(2 * range) - range);
  }

  /** Exactly between two doubles, or a little beside it. */
  private String halfway() {
    double below = Math.abs(random.nextGaussian()) * Math.pow(2, random.nextInt(120) - 60);
    BigDecimal middle =
        new BigDecimal(below).add(new BigDecimal(Math.nextUp(below))).divide(BigDecimal.TWO);
    return switch (random.nextInt(3)) {
      case 0 -> middle.toString();
      case 1 -> middle.round(new java.math.MathContext(19)).toString();
      default ->
          Long.toString(((1L << 53) + random.nextInt(1 << 20) * 2L + 1) << random.nextInt(8));
    };
  }

  private static void assertReadAsJavaDoes(List<String> words) {
    byte[] text = String.join("\n", words).getBytes(StandardCharsets.US_ASCII);
    NumberScanner in =
        new NumberScanner("numbers", new StreamBlocks(new ByteArrayInputStream(text), 1 << 18));
    for (String word : words) {
      in.nextLine();
      if (Double.isInfinite(Double.parseDouble(word))) {
        assertThatThrownBy(in::real).isInstanceOf(EinkornException.class);
        in.skipLine();
        continue;
      }
      double read = in.real();
      in.endLine();
      if (Double.doubleToLongBits(read) != Double.doubleToLongBits(Double.parseDouble(word))) {
        assertThat(read).as(word).isEqualTo(Double.parseDouble(word));
      }
    }
    assertThat(in.nextLine()).isFalse();
  }

  /** The same with a loop of its own, which reads most lines of a large file. */
  private static void assertLinesReadAsJavaDoes(List<String> words) {
    String text =
        "%%MatrixMarket matrix array real general\n"
            + words.size()
            + " 1\n"
            + String.join("\n", words);
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    TextBlocks blocks = new StreamBlocks(new ByteArrayInputStream(bytes), bytes.length + 1);
    NumberScanner in = new NumberScanner("numbers", new LaterBlocks(blocks));
    double[] read = (double[]) MatrixMarketReader.read(in).entries().values();
    for (int k = 0; k < words.size(); k++) {
      double expected = Double.parseDouble(words.get(k));
      if (Double.doubleToLongBits(read[k]) != Double.doubleToLongBits(expected)) {
        assertThat(read[k]).as(words.get(k)).isEqualTo(expected);
      }
    }
  }
}
