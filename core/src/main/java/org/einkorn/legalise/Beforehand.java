package org.einkorn.legalise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.einkorn.format.TensorType;
import org.einkorn.loops.Statement;
import org.einkorn.notation.Expression.Access;
import org.einkorn.notation.IndexVariable;
import org.einkorn.schedule.Measurements;

/**
 * Loops for a term whose inner reductions are computed beforehand. There are hundreds of ways to do
 * so: each order of loops, and for each how many of them are begun before. What each costs is about
 * known from its parts, so of large statements only the ways that promise most are built.
 */
final class Beforehand {
  /** So many ways are built for a large statement. */
  private static final int PROMISING = 8;

  /** An estimate may be too high by such a factor: tables may lead loops that scalars cannot. */
  private static final double MOST_OVERESTIMATED = 1e4;

  /** Loops with arrays are cheaper than the same with tables by no more than this factor. */
  private static final double MOST_ARRAYS_SAVE = 20;

  private final Access target;
  private final Term term;
  private final Map<String, TensorType> types;
  private final Measurements measured;
  private final Exploration exploration;

  Beforehand(
      Access target,
      Term term,
      Map<String, TensorType> types,
      Measurements measured,
      Exploration exploration) {
    this.target = target;
    this.term = term;
    this.types = types;
    this.measured = measured;
    this.exploration = exploration;
  }

  /** Loops in an order, after how many of them inner reductions are computed, and the cost. */
  private record Way(Outline outline, int depth, double cost) {}

  /**
   * Offers loops that compute them into tables, then into arrays where these could make the
   * cheapest loops of all.
   */
  void offer(List<Outline> outlines, Cheapest cheapest) {
    List<Way> tables = new ArrayList<>();
    for (Outline outline : outlines) {
      for (int depth : Intermediates.depths(term.body(), outline.order())) {
        way(outline, depth, false, cheapest).ifPresent(tables::add);
      }
    }
    List<Way> priced = offerPromising(tables, false, cheapest);
    if (Intermediates.mayHaveArrays(term.body(), types)) {
      List<Way> arrays = new ArrayList<>();
      for (Way way : priced) {
        if (way.cost <= MOST_ARRAYS_SAVE * cheapest.cost()) {
          way(way.outline, way.depth, true, cheapest).ifPresent(arrays::add);
        }
      }
      offerPromising(arrays, true, cheapest);
    }
  }

  /** A way, if it differs from those without tables or arrays: offered, or only estimated. */
  private Optional<Way> way(Outline outline, int depth, boolean dense, Cheapest cheapest) {
    if (exploration.isThorough()) {
      return offered(outline, depth, dense, cheapest);
    }
    OptionalDouble cost = intermediates(new Workspaces(types), dense).cost(term, outline, depth);
    return cost.isPresent()
        ? Optional.of(new Way(outline, depth, outline.cost() + cost.getAsDouble()))
        : Optional.empty();
  }

  private Optional<Way> offered(Outline outline, int depth, boolean dense, Cheapest cheapest) {
    Workspaces workspaces = new Workspaces(types);
    List<IndexVariable> order = outline.order();
    Intermediates.Split split =
        intermediates(workspaces, dense).split(term, order, order.subList(0, depth));
    if (depth > 0 && split.before().isEmpty()) {
      return Optional.empty();
    }
    Statement loops = new Nest(workspaces).build(target, split.term(), order, split.before());
    return Optional.of(new Way(outline, depth, cheapest.offer(loops, workspaces)));
  }

  private Intermediates intermediates(Workspaces workspaces, boolean dense) {
    return new Intermediates(workspaces, measured, dense, exploration);
  }

  /**
   * Offers those of estimated ways that should cost least; gives all, with what those do cost. If
   * nothing is estimated, all are offered already.
   */
  private List<Way> offerPromising(List<Way> ways, boolean dense, Cheapest cheapest) {
    if (exploration.isThorough()) {
      return ways;
    }
    double most = MOST_OVERESTIMATED * cheapest.cost();
    Set<Way> promising =
        ways.stream()
            .filter(way -> way.cost <= most)
            .sorted(Comparator.comparing(Way::cost))
            .limit(PROMISING)
            .collect(Collectors.toSet());
    cheapest.leaveOut(ways.size() - promising.size());
    return ways.stream()
        .map(
            way ->
                promising.contains(way)
                    ? offered(way.outline, way.depth, dense, cheapest).orElse(way)
                    : way)
        .toList();
  }
}
