package org.einkorn.library;

import java.util.Map;
import java.util.Objects;
import org.einkorn.Einkorn;
import org.einkorn.Progress;
import org.einkorn.Tensor;

/** Triangles of vertices that are all connected with each other, whichever way the edges point. */
public record Triangles(Tensor graph, Progress progress) {
  public Triangles {
    Objects.requireNonNull(graph, "the graph is null");
    Objects.requireNonNull(progress, "a listener is not null");
  }

  public static Triangles of(Tensor graph) {
    return new Triangles(graph, Progress.IGNORED);
  }

  public Triangles onProgress(Progress other) {
    return new Triangles(graph, other);
  }

  /** How many there are. */
  public long count() {
    // Each is found once, from its vertex with the fewest neighbours; so no row is long.
    Tensor upwards = Graphs.upwards(Graphs.undirected(graph));
    return Einkorn.expression("a = L(i,j) * L(i,k) * L(j,k)")
        .with("L", upwards)
        .onProgress(progress)
        .evaluate()
        .longValue();
  }

  /** How many each vertex is part of. */
  public Tensor perVertex() {
    // Two of a vertex's neighbours are found twice, once in each order.
    Tensor found =
        Einkorn.expression("t(i) = S(i,j) * S(i,k) * S(j,k)")
            .with("S", Graphs.undirected(graph))
            .onProgress(progress)
            .result("d")
            .evaluate();
    return Step.of("h(i) = int64(t(i) / 2)").run(Map.of("t", found));
  }
}
