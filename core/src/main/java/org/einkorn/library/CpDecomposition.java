package org.einkorn.library;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;
import org.einkorn.TensorBuilder;

/**
 * A tensor as a sum of a few outer products, each of one vector a mode: X(i,j,k) is about l(r) *
 * A(i,r) * B(j,r) * C(k,r). Found by alternating least squares, which in a round chooses the best
 * vectors of one mode after the other. The measure of a round is the fit.
 *
 * @param rank how many outer products
 * @param tolerance by how much the fit may change in the last round
 * @param maxRounds after how many rounds it ends even if it changes by more
 * @param seed the vectors to begin with follow from it
 */
public record CpDecomposition(
    Tensor tensor, int rank, double tolerance, int maxRounds, long seed, RoundListener listener) {
  public CpDecomposition {
    if (rank < 1) {
      throw new EinkornException("A decomposition has rank 1 or more, not " + rank + ".");
    }
    Rounds.check(tolerance, maxRounds);
  }

  /**
   * What was found.
   *
   * @param weights how large each outer product is, the largest first
   * @param factors a matrix for each mode: the vectors, each of length 1, are its columns
   * @param fit 1 - |X - what was found| / |X|
   * @param rounds how many it took
   * @param converged whether the fit settled
   */
  public record Result(
      Tensor weights, List<Tensor> factors, double fit, int rounds, boolean converged) {
    public Result {
      factors = List.copyOf(factors);
    }
  }

  public static CpDecomposition of(Tensor tensor, int rank) {
    return new CpDecomposition(tensor, rank, 1e-6, 100, 1, RoundListener.IGNORED);
  }

  public CpDecomposition tolerance(double other) {
    return new CpDecomposition(tensor, rank, other, maxRounds, seed, listener);
  }

  public CpDecomposition maxRounds(int other) {
    return new CpDecomposition(tensor, rank, tolerance, other, seed, listener);
  }

  public CpDecomposition seed(long other) {
    return new CpDecomposition(tensor, rank, tolerance, maxRounds, other, listener);
  }

  public CpDecomposition onRound(RoundListener other) {
    return new CpDecomposition(tensor, rank, tolerance, maxRounds, seed, other);
  }

  public Result run() {
    Modes modes = new Modes(tensor);
    int order = modes.order();
    double square = modes.square();
    List<Step> gather = new ArrayList<>();
    List<Step> multiply = new ArrayList<>();
    for (int mode = 0; mode < order; mode++) {
      gather.add(
          Step.of(
              "M(i%d,r) = %s * %s"
                  .formatted(
                      mode,
                      modes.access(),
                      modes.list(mode, " * ", m -> "F" + m + "(i" + m + ",r)")),
              "dense"));
      multiply.add(Step.of("V(r,s) = " + modes.list(mode, " * ", m -> "G" + m + "(r,s)"), "dense"));
    }
    Step gram = Step.of("G(r,s) = F(i,r) * F(i,s)", "dense");
    Step solve = Step.of("B(i,r) = M(i,s) * W(s,r)", "dense");
    Step length = Step.of("l(r) = sqrt(sum(i, B(i,r) * B(i,r)))", "d");
    Step scale = Step.of("F(i,r) = l(r) > 0 ? B(i,r) / l(r) : 0.0", "dense");
    Step explained = Step.of("a = M(i,r) * F(i,r) * l(r)");
    Step own = Step.of("a = V(r,s) * G(r,s) * l(r) * l(s)");

    SplittableRandom random = new SplittableRandom(seed);
    List<Tensor> factors = new ArrayList<>();
    Map<String, Tensor> grams = new HashMap<>();
    for (int mode = 0; mode < order; mode++) {
      double[] values = modes.random(mode, rank, random);
      factors.add(Tensor.dense(values, tensor.dimension(mode), rank));
      grams.put("G" + mode, gram.run(Map.of("F", factors.getLast())));
    }
    Tensor weights = null;
    double fit = Double.NEGATIVE_INFINITY;
    double change = Double.POSITIVE_INFINITY;
    int round = 0;
    while (change > tolerance && round < maxRounds) {
      double left = 0;
      for (int mode = 0; mode < order; mode++) {
        Tensor gathered = gather.get(mode).run(modes.with(factors));
        Tensor others = multiply.get(mode).run(grams);
        Tensor best = solve.run(Map.of("M", gathered, "W", pseudoInverse(others)));
        weights = length.run(Map.of("B", best));
        Tensor factor = scale.run(Map.of("B", best, "l", weights));
        factors.set(mode, factor);
        grams.put("G" + mode, gram.run(Map.of("F", factor)));
        if (mode == order - 1) {
          left =
              square
                  + own.run(Map.of("V", others, "G", grams.get("G" + mode), "l", weights)).value()
                  - 2 * explained.run(Map.of("M", gathered, "F", factor, "l", weights)).value();
        }
      }
      double now = Modes.fit(square, left);
      change = Math.abs(now - fit);
      fit = now;
      listener.finished(++round, fit);
    }
    return sorted(weights, factors, fit, round, change <= tolerance);
  }

  private static Tensor pseudoInverse(Tensor matrix) {
    int n = matrix.dimension(0);
    double[] values = matrix.toArray();
    double[][] rows = new double[n][n];
    for (int i = 0; i < n; i++) {
      System.arraycopy(values, i * n, rows[i], 0, n);
    }
    return Tensor.matrix(SymmetricMatrix.pseudoInverse(rows));
  }

  private static Result sorted(
      Tensor weights, List<Tensor> factors, double fit, int rounds, boolean converged) {
    double[] sizes = weights.toArray();
    List<Integer> largestFirst =
        IntStream.range(0, sizes.length)
            .boxed()
            .sorted(Comparator.comparingDouble(r -> -sizes[r]))
            .toList();
    TensorBuilder places = Tensor.builder(sizes.length, sizes.length);
    for (int r = 0; r < sizes.length; r++) {
      places.add(1, largestFirst.get(r), r);
    }
    Tensor place = places.build("csr");
    Step move = Step.of("F(i,r) = B(i,s) * P(s,r)", "dense");
    return new Result(
        Step.of("w(r) = l(s) * P(s,r)", "d").run(Map.of("l", weights, "P", place)),
        factors.stream().map(factor -> move.run(Map.of("B", factor, "P", place))).toList(),
        fit,
        rounds,
        converged);
  }
}
