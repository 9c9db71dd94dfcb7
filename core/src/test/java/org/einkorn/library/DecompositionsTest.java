package org.einkorn.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.einkorn.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decompositions, put together again by loops over all coordinates. */
class DecompositionsTest {
  /** Sizes of a tensor of an order. */
  private static int[] sizes(int order) {
    return Arrays.copyOf(new int[] {14, 11, 12, 8}, order);
  }

  /** The sum of outer products of sparse vectors. */
  private static Tensor planted(long seed, int rank, int... sizes) {
    Random random = new Random(seed);
    double[][][] factors = new double[sizes.length][][];
    for (int mode = 0; mode < sizes.length; mode++) {
      factors[mode] = new double[sizes[mode]][rank];
      for (int r = 0; r < rank; r++) {
        int always = random.nextInt(sizes[mode]);
        for (int i = 0; i < sizes[mode]; i++) {
          boolean stored = i == always || random.nextInt(10) < 4;
          factors[mode][i][r] = stored ? 0.5 + random.nextDouble() : 0;
        }
      }
    }
    double[] weights = new double[rank];
    Arrays.fill(weights, 1);
    return Tensor.dense(composed(weights, factors, sizes), sizes);
  }

  private static double[] composed(double[] weights, double[][][] factors, int[] sizes) {
    double[] values = new double[Arrays.stream(sizes).reduce(1, (a, b) -> a * b)];
    for (int p = 0; p < values.length; p++) {
      int[] at = coordinates(p, sizes);
      for (int r = 0; r < weights.length; r++) {
        double product = weights[r];
        for (int mode = 0; mode < sizes.length; mode++) {
          product *= factors[mode][at[mode]][r];
        }
        values[p] += product;
      }
    }
    return values;
  }

  private static int[] coordinates(int position, int[] sizes) {
    int[] at = new int[sizes.length];
    int rest = position;
    for (int mode = sizes.length - 1; mode >= 0; mode--) {
      at[mode] = rest % sizes[mode];
      rest /= sizes[mode];
    }
    return at;
  }

  private static double[][][] rows(List<Tensor> factors) {
    double[][][] all = new double[factors.size()][][];
    for (int mode = 0; mode < all.length; mode++) {
      Tensor factor = factors.get(mode);
      double[] values = factor.toArray();
      int columns = factor.dimension(1);
      all[mode] = new double[factor.dimension(0)][];
      for (int i = 0; i < all[mode].length; i++) {
        all[mode][i] = Arrays.copyOfRange(values, i * columns, (i + 1) * columns);
      }
    }
    return all;
  }

