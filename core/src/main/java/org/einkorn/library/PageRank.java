package org.einkorn.library;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.einkorn.EinkornException;
import org.einkorn.Tensor;

/**
 * How often somebody comes to each vertex who follows edges at random and now and then begins anew
 * at any vertex; as well where no edge leads on. Lengths of edges do not matter. The measure of a
 * round is how much all ranks together changed.
 *
 * @param damping how likely an edge is followed; in each round the ranks come this much closer
 * @param tolerance by how much the ranks may change in the last round, all together
 * @param maxRounds after how many rounds it ends even if they change by more
 */
public record PageRank(
    Tensor graph, double damping, double tolerance, int maxRounds, RoundListener listener) {
  public PageRank {
    Objects.requireNonNull(graph, "the graph is null");
    Objects.requireNonNull(listener, "a listener is not null");
    if (!(damping >= 0 && damping < 1)) {
      throw new EinkornException(
          "The damping is at least 0 and less than 1, as 0.85, not " + damping + ".");
    }
    Rounds.check(tolerance, maxRounds);
  }

  /**
   * What was found.
   *
   * @param ranks they sum to 1
   * @param rounds how many it took
   * @param change by how much all ranks together changed in the last
   * @param converged whether that is within the tolerance
   */
  public record Result(Tensor ranks, int rounds, double change, boolean converged) {}

  public static PageRank of(Tensor graph) {
    return new PageRank(graph, 0.85, 1e-12, 1000, RoundListener.IGNORED);
  }

  public PageRank damping(double other) {
    return new PageRank(graph, other, tolerance, maxRounds, listener);
  }

  public PageRank tolerance(double other) {
    return new PageRank(graph, damping, other, maxRounds, listener);
  }

  public PageRank maxRounds(int other) {
    return new PageRank(graph, damping, tolerance, other, listener);
  }

  public PageRank onRound(RoundListener other) {
    return new PageRank(graph, damping, tolerance, maxRounds, other);
  }

  public Result run() {
    // By columns, so that what a vertex gets is added up in one place.
    Tensor edges = Graphs.edges(graph).to("csc");
    int size = edges.dimension(0);
    Tensor leaving = Step.of("n(i) = sum(j, A(i,j))", "d").run(Map.of("A", edges));
    Step share = Step.of("s(i) = n(i) > 0 ? r(i) / n(i) : 0.0", "d");
    Step lost = Step.of("a = n(i) > 0 ? 0.0 : r(i)");
    Step follow = Step.of("r(j) = damping * A(i,j) * s(i) + anew", "d");
    Step difference = Step.of("a = abs(r(i) - q(i))");

    double[] equal = new double[size];
    Arrays.fill(equal, 1.0 / size);
    Tensor ranks = Tensor.vector(equal);
    Tensor factor = Tensor.scalar(damping);
    double change = size == 0 ? 0 : Double.POSITIVE_INFINITY;
    int round = 0;
    while (change > tolerance && round < maxRounds) {
      Map<String, Tensor> now = Map.of("r", ranks, "n", leaving);
      double anew = (damping * lost.run(now).value() + 1 - damping) / size;
      Tensor next =
          follow.run(
              Map.of(
                  "A", edges, "s", share.run(now), "damping", factor, "anew", Tensor.scalar(anew)));
      change = difference.run(Map.of("r", ranks, "q", next)).value();
      ranks = next;
      listener.finished(++round, change);
    }
    return new Result(ranks, round, change, change <= tolerance);
  }
}
