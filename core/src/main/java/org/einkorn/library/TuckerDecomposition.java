package org.einkorn.library;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;

/**
 * A tensor as a small one and a matrix for each mode: X(i,j,k) is about G(r,s,t) * A(i,r) * B(j,s)
 * * C(k,t), with orthonormal columns. Found by higher-order orthogonal iteration (HOOI), which in a
 * round improves one matrix after the other by some steps of subspace iteration. The measure of a
 * round is the fit, which never becomes less.
 *
 * @param ranks the size of the small tensor
 * @param tolerance by how much the fit may change in the last round
 * @param maxRounds after how many rounds it ends even if it changes by more
 * @param seed the matrices to begin with follow from it
 */
public record TuckerDecomposition(
    Tensor tensor,
    List<Integer> ranks,
    double tolerance,
    int maxRounds,
    long seed,
    RoundListener listener) {
  /** Steps towards the best matrix of a mode; the next round has other matrices beside it. */
  private static final int STEPS = 3;

  public TuckerDecomposition {
    ranks = List.copyOf(ranks);
    Rounds.check(tolerance, maxRounds);
    checkRanks(tensor, ranks);
  }

  /**
   * What was found.
   *
   * @param core the small tensor
   * @param factors a matrix for each mode, with orthonormal columns
   * @param fit 1 - |X - what was found| / |X|
   * @param rounds how many it took
   * @param converged whether the fit settled
   */
  public record Result(
      Tensor core, List<Tensor> factors, double fit, int rounds, boolean converged) {
    public Result {
      factors = List.copyOf(factors);
    }
  }

  public static TuckerDecomposition of(Tensor tensor, List<Integer> ranks) {
    return new TuckerDecomposition(tensor, ranks, 1e-6, 100, 1, RoundListener.IGNORED);
  }

  public TuckerDecomposition tolerance(double other) {
    return new TuckerDecomposition(tensor, ranks, other, maxRounds, seed, listener);
  }

  public TuckerDecomposition maxRounds(int other) {
    return new TuckerDecomposition(tensor, ranks, tolerance, other, seed, listener);
  }

  public TuckerDecomposition seed(long other) {
    return new TuckerDecomposition(tensor, ranks, tolerance, maxRounds, other, listener);
  }

  public TuckerDecomposition onRound(RoundListener other) {
    return new TuckerDecomposition(tensor, ranks, tolerance, maxRounds, seed, other);
  }

  private static void checkRanks(Tensor tensor, List<Integer> ranks) {
    if (ranks.size() != tensor.order()) {
      throw new EinkornException(
          "A tensor of order "
              + tensor.order()
              + " is decomposed with as many ranks, not "
              + ranks.size()
              + ".");
    }
    for (int mode = 0; mode < ranks.size(); mode++) {
      int own = ranks.get(mode);
      if (own < 1 || own > tensor.dimension(mode)) {
        throw new EinkornException(
            "Mode "
                + (mode + 1)
                + " has size "
                + tensor.dimension(mode)
                + ", so its rank is from 1 to that, not "
                + own
                + ".");
      }
      double others = ranks.stream().mapToDouble(r -> r).reduce(1, (a, b) -> a * b) / own;
      if (own > others) {
        throw new EinkornException(
            "The rank "
                + own
                + " of mode "
                + (mode + 1)
                + " is more than the product of the others, "
                + (long) others
                + ", which is the most that can be of use.");
      }
    }
  }

  public Result run() {
    Modes modes = new Modes(tensor);
    int order = modes.order();
    double square = modes.square();
    List<ModeSteps> steps = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(seed);
    List<Tensor> factors = new ArrayList<>();
    for (int mode = 0; mode < order; mode++) {
      steps.add(ModeSteps.of(modes, mode));
      double[] values = modes.random(mode, ranks.get(mode), random);
      factors.add(orthonormal(values, tensor.dimension(mode), ranks.get(mode)));
    }
    Tensor core = null;
    double fit = Double.NEGATIVE_INFINITY;
    double change = Double.POSITIVE_INFINITY;
    int round = 0;
    while (change > tolerance && round < maxRounds) {
      for (int mode = 0; mode < order; mode++) {
        Tensor shrunk = steps.get(mode).shrink.run(modes.with(factors));
        for (int step = 0; step < STEPS; step++) {
          factors.set(mode, steps.get(mode).improved(shrunk, factors.get(mode)));
        }
        core = steps.get(mode).project(shrunk, factors.get(mode));
      }
      double now = Modes.fit(square, square - squareOf(core, modes));
      change = Math.abs(now - fit);
      fit = now;
      listener.finished(++round, fit);
    }
    return new Result(core, factors, fit, round, change <= tolerance);
  }

  private static double squareOf(Tensor core, Modes modes) {
    String access = "G(" + modes.list(",", m -> "r" + m) + ")";
    return Step.value("a = " + access + " * " + access, Map.of("G", core));
  }

  private static Tensor orthonormal(double[] values, int rows, int columns) {
    Orthonormal.columns(values, columns);
    return Tensor.dense(values, rows, columns);
  }

  /**
   * What is done for a mode, here the second of three.
   *
   * @param shrink Y(i1,r0,r2) = X(i0,i1,i2) * F0(i0,r0) * F2(i2,r2)
   * @param project G(r0,r1,r2) = Y(i1,r0,r2) * F(i1,r1)
   * @param expand Z(i1,r1) = Y(i1,r0,r2) * G(r0,r1,r2)
   */
  private record ModeSteps(Step shrink, Step project, Step expand) {
    static ModeSteps of(Modes modes, int mode) {
      String others = modes.list(mode, ",", m -> "r" + m);
      String shrunk = "Y(i%d,%s)".formatted(mode, others);
      String core = "G(" + modes.list(",", m -> "r" + m) + ")";
      String factor = "(i%d,r%d)".formatted(mode, mode);
      String product = modes.list(mode, " * ", m -> "F%d(i%d,r%d)".formatted(m, m, m));
      return new ModeSteps(
          Step.of(shrunk + " = " + modes.access() + " * " + product, "dense"),
          Step.of(core + " = " + shrunk + " * F" + factor, "dense"),
          Step.of("Z" + factor + " = " + shrunk + " * " + core, "dense"));
    }

    Tensor project(Tensor shrunk, Tensor factor) {
      return project.run(Map.of("Y", shrunk, "F", factor));
    }

    /** A matrix with more of what the best one has. */
    Tensor improved(Tensor shrunk, Tensor factor) {
      Tensor grown = expand.run(Map.of("Y", shrunk, "G", project(shrunk, factor)));
      return orthonormal(grown.toArray(), factor.dimension(0), factor.dimension(1));
    }
  }
}
