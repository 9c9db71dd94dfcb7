package org.einkorn.schedule;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.einkorn.lattice.Path;
import org.einkorn.notation.IndexVariable;

/**
 * What is to be known of a cost besides its sum: how often some loops run, and what it takes to
 * fill some workspaces, which is then no part of the sum.
 */
public final class Account {
  private final List<IndexVariable> loops;
  private final double[] iterations;
  private final Set<String> workspaces;
  private final Map<String, Double> filling = new HashMap<>();

  /**
   * Nothing is known yet.
   *
   * @param loops each within those before it
   */
  public Account(List<IndexVariable> loops, Set<String> workspaces) {
    this.loops = loops;
    this.iterations = new double[loops.size() + 1];
    this.iterations[0] = 1;
    this.workspaces = workspaces;
  }

  /** Notes how often the body of the last loop of a path runs, if it is one of the loops. */
  void ran(Path path, double often) {
    if (isBegun(path)) {
      iterations[path.size()] = Math.max(iterations[path.size()], often);
    }
  }

  /** Whether the loops begin with those of the path. */
  private boolean isBegun(Path path) {
    int size = path.size();
    return size == 0
        || size <= loops.size() && path.last().equals(loops.get(size - 1)) && isBegun(path.outer());
  }

  /** Takes what it costs to fill a workspace; what is left to be added up. */
  double rest(String workspace, double cost) {
    if (!workspaces.contains(workspace)) {
      return cost;
    }
    filling.put(workspace, cost);
    return 0;
  }

  /** How often what lies within the first so many of the loops runs. */
  public double iterations(int loops) {
    return iterations[loops];
  }

  /** What it costs to fill some of the workspaces, all the times that they are filled. */
  public double filling(Set<String> some) {
    return some.stream().mapToDouble(w -> filling.getOrDefault(w, 0.0)).sum();
  }

  /** The same for all of them. */
  public double filling() {
    return filling(workspaces);
  }
}