  private static double fit(double[] tensor, double[] found) {
    double left = 0;
    double all = 0;
    for (int p = 0; p < tensor.length; p++) {
      left += (tensor[p] - found[p]) * (tensor[p] - found[p]);
      all += tensor[p] * tensor[p];
    }
    return 1 - Math.sqrt(left / all);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void aSumOfFiveProductsIsFoundAgain(int order) {
    int[] sizes = sizes(order);
    Tensor tensor = planted(3, 5, sizes).to("csf");
    List<Double> fits = new ArrayList<>();
    CpDecomposition.Result result =
        CpDecomposition.of(tensor, 5)
            .tolerance(1e-9)
            .maxRounds(1000)
            .onRound((_, fit) -> fits.add(fit))
            .run();
    double[] weights = result.weights().toArray();
    double own = fit(tensor.toArray(), composed(weights, rows(result.factors()), sizes));
    assertThat(own).isGreaterThan(0.999);
    assertThat(result.fit()).isCloseTo(own, within(1e-6));
    assertThat(fits).hasSize(result.rounds()).isSortedAccordingTo(rising(1e-7));
    assertThat(weights).isSortedAccordingTo(Collections.reverseOrder());
    assertThat(result.converged()).isTrue();
  }

  /** Larger, or less by no more than rounding may do. */
  private static java.util.Comparator<Double> rising(double rounding) {
    return (a, b) -> a <= b + rounding ? -1 : 1;
  }

  @ParameterizedTest
  @ValueSource(strings = {"csf", "coo", "dense", "sss:2,0,1"})
  void theFitOfFewerProductsIsTold(String format) {
    Tensor tensor = planted(4, 6, sizes(3)).to(format);
    CpDecomposition.Result result = CpDecomposition.of(tensor, 2).maxRounds(7).tolerance(0).run();
    double[] found = composed(result.weights().toArray(), rows(result.factors()), sizes(3));
    assertThat(result.fit())
        .isCloseTo(fit(tensor.toArray(), found), within(1e-9))
        .isBetween(0.1, 0.9);
    assertThat(result.rounds()).isEqualTo(7);
    assertThat(result.converged()).isFalse();
    double[][][] factors = rows(result.factors());
    for (double[][] factor : factors) {
      assertThat(dot(factor, 0, 0)).isCloseTo(1, within(1e-12));
    }
    // Where the last mode's vectors are best, what is left has nothing in common with the others'.
    double[][] common = new double[sizes(3)[2]][2];
    double[] values = tensor.toArray();
    for (int p = 0; p < values.length; p++) {
      int[] at = coordinates(p, sizes(3));
      for (int r = 0; r < 2; r++) {
        common[at[2]][r] += (values[p] - found[p]) * factors[0][at[0]][r] * factors[1][at[1]][r];
      }
    }
    for (double[] row : common) {
      assertThat(row).containsExactly(new double[2], within(1e-10));
    }
  }

  @Test
  void moreProductsThanNeededDoNoHarm() {
    Tensor tensor = planted(5, 1, 6, 7, 8).to("csf");
    CpDecomposition.Result result = CpDecomposition.of(tensor, 4).maxRounds(50).run();
    assertThat(result.fit()).isGreaterThan(0.9999);
    double[] found =
        composed(result.weights().toArray(), rows(result.factors()), new int[] {6, 7, 8});
    assertThat(fit(tensor.toArray(), found)).isGreaterThan(0.9999);
  }

  @Test
  void theSeedDecides() {
    Tensor tensor = planted(6, 6, sizes(3)).to("csf");
    CpDecomposition cp = CpDecomposition.of(tensor, 2).maxRounds(2);
    assertThat(cp.run().weights().toArray()).containsExactly(cp.run().weights().toArray());
    assertThat(cp.seed(2).run().fit()).isNotEqualTo(cp.run().fit());
    TuckerDecomposition tucker = TuckerDecomposition.of(tensor, List.of(2, 2, 2)).maxRounds(1);
    assertThat(tucker.run().core().toArray()).containsExactly(tucker.run().core().toArray());
    assertThat(tucker.seed(2).run().fit()).isNotEqualTo(tucker.run().fit());
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void tuckerLeavesNothingOfATensorOfLowRank(int order) {
    // Three products have at most three independent vectors in each mode.
    Tensor tensor = planted(7, 3, sizes(order)).to("csf");
    TuckerDecomposition.Result result =
        TuckerDecomposition.of(tensor, Collections.nCopies(order, 3)).run();
    assertThat(fit(tensor.toArray(), composed(result))).isGreaterThan(0.999999);
    assertThat(result.fit()).isGreaterThan(0.999999);
    assertThat(result.converged()).isTrue();
  }

  @Test
  void theFitOfATuckerDecompositionRises() {
    Tensor tensor = planted(8, 9, sizes(4)).to("csf");
    List<Double> fits = new ArrayList<>();
    TuckerDecomposition.Result result =
        TuckerDecomposition.of(tensor, List.of(2, 3, 2, 1))
            .onRound((_, fit) -> fits.add(fit))
            .run();
    assertThat(fits).hasSize(result.rounds()).isSortedAccordingTo(rising(1e-12));
    assertThat(result.fit())
        .isCloseTo(fit(tensor.toArray(), composed(result)), within(1e-9))
        .isBetween(0.1, 0.9);
    for (double[][] factor : rows(result.factors())) {
      for (int r = 0; r < factor[0].length; r++) {
        for (int s = 0; s < factor[0].length; s++) {
          assertThat(dot(factor, r, s)).isCloseTo(r == s ? 1 : 0, within(1e-12));
        }
      }
    }
  }

  private static double dot(double[][] factor, int r, int s) {
    return Arrays.stream(factor).mapToDouble(row -> row[r] * row[s]).sum();
  }

  private static double[] composed(TuckerDecomposition.Result result) {
    double[][][] factors = rows(result.factors());
    double[] core = result.core().toArray();
    int[] sizes = result.factors().stream().mapToInt(f -> f.dimension(0)).toArray();
    double[] values = new double[Arrays.stream(sizes).reduce(1, (a, b) -> a * b)];
    for (int p = 0; p < values.length; p++) {
      int[] at = coordinates(p, sizes);
      for (int c = 0; c < core.length; c++) {
        int[] inside = coordinates(c, result.core().dimensions());
        double product = core[c];
        for (int mode = 0; mode < sizes.length; mode++) {
          product *= factors[mode][at[mode]][inside[mode]];
        }
        values[p] += product;
      }
    }
    return values;
  }

  @Test
  void aFactorMayHaveMoreColumnsThanTheTensorHasUseFor() {
    Tensor one = Tensor.builder(3, 3, 3).add(2, 1, 1, 1).build();
    TuckerDecomposition.Result result = TuckerDecomposition.of(one, List.of(2, 2, 2)).run();
    assertThat(fit(one.toArray(), composed(result))).isGreaterThan(0.999999);
    for (double[][] factor : rows(result.factors())) {
      assertThat(dot(factor, 0, 1)).isCloseTo(0, within(1e-12));
      assertThat(dot(factor, 1, 1)).isCloseTo(1, within(1e-12));
    }
  }
}
