package org.einkorn.library;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.einkorn.Tensor;
import org.einkorn.TensorBuilder;

/** A graph for tests, as a list of edges and as a tensor. */
record RandomGraph(int size, List<Edge> edges) {
  record Edge(int from, int to, double length) {}

  /** Edges between random vertices, of integer lengths between the bounds; none twice. */
  static RandomGraph of(long seed, int size, int tries, int shortest, int longest) {
    Random random = new Random(seed);
    boolean[][] there = new boolean[size][size];
    List<Edge> edges = new ArrayList<>();
    for (int t = 0; t < tries; t++) {
      int from = random.nextInt(size);
      int to = random.nextInt(size);
      if (!there[from][to]) {
        there[from][to] = true;
        edges.add(new Edge(from, to, random.nextInt(shortest, longest + 1)));
      }
    }
    return new RandomGraph(size, edges);
  }

  Tensor tensor(String format) {
    TensorBuilder builder = Tensor.builder(size, size);
    edges.forEach(e -> builder.add(e.length, e.from, e.to));
    return builder.build(format);
  }

  /** The edges in both directions, without loops. */
  boolean[][] undirected() {
    boolean[][] there = new boolean[size][size];
    for (Edge e : edges) {
      if (e.from != e.to) {
        there[e.from][e.to] = true;
        there[e.to][e.from] = true;
      }
    }
    return there;
  }
}
