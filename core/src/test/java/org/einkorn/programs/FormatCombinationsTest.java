package org.einkorn.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.einkorn.format.Format;
import org.einkorn.notation.Expression.Access;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The computations that sparse tensor algebra is known for, over formats of every kind in any mix,
 * operands and results. Results are read by their levels, so that duplicates or a wrong order where
 * the format forbids them are found. {@code -Deinkorn.combinations=…} sets how many combinations
 * each computation gets.
 */
class FormatCombinationsTest {
  private static final int EACH = Integer.getInteger("einkorn.combinations", 350);

  /** Every variable has a size of its own, which few block sizes divide. */
  private static final Map<String, Integer> SIZES = Map.of("i", 5, "j", 7, "k", 4, "l", 3);

  @TestFactory
  Stream<DynamicTest> allFormatsInAnyMix() {
    return Stream.of(
        combinations("SpMV", "y(i) = A(i,j) * x(j)"),
        combinations("addition", "A(i,j) = B(i,j) + C(i,j)"),
        combinations("element-wise product", "A(i,j) = B(i,j) * C(i,j)"),
        combinations("SpMM, SpGEMM", "A(i,j) = B(i,k) * C(k,j)"),
        combinations("TTV", "A(i,j) = B(i,j,k) * c(k)"),
        combinations("TTM", "A(i,j,k) = B(i,j,l) * C(k,l)"),
        combinations("MTTKRP", "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)"),
        combinations("inner product of matrices", "a = B(i,j) * C(i,j)"),
        combinations("inner product", "a = B(i,j,k) * C(i,j,k)"));
  }

  private static DynamicTest combinations(String name, String text) {
    return dynamicTest(
        name + ": " + text,
        () -> {
          RandomGenerator random = new SplittableRandom(text.hashCode());
          Set<String> seen = new HashSet<>();
          Set<String> failed = new HashSet<>();
          StringBuilder shown = new StringBuilder();
          while (seen.size() < EACH) {
            Map<String, Format> formats = new LinkedHashMap<>();
            for (Access access : SampledProgram.tensors(text)) {
              formats.put(access.tensor(), format(random, access.indices().size()));
            }
            if (!seen.add(formats.toString())) {
              continue;
            }
            try {
              SampledProgram.check(text, SIZES, formats, seen.size());
            } catch (AssertionError e) {
              failed.add(formats.toString());
              if (failed.size() <= 3) {
                shown.append(e.getMessage()).append('\n');
              }
            }
          }
          assertThat(failed).as("%s", shown).isEmpty();
        });
  }

  private static Format format(RandomGenerator random, int order) {
    return switch (order == 0 ? 0 : random.nextInt(12)) {
      case 0, 1 -> RandomFormats.plain(random, order);
      case 2, 3 -> RandomFormats.withPadding(random, order);
      case 4, 5 -> RandomFormats.asItComes(random, order);
      case 6, 7, 8 -> RandomFormats.named(random, order);
      default -> RandomFormats.map(random, order);
    };
  }
}
