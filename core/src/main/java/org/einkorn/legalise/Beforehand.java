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
        way(outline, depth, false).ifPresent(tables::add);
      }
    }
    List<Way> priced = offerPromising(tables, false, cheapest);
    if (Intermediates.mayHaveArrays(term.body(), types)) {
      List<Way> arrays = new ArrayList<>();
      for (Way way : priced) {
        if (way.cost <= MOST_ARRAYS_SAVE * cheapest.cost()) {
          way(way.outline, way.depth, true).ifPresent(arrays::add);
        }
      }
      offerPromising(arrays, true, cheapest);
    }
  }

  /** A way with about what it costs; nothing if it is no other than one without. */
  private Optional<Way> way(Outline outline, int depth, boolean dense) {
    OptionalDouble cost = intermediates(new Workspaces(types), dense).cost(term, outline, depth);
    return cost.isPresent()
        ? Optional.of(new Way(outline, depth, outline.cost() + cost.getAsDouble()))
        : Optional.empty();
  }

  private Intermediates intermediates(Workspaces workspaces, boolean dense) {
    return new Intermediates(workspaces, measured, dense, exploration);
  }

  /** Offers the ways that are estimated to cost least; gives all, with what those do cost. */
  private List<Way> offerPromising(List<Way> ways, boolean dense, Cheapest cheapest) {
    double most = MOST_OVERESTIMATED * cheapest.cost();
    Set<Way> promising =
        exploration.isThorough()
            ? Set.copyOf(ways)
            : ways.stream()
                .filter(way -> way.cost <= most)
                .sorted(Comparator.comparing(Way::cost))
                .limit(PROMISING)
                .collect(Collectors.toSet());
    cheapest.leaveOut(ways.size() - promising.size());
    return ways.stream()
        .map(way -> promising.contains(way) ? offer(way, dense, cheapest) : way)
        .toList();
  }

  private Way offer(Way way, boolean dense, Cheapest cheapest) {
    Workspaces workspaces = new Workspaces(types);
    List<IndexVariable> order = way.outline.order();
    Intermediates.Split split =
        intermediates(workspaces, dense).split(term, order, order.subList(0, way.depth));
    Statement loops = new Nest(workspaces).build(target, split.term(), order, split.before());
    return new Way(way.outline, way.depth, cheapest.offer(loops, workspaces));
  }
}
