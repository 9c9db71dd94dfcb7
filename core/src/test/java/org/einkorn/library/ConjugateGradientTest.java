package org.einkorn.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConjugateGradientTest {
  /** Sparse, symmetric, with a diagonal that outweighs its row; rows differ much in size. */
  private static double[][] positiveDefinite(long seed, int n) {
    Random random = new Random(seed);
    double[][] a = new double[n][n];
    double[] scale = new double[n];
    for (int i = 0; i < n; i++) {
      scale[i] = Math.pow(10, random.nextInt(4));
      a[i][i] = 1;
    }
    for (int t = 0; t < 2 * n; t++) {
      int i = random.nextInt(n);
      int j = random.nextInt(n);
      double value = random.nextDouble();
      if (i != j) {
        a[i][j] -= value;
        a[j][i] -= value;
        a[i][i] += value;
        a[j][j] += value;
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] *= scale[i] * scale[j];
      }
    }
    return a;
  }

  private static double[] rightSide(long seed, int n) {
    return new Random(seed).doubles(n, -1, 1).toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 60, csr, true",
    "2, 60, csr, false",
    "3, 80, csc, true",
    "4, 30, dense, true",
    "5, 50, coo, true",
    "6, 1, csr, false"
  })
  void solvesToTheTolerance(long seed, int n, String format, boolean jacobi) {
    double[][] a = positiveDefinite(seed, n);
    double[] b = rightSide(seed, n);
    ConjugateGradient.Result result =
        ConjugateGradient.of(Tensor.matrix(a).to(format))
            .jacobi(jacobi)
            .maxRounds(20_000)
            .solve(Tensor.vector(b));
    double[] x = result.solution().toArray();
    double left = 0;
    double all = 0;
    for (int i = 0; i < n; i++) {
      double sum = b[i];
      for (int j = 0; j < n; j++) {
        sum -= a[i][j] * x[j];
      }
      left += sum * sum;
      all += b[i] * b[i];
    }
    assertThat(Math.sqrt(left / all)).isLessThan(1.5e-10);
    assertThat(result.residual()).isLessThanOrEqualTo(1e-10);
    assertThat(result.converged()).isTrue();
    double[] exact = eliminated(a, b);
    for (int i = 0; i < n; i++) {
      assertThat(x[i]).isCloseTo(exact[i], within(1e-5 * Math.max(1, Math.abs(exact[i]))));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-200, 1, 1e200})
  void valuesMayBeFarFromOne(double unit) {
    Tensor matrix = Tensor.matrix(new double[][] {{4 * unit, unit}, {unit, 3 * unit}});
    ConjugateGradient.Result result =
        ConjugateGradient.of(matrix).solve(Tensor.vector(unit, 2 * unit));
    assertThat(result.converged()).isTrue();
    assertThat(result.solution().get(0)).isCloseTo(1 / 11.0, within(1e-9));
    assertThat(result.solution().get(1)).isCloseTo(7 / 11.0, within(1e-9));
  }

  @Test
  void whatIsNoNumberIsRefused() {
    Tensor matrix = Tensor.matrix(new double[][] {{4, 1}, {1, Double.NaN}});
    assertThatThrownBy(() -> ConjugateGradient.of(matrix).solve(Tensor.vector(1, 2)))
        .isInstanceOf(EinkornException.class)
        .hasMessage(
            "The entries of the matrix add up to NaN in absolute values; conjugate gradients need a"
                + " symmetric positive definite matrix.");
    Tensor good = Tensor.matrix(new double[][] {{4, 1}, {1, 3}});
    assertThatThrownBy(() -> ConjugateGradient.of(good).solve(Tensor.vector(1, Double.NaN)))
        .isInstanceOf(EinkornException.class)
        .hasMessage("Entry 1 of the right side, counted from 0, is NaN.");
  }

  /** Gaussian elimination, which needs no pivots here. */
  private static double[] eliminated(double[][] matrix, double[] rightSide) {
    int n = matrix.length;
    double[][] a = new double[n][];
    for (int i = 0; i < n; i++) {
      a[i] = matrix[i].clone();
    }
    double[] x = rightSide.clone();
    for (int p = 0; p < n; p++) {
      for (int i = p + 1; i < n; i++) {
        double factor = a[i][p] / a[p][p];
        for (int j = p; j < n; j++) {
          a[i][j] -= factor * a[p][j];
        }
        x[i] -= factor * x[p];
      }
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int j = i + 1; j < n; j++) {
        x[i] -= a[i][j] * x[j];
      }
      x[i] /= a[i][i];
    }
    return x;
  }

  @Test
  void weighingHelpsWhereRowsDifferInSize() {
    Tensor a = Tensor.matrix(positiveDefinite(7, 60)).to("csr");
    Tensor b = Tensor.vector(rightSide(7, 60));
    ConjugateGradient solver = ConjugateGradient.of(a).maxRounds(20_000);
    assertThat(solver.jacobi(true).solve(b).rounds()).isLessThan(solver.solve(b).rounds());
  }

  @Test
  void theResidualsAreToldAndKept() {
    List<Double> heard = new ArrayList<>();
    ConjugateGradient.Result result =
        ConjugateGradient.of(Tensor.matrix(positiveDefinite(8, 40)).to("csr"))
            .jacobi(true)
            .maxRounds(3)
            .onRound(
                (round, residual) -> {
                  heard.add(residual);
                  assertThat(round).isEqualTo(heard.size());
                })
            .solve(Tensor.vector(rightSide(8, 40)));
    assertThat(result.rounds()).isEqualTo(3);
    assertThat(result.residuals()).hasSize(3).isEqualTo(heard);
    assertThat(result.converged()).isFalse();
    assertThat(result.residual()).isCloseTo(heard.getLast(), within(1e-9));
  }

  @Test
  void nothingOnTheRightGivesNothing() {
    ConjugateGradient.Result result =
        ConjugateGradient.of(Tensor.matrix(positiveDefinite(9, 5)).to("csr"))
            .solve(Tensor.vector(new double[5]).to("s"));
    assertThat(result.solution().toArray()).containsOnly(0);
    assertThat(result.rounds()).isZero();
    assertThat(result.converged()).isTrue();
  }
}
