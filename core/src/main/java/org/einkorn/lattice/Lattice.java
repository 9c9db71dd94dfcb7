package org.einkorn.lattice;

import java.util.Collection;
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
  /** More are never looked at. */
  private static final int MOST_POINTS = 128;

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
    Optional<Set<Set<Cursor>>> points = points(formula);
    for (Cursor passenger : passengers) {
      points = points.flatMap(all -> products(List.of(Set.of(passenger), Set.of()), all));
    }
    return points.filter(all -> all.size() <= limit).map(all -> new Lattice(List.copyOf(all)));
  }

  /** The points that a loop for {@code point} tells apart, the point itself first. */
  public List<Set<Cursor>> below(Set<Cursor> point) {
    return points.stream().filter(point::containsAll).toList();
  }

  /** How many bodies the loops of all points have together. */
  public int bodies() {
    return points.stream().mapToInt(p -> below(p).size()).sum();
  }

  /**
   * Empty if there are too many: what is left of some of them cannot be told from the lattice of
   * another formula.
   */
  private static Optional<Set<Set<Cursor>>> points(Formula formula) {
    return switch (formula) {
      case Formula.None n -> Optional.of(Set.of());
      case Formula.All a -> Optional.of(Set.of(Set.of()));
      case Formula.Present p -> Optional.of(Set.of(Set.of(p.cursor())));
      case Formula.And and -> {
        Optional<Set<Set<Cursor>>> result = Optional.of(Set.of(Set.of()));
        for (Formula part : and.parts()) {
          result = result.flatMap(left -> points(part).flatMap(right -> products(left, right)));
        }
        yield result;
      }
      case Formula.Or or -> {
        Optional<Set<Set<Cursor>>> result = Optional.of(Set.of());
        for (Formula part : or.parts()) {
          result = result.flatMap(left -> points(part).flatMap(right -> sums(left, right)));
        }
        yield result;
      }
    };
  }

  private static Optional<Set<Set<Cursor>>> sums(Set<Set<Cursor>> left, Set<Set<Cursor>> right) {
    return products(left, right)
        .map(
            both -> {
              Set<Set<Cursor>> all = new LinkedHashSet<>(both);
              all.addAll(left);
              all.addAll(right);
              return all;
            });
  }

  private static Optional<Set<Set<Cursor>>> products(
      Collection<Set<Cursor>> left, Collection<Set<Cursor>> right) {
    Set<Set<Cursor>> all = new LinkedHashSet<>();
    for (Set<Cursor> l : left) {
      for (Set<Cursor> r : right) {
        all.add(union(l, r));
      }
    }
    return all.size() > MOST_POINTS ? Optional.empty() : Optional.of(all);
  }

  private static Set<Cursor> union(Set<Cursor> a, Set<Cursor> b) {
    Set<Cursor> all = new LinkedHashSet<>(a);
    all.addAll(b);
    return all;
  }
}
