package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.einkorn.format.Format;
import org.einkorn.format.Formats;
import org.einkorn.notation.Expression.Access;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Computations that people know by name, over all formats or over many. */
class NamedProgramsTest {
  private static final int SAMPLES = 250;
  private static final List<String> MATRIX_FORMATS =
      List.of("dense", "csr", "csc", "dcsr", "dcsc", "coo");

  /** Every variable has a size of its own, so that mixing up two of them shows. */
  private static final Map<String, Integer> SIZES =
      Map.of("i", 4, "j", 5, "k", 3, "l", 6, "m", 2, "n", 4);

  /** All variables have one size, for tensors that are accessed in more than one way. */
  private static final Map<String, Integer> SQUARE = Map.of("i", 4, "j", 4, "k", 4, "l", 4);

  @Test
  void matrixProductInAllNamedFormats() {
    int checked = 0;
    for (String a : MATRIX_FORMATS) {
      for (String b : MATRIX_FORMATS) {
        for (String c : MATRIX_FORMATS) {
          Map<String, Format> formats =
              Map.of("A", Formats.parse(a, 2), "B", Formats.parse(b, 2), "C", Formats.parse(c, 2));
          SampledProgram.check("A(i,j) = B(i,k) * C(k,j)", SIZES, formats, checked++);
        }
      }
    }
    assertThat(checked).isEqualTo(216);
  }

  @Test
  void tensorTimesVectorInAllFormats() {
    List<Format> tensors = RandomFormats.all(3, "ds");
    List<Format> vectors = RandomFormats.all(1, "ds");
    List<Format> matrices = RandomFormats.all(2, "ds");
    int checked = 0;
    for (Format b : tensors) {
      for (Format c : vectors) {
        for (Format a : matrices) {
          SampledProgram.check(
              "A(i,j) = B(i,j,k) * c(k)", SIZES, Map.of("A", a, "B", b, "c", c), checked++);
        }
      }
    }
    assertThat(checked).isEqualTo(768);
  }

  @TestFactory
  Stream<DynamicTest> inSampledFormats() {
    return Stream.of(
        sampled("SDDMM", "A(i,j) = B(i,j) * C(i,k) * D(k,j)", SIZES),
        sampled("PLUS3", "A(i,j) = B(i,j) + C(i,j) + D(i,j)", SIZES),
        sampled("MATTRANSMUL", "y(i) = alpha * A(j,i) * x(j) + beta * z(i)", SIZES),
        sampled("RESIDUAL", "y(i) = b(i) - A(i,j) * x(j)", SIZES),
        sampled("SpMV", "y(i) = A(i,j) * x(j)", SIZES),
        sampled("TTM", "A(i,j,k) = B(i,j,l) * C(k,l)", SIZES),
        sampled("MTTKRP", "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)", SIZES),
        sampled("PLUS", "A(i,j,k) = B(i,j,k) + C(i,j,k)", SIZES),
        sampled("INNERPROD", "a = B(i,j,k) * C(i,j,k)", SIZES),
        sampled("transposed matrix times itself", "C(i,j) = A(k,i) * A(k,j)", SQUARE),
        sampled("matrix times itself", "C(i,j) = A(i,k) * A(k,j)", SQUARE),
        sampled("product of three", "D(i,j) = A(i,k) * B(k,l) * C(l,j)", SIZES),
        sampled("product with a sum", "D(i,j) = A(i,k) * (B(k,j) + C(k,j))", SIZES),
        sampled("matrix plus transpose", "C(i,j) = A(i,j) + B(j,i)", SQUARE),
        sampled("symmetric part", "C(i,j) = (A(i,j) + A(j,i)) / 2", SQUARE),
        sampled("outer product", "A(i,j) = b(i) * c(j)", SIZES),
        sampled("outer product of three", "A(i,j,k) = b(i) * c(j) * d(k)", SIZES),
        sampled("scaled rows and columns", "A(i,j) = b(i) * C(i,j) * d(j)", SIZES),
        sampled("transposed tensor", "A(k,i,j) = B(i,j,k)", SIZES),
        sampled("diagonal", "a(i) = B(i,i)", SQUARE),
        sampled("trace of a product", "a = A(i,j) * B(j,i)", SIZES),
        sampled("row sums less means", "A(i,j) = B(i,j) - sum(k, B(i,k)) / 4", SQUARE),
        sampled("largest of each row", "a(i) = max(j, B(i,j))", SIZES),
        sampled("contraction 4 by 2", "A(i,j,k) = B(i,j,k,l) * c(l)", SIZES),
        sampled("contraction 4 by 4", "A(i,j,k,l) = B(i,j,m,n) * C(m,n,k,l)", SIZES),
        sampled("contraction 4 by 4 to a matrix", "A(i,j) = B(i,k,l,m) * C(k,l,m,j)", SIZES),
        sampled("sum of order 4", "A(i,j,k,l) = B(i,j,k,l) + C(l,k,j,i)", SQUARE));
  }

  private static DynamicTest sampled(String name, String text, Map<String, Integer> sizes) {
    return dynamicTest(
        name + ": " + text,
        () -> {
          RandomGenerator random = new SplittableRandom(text.hashCode());
          Set<String> seen = new HashSet<>();
          int combinations = combinations(text);
          for (int k = 0; seen.size() < Math.min(SAMPLES, combinations); k++) {
            Map<String, Format> formats = new HashMap<>();
            for (Access access : SampledProgram.tensors(text)) {
              formats.put(access.tensor(), RandomFormats.plain(random, access.indices().size()));
            }
            if (seen.add(formats.toString())) {
              SampledProgram.check(text, sizes, formats, k);
            }
          }
        });
  }

  /** How many ways there are to choose a format for every tensor; no more than needed. */
  private static int combinations(String text) {
    int combinations = 1;
    for (Access access : SampledProgram.tensors(text)) {
      combinations =
          Math.min(
              SAMPLES, combinations * RandomFormats.all(access.indices().size(), "dscq").size());
    }
    return combinations;
  }
}
