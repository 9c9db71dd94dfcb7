package org.einkorn.lattice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The merge lattice of a formula: its points are the sets of cursors that can be present together
 * where something has to be done, largest first. A loop runs for each point while all its cursors
 * last; within it, the largest point whose cursors all stand at the coordinate says what to
 * compute.
 */
public record Lattice(List<Set<Cursor>> points) {
  public Lattice {
    points =
        points.stream()
            .map(LinkedHashSet::new)
            .sorted(Comparator.comparing(p -> -p.size()))
            .<Set<Cursor>>map(p -> p)
            .toList();
  }

  /**
   * The lattice of a formula with passengers: cursors that do not decide whether a coordinate
   * matters, but what is computed there. Empty if it would have more than {@code limit} points.
   */
  public static Optional<Lattice> of(Formula formula, Set<Cursor> passengers, int limit) {
    List<Set<Cursor>> points = points(formula, limit);
    for (Cursor passenger : passengers) {
      Set<Set<Cursor>> with = new LinkedHashSet<>();
      for (Set<Cursor> point : points) {
        with.add(union(point, Set.of(passenger)));
      }
      with.addAll(points);
      points = new ArrayList<>(with);
      if (points.size() > limit) {
        return Optional.empty();
      }
    }
    return points.size() > limit ? Optional.empty() : Optional.of(new Lattice(points));
  }

  /** The points that a loop for {@code point} tells apart, the point itself first. */
  public List<Set<Cursor>> below(Set<Cursor> point) {
    return points.stream().filter(point::containsAll).toList();
  }

  /** How many bodies the loops of all points have together. */
  public int bodies() {
    return points.stream().mapToInt(p -> below(p).size()).sum();
  }

  private static List<Set<Cursor>> points(Formula formula, int limit) {
    return switch (formula) {
      case Formula.None n -> List.of();
      case Formula.All a -> List.of(Set.of());
      case Formula.Present p -> List.of(Set.of(p.cursor()));
      case Formula.And and -> {
        List<Set<Cursor>> result = List.of(Set.of());
        for (Formula part : and.parts()) {
          result = products(result, points(part, limit), limit);
        }
        yield result;
      }
      case Formula.Or or -> {
        List<Set<Cursor>> result = List.of();
        for (Formula part : or.parts()) {
          List<Set<Cursor>> right = points(part, limit);
          Set<Set<Cursor>> all = new LinkedHashSet<>(products(result, right, limit));
          all.addAll(result);
          all.addAll(right);
          result = new ArrayList<>(all);
          if (result.size() > limit) {
            yield result;
          }
        }
        yield result;
      }
    };
  }

  private static List<Set<Cursor>> products(
      List<Set<Cursor>> left, List<Set<Cursor>> right, int limit) {
    Set<Set<Cursor>> all = new LinkedHashSet<>();
    for (Set<Cursor> l : left) {
      for (Set<Cursor> r : right) {
        all.add(union(l, r));
        if (all.size() > limit) {
          return new ArrayList<>(all);
        }
      }
    }
    return new ArrayList<>(all);
  }

  private static Set<Cursor> union(Set<Cursor> a, Set<Cursor> b) {
    Set<Cursor> all = new LinkedHashSet<>(a);
    all.addAll(b);
    return all;
  }
}
