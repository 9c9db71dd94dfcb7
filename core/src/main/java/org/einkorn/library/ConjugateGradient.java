package org.einkorn.library;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;

/**
 * Solves A x = b for a symmetric positive definite matrix by conjugate gradients. The measure of a
 * round is the relative residual, |b - A x| / |b|.
 *
 * @param jacobi whether equations are weighed by the diagonal first, which helps where its entries
 *     differ much in size
 * @param tolerance the relative residual to come down to
 * @param maxRounds after how many rounds it ends even if it is larger
 */
public record ConjugateGradient(
    Tensor matrix, boolean jacobi, double tolerance, int maxRounds, RoundListener listener) {
  /**
   * Of all entries together, how much rounding may have left of a symmetric matrix's difference.
   */
  private static final double ASYMMETRY = 1e-12;

  private static final String NEEDED =
      "; conjugate gradients need a symmetric positive definite matrix.";

  public ConjugateGradient {
    Objects.requireNonNull(listener, "a listener is not null");
    matrix = SquareMatrix.of(matrix, "A system of equations is solved for a matrix");
    Rounds.check(tolerance, maxRounds);
  }

  /**
   * What was found.
   *
   * @param rounds how many it took
   * @param residual the relative residual of the solution
   * @param converged whether that is within the tolerance
   * @param residuals the relative residual after each round, as it is carried along
   */
  public record Result(
      Tensor solution, int rounds, double residual, boolean converged, List<Double> residuals) {
    public Result {
      residuals = List.copyOf(residuals);
    }
  }

  /** To a relative residual of 1e-10, in ten times as many rounds as there are equations. */
  public static ConjugateGradient of(Tensor matrix) {
    int rounds = (int) Math.min(Integer.MAX_VALUE, Math.max(1, 10L * matrix.dimension(0)));
    return new ConjugateGradient(matrix, false, 1e-10, rounds, RoundListener.IGNORED);
  }

  public ConjugateGradient jacobi(boolean other) {
    return new ConjugateGradient(matrix, other, tolerance, maxRounds, listener);
  }

  public ConjugateGradient tolerance(double other) {
    return new ConjugateGradient(matrix, jacobi, other, maxRounds, listener);
  }

  public ConjugateGradient maxRounds(int other) {
    return new ConjugateGradient(matrix, jacobi, tolerance, other, listener);
  }

  public ConjugateGradient onRound(RoundListener other) {
    return new ConjugateGradient(matrix, jacobi, tolerance, maxRounds, other);
  }

  public Result solve(Tensor rightSide) {
    Tensor given = checked(rightSide);
    checkSymmetric();
    // Squares of values that are far from 1 would not be numbers any more.
    double scale = largest(given);
    Tensor b = scaled(given, scale == 0 ? 0 : 1 / scale);
    Tensor weights = weights();
    Step product = Step.of("y(i) = A(i,j) * x(j)", "d");
    Step dot = Step.of("a = x(i) * y(i)");
    Step add = Step.of("x(i) += a * p(i)", "d");
    Step follow = Step.of("p(i) = z(i) + a * p(i)", "d");
    Step remaining = Step.of("r(i) = b(i) - A(i,j) * x(j)", "d");
    Step weigh = Step.of("z(i) = w(i) * r(i)", "d");

    double size = Math.sqrt(dot.run(Map.of("x", b, "y", b)).value());
    Tensor x = Tensor.vector(new double[b.dimension(0)]);
    List<Double> residuals = new ArrayList<>();
    Tensor r = b;
    double residual = size == 0 ? 0 : 1;
    Tensor direction = null;
    double before = 1;
    while (residual > tolerance && residuals.size() < maxRounds) {
      Tensor z = weigh.run(Map.of("w", weights, "r", r));
      double now = dot.run(Map.of("x", r, "y", z)).value();
      direction =
          direction == null
              ? z
              : follow.run(Map.of("z", z, "a", Tensor.scalar(now / before), "p", direction));
      Tensor image = product.run(Map.of("A", matrix, "x", direction));
      double curvature = dot.run(Map.of("x", direction, "y", image)).value();
      if (!(curvature > 0)) {
        throw new EinkornException(
            "In round "
                + (residuals.size() + 1)
                + " a vector x was found whose product x(i) * A(i,j) * x(j) is "
                + curvature
                + ", so the matrix is not positive definite"
                + NEEDED);
      }
      double step = now / curvature;
      x = add.run(Map.of("x", x, "a", Tensor.scalar(step), "p", direction));
      r = add.run(Map.of("x", r, "a", Tensor.scalar(-step), "p", image));
      before = now;
      residual = Math.sqrt(dot.run(Map.of("x", r, "y", r)).value()) / size;
      residuals.add(residual);
      listener.finished(residuals.size(), residual);
      if (residual <= tolerance || residuals.size() == maxRounds) {
        // What is carried along drifts away from the truth; if too far, begin anew from here.
        r = remaining.run(Map.of("b", b, "A", matrix, "x", x));
        residual = Math.sqrt(dot.run(Map.of("x", r, "y", r)).value()) / size;
        direction = null;
      }
    }
    boolean converged = residual <= tolerance;
    return new Result(scaled(x, scale), residuals.size(), residual, converged, residuals);
  }

  private static Tensor scaled(Tensor x, double factor) {
    return Step.of("y(i) = a * x(i)", "d").run(Map.of("a", Tensor.scalar(factor), "x", x));
  }

  private static double largest(Tensor rightSide) {
    double[] values = rightSide.toArray();
    double largest = 0;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new EinkornException(
            "Entry " + i + " of the right side, counted from 0, is " + values[i] + ".");
      }
      largest = Math.max(largest, Math.abs(values[i]));
    }
    return largest;
  }

  private Tensor checked(Tensor rightSide) {
    int size = matrix.dimension(0);
    boolean fits =
        rightSide.order() == 1
            && (rightSide.sizesKnown()
                ? rightSide.dimension(0) == size
                : rightSide.dimension(0) <= size);
    if (!fits) {
      throw new EinkornException(
          "The right side of "
              + size
              + " equations is a vector of as many values, not a tensor of "
              + rightSide
              + ".");
    }
    return Step.of("b(i) = float64(x(i))", "d").run(Map.of("x", rightSide.resized(size)));
  }

  private void checkSymmetric() {
    Map<String, Tensor> given = Map.of("A", matrix);
    double difference = Step.value("a = sum(i, sum(j, abs(A(i,j) - A(j,i))))", given);
    double all = Step.value("a = sum(i, sum(j, abs(A(i,j))))", given);
    if (!Double.isFinite(all)) {
      throw new EinkornException(
          "The entries of the matrix add up to " + all + " in absolute values" + NEEDED);
    }
    if (!(difference <= ASYMMETRY * all)) {
      throw new EinkornException(
          "The matrix is not symmetric: it and its transpose differ by "
              + difference
              + ", all entries together"
              + NEEDED);
    }
  }

  /** What equations are weighed with. No positive definite matrix lacks a diagonal. */
  private Tensor weights() {
    double[] values = Step.of("d(i) = A(i,i)", "d").run(Map.of("A", matrix)).toArray();
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] > 0)) {
        throw new EinkornException(
            "The entry ("
                + i
                + ","
                + i
                + ") of the matrix, counted from 0, is "
                + values[i]
                + ", so it is not positive definite"
                + NEEDED);
      }
      values[i] = jacobi ? 1 / values[i] : 1;
    }
    return Tensor.vector(values);
  }
}
