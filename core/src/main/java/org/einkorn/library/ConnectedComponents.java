package org.einkorn.library;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.einkorn.Tensor;

/**
 * Which vertices are connected, whichever way the edges point. Every vertex takes the smallest
 * number among its neighbours, as long as that changes something; the measure of a round is how
 * many vertices changed.
 */
public record ConnectedComponents(Tensor graph, RoundListener listener) {
  public ConnectedComponents {
    Objects.requireNonNull(graph, "the graph is null");
    Objects.requireNonNull(listener, "a listener is not null");
  }

  /**
   * What was found.
   *
   * @param labels the smallest vertex of the component that each vertex belongs to
   * @param count how many components there are
   * @param largest how many vertices the largest has
   */
  public record Result(Tensor labels, int count, int largest) {}

  public static ConnectedComponents of(Tensor graph) {
    return new ConnectedComponents(graph, RoundListener.IGNORED);
  }

  public ConnectedComponents onRound(RoundListener other) {
    return new ConnectedComponents(graph, other);
  }

  public Result run() {
    Tensor edges = Graphs.undirected(graph);
    Step spread = Step.of("l(j) min= (c(i) && A(i,j)) ? l(i) : inf", "d");
    Step compare = Step.of("c(i) = l(i) != m(i)", "d");

    int size = edges.dimension(0);
    Tensor labels = Tensor.vector(IntStream.range(0, size).asDoubleStream().toArray());
    Tensor changed = compare.run(Map.of("l", labels, "m", minusOnes(size))).to("s");
    for (int round = 1; changed.stored() > 0; round++) {
      Tensor next = spread.run(Map.of("l", labels, "c", changed, "A", edges));
      changed = compare.run(Map.of("l", labels, "m", next)).to("s");
      labels = next;
      listener.finished(round, changed.stored());
    }
    int[] sizes = new int[size];
    for (double label : labels.toArray()) {
      sizes[(int) label]++;
    }
    return new Result(
        Step.of("y(i) = int64(x(i))").run(Map.of("x", labels)),
        (int) Arrays.stream(sizes).filter(s -> s > 0).count(),
        Arrays.stream(sizes).max().orElse(0));
  }

  /** What no label is, so that every vertex counts as changed at first. */
  private static Tensor minusOnes(int size) {
    double[] values = new double[size];
    Arrays.fill(values, -1);
    return Tensor.vector(values);
  }
}
